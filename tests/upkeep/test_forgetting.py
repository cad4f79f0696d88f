"""Forget archives and leaves a mark; undo brings back and takes the mark away."""

from collections.abc import Iterator

import pytest

from remora import signals
from remora.errors import Refused
from remora.learn import Draft, learn
from remora.notes import Note
from remora.store import Store, fulltext, history, notes, tombstones
from remora.upkeep.forgetting import forget, undo

SHOP = "shop-0a1b2c3d"


@pytest.fixture
def note(store: Store) -> Note:
    return learn(store, Draft(text="deploys need approval", namespace=SHOP)).note


@pytest.fixture
def heard() -> Iterator[list[tuple[str, bool]]]:
    said: list[tuple[str, bool]] = []

    def hear(sender: object, note_id: str, purged: bool) -> None:
        said.append((note_id, purged))

    with signals.note_forgotten.connected_to(hear):
        yield said


def found(store: Store) -> bool:
    return bool(fulltext.holders(store.read(), SHOP, ["deploi"], 10)["deploi"])


def marked(store: Store) -> bool:
    return tombstones.has(store.read(), SHOP, notes.digest_of("deploys need approval"))


def test_a_forgotten_note_is_not_found_and_leaves_a_mark(
    store: Store, note: Note, heard: list[tuple[str, bool]]
) -> None:
    gone = forget(store, note)
    assert gone.archived_at == store.clock()
    assert not found(store)
    assert marked(store)
    assert heard == [(note.id, False)]


def test_forgetting_twice_is_as_once(store: Store, note: Note, heard: list[tuple[str, bool]]) -> None:
    assert forget(store, forget(store, note)).archived_at == store.clock()
    assert len(heard) == 1
    assert [event.what for event in history.of(store.read(), note)] == ["stored", "forgotten"]


def test_undo_brings_the_note_back_as_it_was(store: Store, note: Note) -> None:
    assert undo(store, forget(store, note)) == note
    assert found(store)
    assert not marked(store)


def test_undoing_a_live_note_changes_nothing(store: Store, note: Note) -> None:
    assert undo(store, note) == note
    assert [event.what for event in history.of(store.read(), note)] == ["stored"]


def test_undo_beside_the_same_text_is_refused_and_names_it(store: Store, note: Note) -> None:
    gone = forget(store, note)
    twin = learn(store, Draft(text=note.text, namespace=SHOP)).note
    with pytest.raises(Refused, match=twin.id):
        undo(store, gone)
    forget(store, twin)
    assert undo(store, gone).archived_at is None
