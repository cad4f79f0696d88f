"""The running sum follows by stamp: exact whoever wrote last, seldom written, counted anew behind an older program."""

import numpy as np
import pytest
from store.making import NOW, OTHER, PROJECT, new_note

from remora.notes import Note
from remora.store import Store, namespaces, notes, sums, vectors
from remora.store.vectors import FOLD, Identity

WIDTH = 4


@pytest.fixture
def identity(store: Store) -> Identity:
    with store.write() as db:
        return vectors.put_identity(db, f"test/random@{WIDTH}#none")


def units(count: int) -> np.ndarray:
    drawn = np.random.default_rng(1).standard_normal((count, WIDTH)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def filled(store: Store, identity: Identity, count: int, namespace: str = PROJECT) -> list[Note]:
    made = []
    for vector in units(count):
        with store.write() as db:
            made.append(notes.insert(db, new_note(f"fact {len(made)}", namespace=namespace)))
            vectors.put(db, made[-1], identity, vector.tobytes(), WIDTH)
    return made


def written(store: Store) -> list[tuple[int, int]]:
    return store.read().execute("SELECT live, upto FROM vector_sums ORDER BY namespace").fetchall()


def is_exact(store: Store, identity: Identity, namespace: str = PROJECT) -> bool:
    db = store.read()
    number = namespaces.number(db, namespace)
    assert number is not None
    found = sums.get(db, number, identity.n)
    live = [np.frombuffer(v, np.float32) for _, v in vectors.of_place(db, number, identity)]
    assert found is not None
    return found.live == len(live) and np.allclose(found.total, np.sum(live, axis=0) if live else 0, atol=1e-5)


def test_a_sum_is_exact_with_each_vector_and_written_once_for_many(store: Store, identity: Identity) -> None:
    filled(store, identity, FOLD - 1)
    assert written(store) == []
    assert is_exact(store, identity)
    filled(store, identity, 2)
    assert written(store) == [(FOLD, FOLD)]
    assert is_exact(store, identity)


def test_every_namespace_with_newer_vectors_is_written(store: Store, identity: Identity) -> None:
    filled(store, identity, 3, OTHER)
    filled(store, identity, FOLD - 3)
    assert sorted(written(store)) == [(3, FOLD), (FOLD - 3, FOLD)]
    assert is_exact(store, identity)
    assert is_exact(store, identity, OTHER)


@pytest.mark.parametrize("at", [0, FOLD + 1], ids=["counted", "not yet counted"])
def test_what_goes_is_taken_out_whether_it_was_counted_or_not(store: Store, identity: Identity, at: int) -> None:
    made = filled(store, identity, FOLD + 3)
    with store.write() as db:
        notes.archive(db, made[at], NOW)
    assert is_exact(store, identity)
    with store.write() as db:
        notes.restore(db, made[at], NOW)
        vectors.put(db, made[at], identity, units(9)[8].tobytes(), WIDTH)
    assert is_exact(store, identity)
    with store.write() as db:
        notes.move(db, made[at], OTHER, NOW)
    assert is_exact(store, identity)
    assert is_exact(store, identity, OTHER)
    with store.write() as db:
        notes.delete(db, made[at])
    assert is_exact(store, identity, OTHER)


def test_nothing_is_left_of_the_last_vector(store: Store, identity: Identity) -> None:
    made = filled(store, identity, FOLD)
    with store.write() as db:
        for note in made:
            notes.delete(db, note)
    assert written(store) == [(0, FOLD)]
    assert not any(store.read().execute("SELECT total FROM vector_sums").get)


def test_what_an_older_program_wrote_stands_until_it_is_counted_anew(store: Store, identity: Identity) -> None:
    filled(store, identity, FOLD + 5)
    older = units(1)[0].astype(np.float64)
    with store.write() as db:  # its statement: it names no stamp, for it knows of none
        db.execute(
            "INSERT OR REPLACE INTO vector_sums (namespace, identity, live, total) VALUES (?, ?, ?, ?)",
            (1, identity.n, 1, older.tobytes()),
        )
    found = sums.get(store.read(), 1, identity.n)
    assert found is not None
    assert (found.live, found.total.tolist()) == (1, older.tolist())
    filled(store, identity, FOLD - 5, OTHER)
    assert is_exact(store, identity)
    assert is_exact(store, identity, OTHER)


def test_a_removal_counts_anew_what_an_older_program_wrote(store: Store, identity: Identity) -> None:
    made = filled(store, identity, FOLD)
    with store.write() as db:
        db.execute("UPDATE vector_sums SET upto = NULL, live = 3")
        notes.archive(db, made[0], NOW)
    assert is_exact(store, identity)


def test_the_doctor_compares_a_sum_with_the_vectors_that_it_counted(store: Store, identity: Identity) -> None:
    filled(store, identity, FOLD + 2)
    assert vectors.faults(store.read(), identity, WIDTH) == (0, 0)
    with store.write() as db:
        db.execute("UPDATE vector_sums SET live = live + 1")
    assert vectors.faults(store.read(), identity, WIDTH) == (0, 1)
