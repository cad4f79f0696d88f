"""The fixtures of folders whose tests need a real store on a temporary file, with a clock that they move."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from clocks import Clock

from remora.store import Store


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    opened = Store.open(tmp_path, clock=clock)
    yield opened
    opened.close()
