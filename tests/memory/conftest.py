"""A memory on a real store, a clock that the tests move, and sessions of one project."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from clocks import TickingClock

from remora.memory import Memory
from remora.settings import load
from remora.store import Outbox, Store

Open = Callable[..., Memory]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def reopen(home: Path) -> Iterator[Open]:
    """A further process, as it were: another store on the same file, with settings of its own."""
    stores: list[Store] = []

    def opened(**explicit: Any) -> Memory:
        store = Store.open(home, clock=TickingClock())
        stores.append(store)
        return Memory(store, load(home=home, environ={}, explicit=explicit), outbox=Outbox(store), host="tests")

    yield opened
    for store in stores:
        store.close()


@pytest.fixture
def memory(reopen: Open) -> Memory:
    return reopen()
