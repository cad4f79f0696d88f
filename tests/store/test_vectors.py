"""Vectors: checked on the way in, stamped, and told from the outside when a reader is behind."""

import math
from array import array

import pytest
from store.making import NOW, OTHER, new_note

from remora.notes import Note
from remora.store import Store, maintenance, notes, vectors


@pytest.fixture
def note(store: Store) -> Note:
    with store.write() as db:
        return notes.insert(db, new_note("a fact"))


@pytest.fixture
def identity(store: Store) -> vectors.Identity:
    with store.write() as db:
        return vectors.put_identity(db, "test/model@2#mean", lo=0.1, hi=0.9, dup=0.92)


def stamps(store: Store) -> list[tuple[int, int, int]]:
    return store.read().execute("SELECT stamp, namespace, live FROM note_vectors ORDER BY stamp").fetchall()


def test_an_identity_is_one_and_its_constants_can_change(store: Store, identity: vectors.Identity) -> None:
    with store.write() as db:
        again = vectors.put_identity(db, identity.name, lo=0.2)
    assert (again.n, again.lo, again.dup) == (identity.n, 0.2, None)
    assert vectors.identity(store.read(), "other") is None


@pytest.mark.parametrize(
    "wrong", [[1.0], [1.0, 0.0, 0.0], [math.nan, 1.0], [math.inf, 0.0], [0.0, 0.0], [3.0, 4.0], [math.nan, math.nan]]
)
def test_what_is_no_unit_vector_of_the_width_is_refused(
    store: Store, note: Note, identity: vectors.Identity, wrong: list[float]
) -> None:
    with pytest.raises(ValueError, match="the vector has"), store.write() as db:
        vectors.put(db, note, identity, wrong, 2)
    assert vectors.count(store.read(), identity) == 0


def test_bytes_and_numbers_are_the_same_and_a_second_put_replaces(
    store: Store, note: Note, identity: vectors.Identity
) -> None:
    with store.write() as db:
        assert vectors.put(db, note, identity, [0.6, 0.8], 2) == 1
        assert vectors.put(db, note, identity, array("f", [0.8, 0.6]).tobytes(), 2) == 2
    db = store.read()
    assert db.execute("SELECT v FROM note_vectors").get == array("f", [0.8, 0.6]).tobytes()
    assert vectors.counter(db) == 2
    assert vectors.count(db, identity) == 1


def test_a_change_of_the_note_takes_a_new_stamp_and_a_deletion_is_counted(
    store: Store, note: Note, identity: vectors.Identity
) -> None:
    with store.write() as db:
        vectors.put(db, note, identity, [1.0, 0.0], 2)
        notes.archive(db, note, NOW)
    assert stamps(store) == [(2, 1, 0)]
    with store.write() as db:
        notes.restore(db, note, NOW)
        notes.move(db, note, OTHER, NOW)
    assert stamps(store) == [(4, 2, 1)]
    assert vectors.counter(store.read()) == 4
    assert maintenance.integrity(store.read()) == []
    with store.write() as db:
        notes.delete(db, note)
    assert stamps(store) == []
    assert vectors.removals(store.read()) == 1


def test_a_rollback_takes_the_stamp_back(store: Store, note: Note, identity: vectors.Identity) -> None:
    def one_right_and_one_wrong() -> None:
        with store.write() as db:
            vectors.put(db, note, identity, [1.0, 0.0], 2)
            vectors.put(db, note, identity, [2.0, 0.0], 2)

    with pytest.raises(ValueError, match="length"):
        one_right_and_one_wrong()
    assert vectors.counter(store.read()) == 0


def test_notes_that_wait_for_a_vector_are_known(store: Store, note: Note, identity: vectors.Identity) -> None:
    with store.write() as db:
        later = notes.insert(db, new_note("another"))
        vectors.put(db, note, identity, [1.0, 0.0], 2)
    assert vectors.pending(store.read(), identity, 10) == [later.row]
    assert vectors.pending(store.read(), identity, 0) == []


def test_a_vector_that_disagrees_with_its_note_is_seen(store: Store, note: Note, identity: vectors.Identity) -> None:
    with store.write() as db:
        vectors.put(db, note, identity, [1.0, 0.0], 2)
        db.execute("UPDATE note_vectors SET live = 0")
    assert maintenance.integrity(store.read()) == [
        "vectors disagree with their notes about being archived or their namespace"
    ]
