"""What the doctor says of vectors, and whose vector each note has."""

import math
from array import array

from remora.embed import Identity
from remora.learn import Draft, learn
from remora.notes import Note
from remora.store import Store, meta, sums, vectors
from remora.upkeep.embedded import check, identities, wordless
from remora.upkeep.forgetting import forget

SHOP = "shop-0a1b2c3d"
MINE = Identity(provider="test", model="mine", dim=2, pooling="mean", lo=0.1, hi=0.6, dup=0.9)
OTHER = Identity(provider="test", model="other", dim=3, pooling="mean")


def give(store: Store, note: Note, identity: Identity) -> None:
    even = array("f", [1 / math.sqrt(identity.dim)] * identity.dim).tobytes()
    with store.write() as db:
        row = vectors.put_identity(db, identity.name, identity.lo, identity.hi, identity.dup)
        vectors.put(db, note, row, even, identity.dim)


def add(store: Store, text: str) -> Note:
    return learn(store, Draft(text=text, namespace=SHOP)).note


def test_notes_are_vectors_and_waiting_ones_archived_ones_too(store: Store) -> None:
    for text in ("one", "two"):
        give(store, add(store, text), MINE)
    forget(store, add(store, "three"))
    found = check(store, MINE, "matrix")
    assert found.ok
    assert found.detail == "3 notes = 2 vectors + 1 waiting; test/mine@2#mean, lo 0.1, hi 0.6, dup 0.9; read by matrix"
    assert "remora model embed" in found.hint


def test_notes_that_the_model_makes_no_vector_of_are_told_apart_from_those_that_wait(store: Store) -> None:
    give(store, add(store, "one"), MINE)
    odd = add(store, "two")
    with store.write() as db:
        row = vectors.identity(db, MINE.name)
        assert row is not None
        vectors.put_tried(db, row, odd.id)
    found = check(store, MINE, "matrix")
    whole = "2 notes = 1 vector + 0 waiting + 1 of which the model makes none, found by words alone; test/mine@2#mean, "
    assert found.detail.startswith(whole)
    assert (found.ok, found.hint) == (True, "")
    add(store, "three")
    found = check(store, MINE, "matrix")
    assert found.detail.startswith("3 notes = 1 vector + 1 waiting + 1 of which the model makes none, ")
    assert "remora model embed" in found.hint


def test_constants_that_nobody_measured_are_said_to_be_so(store: Store) -> None:
    found = check(store, OTHER, "matrix")
    assert found.detail.startswith("0 notes = 0 vectors + 0 waiting; test/other@3#mean, lo not measured yet, ")
    assert (found.ok, found.hint) == (True, "")


def test_vectors_of_another_width_and_sums_that_count_others_are_faults(store: Store) -> None:
    note = add(store, "one")
    give(store, note, MINE)
    with store.write() as db:
        sums.fold(db, 0, vectors.counter(db))
        db.execute("UPDATE vector_sums SET live = 7")
    found = check(store, MINE, "matrix")
    assert not found.ok
    assert "the sums of 1 namespace are not those of the vectors" in found.detail
    with store.write() as db:
        db.execute("UPDATE note_vectors SET v = x'00000000'")
    assert "1 vector of another width" in check(store, MINE, "matrix").detail


def test_a_vector_without_its_note_is_a_fault(store: Store) -> None:
    note = add(store, "one")
    give(store, note, MINE)
    store.read().execute("PRAGMA foreign_keys = OFF")  # SQLite itself keeps it from happening
    with store.write() as db:
        db.execute("UPDATE note_vectors SET note = 99")
    found = check(store, MINE, "matrix")
    assert (found.ok, "the counts do not agree" in found.detail) == (False, True)
    assert "export" in found.hint


def test_no_model_is_no_fault() -> None:
    found = wordless("no model is here.", "get one")
    assert (found.ok, found.detail, found.hint) == (True, "no model is here", "get one")


def test_a_note_has_the_identity_of_the_store_before_any_other(store: Store) -> None:
    both, late, none = (add(store, text) for text in ("one", "two", "three"))
    give(store, both, MINE)
    give(store, both, OTHER)
    give(store, late, OTHER)
    assert identities(store, [both, late, none]) == {both.id: OTHER.name, late.id: OTHER.name}
    with store.write() as db:
        meta.put(db, meta.IDENTITY, MINE.name)
    assert identities(store, [both, late, none]) == {both.id: MINE.name, late.id: OTHER.name}
