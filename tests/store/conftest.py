from collections.abc import Iterator
from pathlib import Path

import pytest
from store.making import NOW

from remora.store import Store


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    opened = Store.open(home, clock=lambda: NOW)
    yield opened
    opened.close()
