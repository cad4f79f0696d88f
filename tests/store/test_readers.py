"""Two readers of the same vectors: same answers, whoever writes, and a live probe before one is trusted."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recall.making import OTHER, PROJECT, fill, note

from remora.store import Outbox, Store, namespaces, nearest, notes, sums, vectors
from remora.store import matrix as matrix_module
from remora.store.matrix import BLOCK, Matrix
from remora.store.rows import Rows
from remora.store.vectors import Identity

WIDTH = 16
STEPS = ["add", "archive", "restore", "move", "purge", "again"]


@pytest.fixture
def identity(store: Store) -> Identity:
    with store.write() as db:
        return vectors.put_identity(db, f"test/random@{WIDTH}#none", lo=0.0, hi=1.0, dup=0.92)


def units(count: int, seed: int) -> np.ndarray:
    drawn = np.random.default_rng(seed).standard_normal((count, WIDTH)).astype(np.float32)
    return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def filled(store: Store, identity: Identity, count: int, namespace: str = PROJECT, first: int = 0) -> list[int]:
    """Notes with vectors; every tenth vector repeats the one before, so that there are ties."""
    drawn = units(count, seed=first + 1)
    drawn[9::10] = drawn[8::10][: len(drawn[9::10])]
    return put(store, identity, drawn, namespace, first)


def put(store: Store, identity: Identity, drawn: np.ndarray, namespace: str = PROJECT, first: int = 0) -> list[int]:
    """A note for each vector."""
    count = len(drawn)
    fill(store, [note(f"fact {first + at}", note_id=f"{namespace[:2]}{first + at:05}", namespace=namespace)
                 for at in range(count)])  # fmt: skip
    rows = []
    with store.write() as db:
        for at, vector in enumerate(drawn):
            found = notes.by_id(db, f"{namespace[:2]}{first + at:05}")
            assert found is not None
            vectors.put(db, found, identity, vector.tobytes(), WIDTH)
            rows.append(found.row)
    return rows


def test_both_readers_give_the_same_top_ten_on_a_thousand_queries(store: Store, identity: Identity) -> None:
    filled(store, identity, 1_000)
    filled(store, identity, 100, namespace=OTHER, first=1_000)
    db = store.read()
    assert nearest.ready(db)
    matrix, rows = Matrix(identity, WIDTH), Rows(identity, WIDTH)
    for query in units(1_000, seed=7):
        assert matrix.nearest(db, PROJECT, query, 10) == rows.nearest(db, PROJECT, query, 10)


@pytest.mark.parametrize("limit", [0, 1, 19, 20, 21])
def test_both_know_where_the_notes_end(store: Store, identity: Identity, limit: int) -> None:
    filled(store, identity, 20)
    db, query = store.read(), units(1, seed=5)[0]
    assert nearest.ready(db)
    found = [kind(identity, WIDTH).nearest(db, PROJECT, query, limit) for kind in (Matrix, Rows)]
    assert found[0] == found[1]
    assert len(found[0]) == min(limit, 20)


def test_both_hand_out_the_same_vectors(store: Store, identity: Identity) -> None:
    rows = filled(store, identity, 20)
    db = store.read()
    asked = [rows[3], 10_000, rows[0], rows[19]]
    for reader in (Matrix(identity, WIDTH), Rows(identity, WIDTH)):
        known, lines = reader.vectors(db, PROJECT, asked)
        assert known == [rows[3], rows[0], rows[19]]
        assert lines.tobytes() == b"".join(vectors.of_notes(db, identity, known)[row] for row in known)


@pytest.mark.parametrize("kind", [Matrix, Rows])
@pytest.mark.parametrize("count", [1, 3, 12, 40])
def test_both_find_in_one_go_what_is_near_to_each_of_several(
    store: Store, identity: Identity, kind: type, count: int
) -> None:
    """More notes than one block and one product hold, each query among them, likes of it, and one that is damaged."""
    lines, near = units(BLOCK * 2 + 377, seed=1), units(count, seed=2)
    for number, query in enumerate(near):
        for like in range(number % 4):
            line = query + 0.1 * (like + 1) * lines[0]
            lines[like * BLOCK + number * 7] = line / np.linalg.norm(line)
    rows = put(store, identity, lines)
    lines[3] = np.nan
    with store.write() as db:
        db.execute("UPDATE note_vectors SET v = ? WHERE note = ?", (lines[3].tobytes(), rows[3]))
    db = store.read()
    assert nearest.ready(db)
    reader = kind(identity, WIDTH)
    for query, found in zip(near, reader.near(db, PROJECT, near, 0.92, 5), strict=True):
        expected = {row for row, line in zip(rows, lines, strict=True) if float(line @ query) >= 0.92}
        known, vectors_of = reader.vectors(db, PROJECT, found)
        assert {row for row, cosine in zip(known, vectors_of @ query, strict=True) if cosine >= 0.92} == expected
        if kind is Matrix:
            assert set(found) == expected
    assert reader.near(db, "nobody-00000000", near, 0.92, 5) == [[] for _ in near]


@pytest.mark.parametrize("kind", [Matrix, Rows])
def test_an_unknown_namespace_has_no_neighbours_until_it_has_notes(
    store: Store, identity: Identity, kind: type
) -> None:
    reader, query = kind(identity, WIDTH), units(1, seed=3)[0]
    assert nearest.ready(store.read())
    assert reader.nearest(store.read(), PROJECT, query, 5) == []
    rows = filled(store, identity, 3)
    assert sorted(reader.nearest(store.read(), PROJECT, query, 5)) == rows


@settings(max_examples=30, deadline=None)
@given(steps=st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 30)), max_size=25))
def test_the_matrix_follows_whatever_others_write(tmp_path_factory, steps) -> None:
    store = Store.open(tmp_path_factory.mktemp("home"))
    with store.write() as db:
        identity = vectors.put_identity(db, f"test/random@{WIDTH}#none")
    resident = Matrix(identity, WIDTH)
    query = units(1, seed=99)[0]
    filled(store, identity, 5)
    for number, (step, at) in enumerate(steps):
        resident.nearest(store.read(), PROJECT, query, 10)
        if step == "add":
            filled(store, identity, 1, first=1_000 + number)
        else:
            _do(store, identity, step, at, number)
        db = store.read()
        for namespace in (PROJECT, OTHER):
            fresh = Matrix(identity, WIDTH)
            assert resident.nearest(db, namespace, query, 10) == fresh.nearest(db, namespace, query, 10)
    store.close()


def _do(store: Store, identity: Identity, step: str, at: int, number: int) -> None:
    with store.write() as db:
        there = list(notes.all_notes(db))
        if not there:
            return
        one = there[at % len(there)]
        if step == "archive" and one.archived_at is None:
            notes.archive(db, one, 1)
        elif step == "restore" and one.archived_at is not None:
            notes.restore(db, one, 2)
        elif step == "move":
            notes.move(db, one, OTHER if one.namespace == PROJECT else PROJECT, 3)
        elif step == "purge":
            notes.delete(db, one)
        elif step == "again":
            vectors.put(db, one, identity, units(1, seed=number + 50)[0].tobytes(), WIDTH)


def test_a_connection_without_the_extension_is_not_ready(store: Store, mocker) -> None:
    mocker.patch.object(nearest, "library", return_value=None)
    assert not nearest.ready(store.read())


def test_a_library_that_is_none_is_no_error(store: Store, tmp_path, mocker) -> None:
    wrong = tmp_path / "vec0.so"
    wrong.write_text("not a library")
    mocker.patch.object(nearest, "library", return_value=wrong)
    assert not nearest.ready(store.read())


BAD = {"short": b"\x00" * 8, "ragged": b"\x00" * 7, "empty": b"", "nan": np.full(WIDTH, np.nan, np.float32).tobytes()}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_damaged_vector_costs_its_own_note_alone(store: Store, identity: Identity, bad: bytes) -> None:
    numbers = filled(store, identity, 30)
    hurt = numbers[3]
    with store.write() as db:
        sums.fold(db, 0, vectors.counter(db))
        db.execute("UPDATE note_vectors SET v = ? WHERE note = ?", (bad, hurt))
        db.execute("UPDATE vector_sums SET total = ?", (bad,))
    db = store.read()
    assert nearest.ready(db)
    for reader in (Matrix(identity, WIDTH), Rows(identity, WIDTH)):
        found = reader.nearest(db, PROJECT, units(1, 99)[0], 29)
        assert set(found) == set(numbers) - {hurt}
        known, lines = reader.vectors(db, PROJECT, numbers)
        assert known == [row for row in numbers if row != hurt]
        assert np.isfinite(lines).all()
    number = namespaces.number(db, PROJECT)
    assert number is not None
    assert sums.get(db, number, identity.n) is None
    with store.write() as db:  # each of these changes the sum
        for row in numbers[2:5]:
            one = notes.by_row(db, row)
            assert one is not None
            notes.archive(db, one, 5)
    total = sums.get(store.read(), number, identity.n)
    assert total is not None
    left = [np.frombuffer(v, np.float32) for _, v in vectors.of_place(store.read(), number, identity)]
    assert total.live == len(left) == 27
    assert np.allclose(total.total, np.sum(left, axis=0), atol=1e-5)


def test_the_matrix_follows_a_namespace_that_takes_another_name(store: Store, identity: Identity) -> None:
    numbers = filled(store, identity, 5)
    matrix, query = Matrix(identity, WIDTH), units(1, 9)[0]
    assert len(matrix.nearest(store.read(), PROJECT, query, 10)) == 5
    with store.write() as db:
        namespaces.rename(db, PROJECT, OTHER)
    (later,) = filled(store, identity, 1, first=50)
    assert matrix.nearest(store.read(), PROJECT, query, 10) == [later]
    assert set(matrix.nearest(store.read(), OTHER, query, 10)) == set(numbers)


@pytest.mark.parametrize("limit", [0, 1, 10, 399, 400, 1_000])
def test_both_readers_agree_however_many_are_wanted(store: Store, identity: Identity, limit: int) -> None:
    filled(store, identity, 400)
    db = store.read()
    assert nearest.ready(db)
    matrix, rows = Matrix(identity, WIDTH), Rows(identity, WIDTH)
    for query in units(5, seed=11):
        found = matrix.nearest(db, PROJECT, query, limit)
        assert len(found) == min(limit, 400)
        assert found == rows.nearest(db, PROJECT, query, limit)


@pytest.mark.parametrize("kind", [Matrix, Rows])
def test_a_project_that_takes_the_name_of_a_renamed_one_is_another(
    store: Store, identity: Identity, kind: type
) -> None:
    reader, query = kind(identity, WIDTH), units(1, seed=3)[0]
    assert nearest.ready(store.read())
    old = filled(store, identity, 3)
    assert sorted(reader.nearest(store.read(), PROJECT, query, 5)) == old
    with store.write() as db:
        assert namespaces.rename(db, PROJECT, "moved-11111111")
    assert reader.nearest(store.read(), PROJECT, query, 5) == []
    assert sorted(reader.nearest(store.read(), "moved-11111111", query, 5)) == old
    new = filled(store, identity, 2, first=100)
    assert sorted(reader.nearest(store.read(), PROJECT, query, 5)) == new


def test_a_matrix_that_is_filled_in_blocks_holds_every_vector(store: Store, identity: Identity, mocker) -> None:
    mocker.patch.object(matrix_module, "BLOCK", 7)
    rows = filled(store, identity, 100)
    known, lines = Matrix(identity, WIDTH).vectors(store.read(), PROJECT, rows)
    assert known == rows
    assert lines.tobytes() == b"".join(vectors.of_notes(store.read(), identity, rows)[row] for row in rows)


def test_own_notes_and_those_of_another_process_are_found_on_the_next_query_beside_a_busy_journal(
    store: Store, identity: Identity
) -> None:
    """Another process writes journal lines all the while and, when told, a note with its vector."""
    resident, query = Matrix(identity, WIDTH), units(1, seed=3)[0]
    seen = set(filled(store, identity, 5))
    assert set(resident.nearest(store.read(), PROJECT, query, 100)) == seen
    other = subprocess.Popen(
        [sys.executable, "-c", OTHER_PROCESS, str(store.home), identity.name], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert other.stdin is not None
    assert other.stdout is not None
    try:
        for number in range(10):
            other.stdin.write("a note\n")
            other.stdin.flush()
            theirs = int(other.stdout.readline())
            assert set(resident.nearest(store.read(), PROJECT, query, 100)) == seen | {theirs}
            ours = filled(store, identity, 1, first=1_000 + number)
            seen |= {theirs, *ours}
            assert set(resident.nearest(store.read(), PROJECT, query, 100)) == seen
        journal = store.read().execute("SELECT count(*) FROM journal").get
        assert journal > 10
    finally:
        other.stdin.close()
        assert other.wait(30) == 0
        other.stdout.close()


def test_journal_lines_make_the_resident_reader_load_nothing(store: Store, identity: Identity, mocker) -> None:
    filled(store, identity, 5)
    resident, query = Matrix(identity, WIDTH), units(1, seed=3)[0]
    resident.nearest(store.read(), PROJECT, query, 5)
    loads = [mocker.spy(vectors, "newer"), mocker.spy(vectors, "of_place")]
    other = Store.open(store.home)
    outbox = Outbox(other)
    for number in range(3):
        outbox.put("event", session="s", event="turn", event_id=str(number), at=1, record={})
        assert outbox.flush(1_000)
        resident.nearest(store.read(), PROJECT, query, 5)
    other.close()
    assert store.read().execute("SELECT count(*) FROM journal").get == 3
    assert [load.call_count for load in loads] == [0, 0]


OTHER_PROCESS = """
import sys, threading
from pathlib import Path
import numpy as np
from remora.notes import Provenance
from remora.store import Store, journal, new_id, notes, vectors

store, told = Store.open(Path(sys.argv[1])), threading.Event()

def write_journal():
    number = 0
    while not told.is_set():
        number += 1
        with store.write() as db:
            record = {"session": "s", "event": "turn", "event_id": str(number), "at": 1, "record": {"text": "x" * 200}}
            journal.apply(db, record)

writer = threading.Thread(target=write_journal)
writer.start()
identity = vectors.identity(store.read(), sys.argv[2])
random = np.random.default_rng(5)
for line in sys.stdin:
    vector = random.standard_normal(16).astype(np.float32)
    text = new_id()
    with store.write() as db:
        new = notes.NewNote(id=text, text=text, words=text, namespace="shop-0a1b2c3d", importance=None, created_at=1,
                            provenance=Provenance(trigger="manual"), digest=notes.digest_of(text))
        note = notes.insert(db, new)
        vectors.put(db, note, identity, (vector / np.linalg.norm(vector)).tobytes(), 16)
    print(note.row, flush=True)
told.set()
writer.join()
"""
