from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from recall.making import NOW, PROJECT, fill

from remora.notes import Note
from remora.recall import Recalled, Request, preset_named, recall
from remora.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    opened = Store.open(home, clock=lambda: NOW)
    yield opened
    opened.close()


@pytest.fixture
def remember(store: Store) -> Callable[..., None]:
    """Store notes."""
    return lambda *notes: fill(store, notes)


@pytest.fixture
def turn(store: Store) -> Callable[..., Recalled]:
    """Recall for a turn of the project, at the default floor."""

    def ask(query: str, **more: object) -> Recalled:
        request = Request(**{"query": query, "now": NOW, "project": PROJECT, "limit": 3, "floor": 0.5, **more})
        return recall(store, request, preset_named("words"))

    return ask


@pytest.fixture
def search(turn: Callable[..., Recalled]) -> Callable[..., Recalled]:
    """Search the project, without a gate."""
    return lambda query, **more: turn(query, **{"floor": None, "limit": 10, **more})


@pytest.fixture
def texts() -> Callable[[Recalled], list[str]]:
    def of(recalled: Recalled) -> list[str]:
        notes: list[Note] = [hit.note for hit in recalled.hits]
        return [note.text for note in notes]

    return of
