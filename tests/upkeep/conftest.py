"""A real store on a temporary file, with a clock that the tests move."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from remora.store import Store

NOON = 1_767_268_800_000  # 2026-01-01T12:00:00Z


@dataclass
class Clock:
    now: int = NOON

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    opened = Store.open(tmp_path, clock=clock)
    yield opened
    opened.close()
