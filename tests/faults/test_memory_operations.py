"""Every verb that writes is killed at every step: what the caller was told stands, and all parts agree."""

import io
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from faults.harness import Acknowledge, Mode, Operation, Remains, opened, walk

from remora.embed.hashing import Hashing
from remora.errors import UsageError
from remora.learn.embedding import Embedding
from remora.memory import Memory
from remora.settings import load
from remora.store import Outbox, Readers, Store, backups, namespaces, notes, spool, sums, tombstones, vectors
from remora_hookspecs import Session

PROJECT = "shop-0a1b2c3d"
BEFORE = [f"the release branch of week {week} is cut on day {week % 5}" for week in range(6)]
MODES: list[Mode] = ["kill", "torn", "full"]


def memory(home: Path) -> tuple[Memory, Store]:
    store = Store.open(home)
    return Memory(store, load(home=home, environ={}), outbox=Outbox(store)), store


def some_notes(home: Path) -> None:
    with_notes, store = memory(home)
    for text in BEFORE:
        with_notes.add(text, project=PROJECT)
    store.close()


def forgotten_ones(home: Path) -> None:
    some_notes(home)
    with_notes, store = memory(home)
    for note in with_notes.listing(project=PROJECT):
        with_notes.forget(note.id)
    store.close()


def add(home: Path, acknowledge: Acknowledge) -> None:
    with_notes, store = memory(home)
    for text in ("deploys need approval", "tests need postgres"):
        acknowledge(with_notes.add(text, project=PROJECT).note.text)
    store.close()


def bring_in(home: Path, acknowledge: Acknowledge) -> None:
    with_notes, store = memory(home)
    lines = [f"- imported fact number {number}\n" for number in range(12)]
    done = with_notes.import_lines(io.StringIO("".join(lines)), project=PROJECT)
    assert done.added == 12
    for number in range(12):
        acknowledge(f"imported fact number {number}")
    store.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("operation", [add, bring_in])
def test_what_was_acknowledged_is_there_and_what_was_there_stays(
    tmp_path: Path, operation: Operation, mode: Mode
) -> None:
    def check(remains: Remains) -> None:
        texts = [note.text for note in opened(remains)]
        assert len(texts) == len(set(texts))
        assert set(texts) >= {*BEFORE, *remains.acknowledged}

    walk(operation, folder=tmp_path, setup=some_notes, check=check, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_forgetting_stands_once_it_is_acknowledged(tmp_path: Path, mode: Mode) -> None:
    def forget(home: Path, acknowledge: Acknowledge) -> None:
        with_notes, store = memory(home)
        for note in with_notes.listing(project=PROJECT)[:3]:
            acknowledge(with_notes.forget(note.id).id)
        store.close()

    def check(remains: Remains) -> None:
        left = opened(remains)
        archived = {note.id for note in left if note.archived_at is not None}
        assert len(left) == len(BEFORE)
        assert set(remains.acknowledged) <= archived
        assert len(archived) <= len(remains.acknowledged) + 1

    walk(forget, folder=tmp_path, setup=some_notes, check=check, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_undoing_stands_once_it_is_acknowledged(tmp_path: Path, mode: Mode) -> None:
    def undo(home: Path, acknowledge: Acknowledge) -> None:
        with_notes, store = memory(home)
        for note in with_notes.listing(project=PROJECT, archived=True)[:3]:
            acknowledge(with_notes.undo(note.id).id)
        store.close()

    def check(remains: Remains) -> None:
        left = opened(remains)
        live = {note.id for note in left if note.archived_at is None}
        assert len(left) == len(BEFORE)
        assert set(remains.acknowledged) <= live
        assert len(live) <= len(remains.acknowledged) + 1

    walk(undo, folder=tmp_path, setup=forgotten_ones, check=check, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_purging_loses_no_other_note_and_is_finished_by_the_same_command(tmp_path: Path, mode: Mode) -> None:
    doomed: list[str] = []

    def setup(home: Path) -> None:
        some_notes(home)
        with_notes, store = memory(home)
        for number in range(2):
            note = with_notes.add(f"the zanzibarine deploy of ring {number}", project=PROJECT).note
            doomed.append(note.id)
            with_notes.journal(Session(id="s"), "turn", {"text": note.text})
            with_notes.flush()
            spool.write(home, [{"what": "event", "text": note.text}])
        backups.backup(store.path, backups.folder(home) / "old.db")
        store.close()

    def purge(home: Path, acknowledge: Acknowledge) -> None:
        with_notes, store = memory(home)
        if with_notes.purge(doomed, everywhere=True).clean:
            acknowledge("purged")
        store.close()

    def check(remains: Remains) -> None:
        left = {note.text for note in opened(remains)}
        assert left >= set(BEFORE)
        if remains.acknowledged:
            assert left == set(BEFORE)
        elif left != set(BEFORE) or pieces(remains.home):
            purge(remains.home, lambda text: None)
        assert {note.text for note in opened(remains)} == set(BEFORE)
        assert pieces(remains.home) == []

    walk(purge, folder=tmp_path, setup=setup, check=check, mode=mode, every=2 if mode == "kill" else 3)


def pieces(home: Path) -> list[str]:
    """The files that hold a stem of a purged text."""
    return [path.name for path in home.rglob("*") if path.is_file() and b"zanzibarin" in path.read_bytes()]


def test_a_forgotten_text_keeps_its_tombstone_wherever_the_process_dies(tmp_path: Path) -> None:
    def forget(home: Path, acknowledge: Acknowledge) -> None:
        with_notes, store = memory(home)
        with_notes.forget(with_notes.listing(project=PROJECT)[0].id)
        acknowledge("forgotten")
        store.close()

    def check(remains: Remains) -> None:
        store = Store.open(remains.home)
        for note in notes.all_notes(store.read()):
            fingerprint = tombstones.has(store.read(), PROJECT, notes.digest_of(note.text))
            assert fingerprint == (note.archived_at is not None)
        store.close()

    walk(forget, folder=tmp_path, setup=some_notes, check=check)


def test_a_merge_of_projects_that_dies_anywhere_loses_nothing_and_can_be_repeated(tmp_path: Path) -> None:
    other = "blog-99887766"

    def setup(home: Path) -> None:
        some_notes(home)
        with_notes, store = memory(home)
        with_notes.forget(with_notes.listing(project=PROJECT)[0].id)
        with_notes.add(BEFORE[0], project=other)
        with_notes.add("written for the other project alone", project=other)
        store.close()

    def merge(home: Path, acknowledge: Acknowledge) -> None:
        with_notes, store = memory(home)
        with suppress(UsageError):  # an earlier one got through
            with_notes.projects.merge(PROJECT, other)
        acknowledge("merged")
        store.close()

    def check(remains: Remains) -> None:
        assert len(opened(remains)) == len(BEFORE) + 2
        merge(remains.home, lambda text: None)
        left = opened(remains)
        assert {note.namespace for note in left} == {other}
        live = [note.text for note in left if note.archived_at is None]
        assert len(live) == len(set(live)) >= len(BEFORE)

    walk(merge, folder=tmp_path, setup=setup, check=check, every=2)


def test_embedding_that_dies_anywhere_goes_on_where_it_was(tmp_path: Path) -> None:
    def embedding(store: Store) -> Embedding:
        return Embedding(store, Hashing(), Readers(stays=True), patient=True, inside=True)

    def embed(home: Path, acknowledge: Acknowledge) -> None:
        store = Store.open(home)
        embedding(store).catch_up()
        acknowledge("embedded")
        store.close()

    def check(remains: Remains) -> None:
        opened(remains)
        store = Store.open(remains.home)
        own = embedding(store)
        own.catch_up()
        assert own.pending() == 0
        db = store.read()
        number, identity = namespaces.number(db, PROJECT), vectors.identity(db, Hashing().identity.name)
        assert number is not None
        assert identity is not None
        total = sums.get(db, number, identity.n)
        lines = [np.frombuffer(v, np.float32) for _, v in vectors.of_place(db, number, identity)]
        assert total is not None
        assert total.live == len(lines) == len(BEFORE)
        assert np.allclose(total.total, np.sum(lines, axis=0), atol=1e-5)
        store.close()
        assert opened(remains)

    walk(embed, folder=tmp_path, setup=some_notes, check=check, every=2)


def test_a_purge_takes_vectors_sentences_and_their_share_of_the_sum(tmp_path: Path) -> None:
    some_notes(tmp_path)
    with_notes, store = memory(tmp_path)
    own = Embedding(store, Hashing(), Readers(stays=True), patient=True, inside=True)
    own.catch_up()
    with store.write() as db:
        sums.fold(db, 0, vectors.counter(db))
    doomed = [note.id for note in with_notes.listing(project=PROJECT)]
    assert with_notes.purge(doomed[:-1], everywhere=True).clean
    db = store.read()
    assert vectors.count(db, vectors.identity(db, Hashing().identity.name)) == 1  # type: ignore[arg-type]
    assert db.execute("SELECT count(DISTINCT note) FROM sentence_vectors").get == 1
    assert db.execute("SELECT live FROM vector_sums").get == 1
    assert with_notes.purge(doomed[-1:], everywhere=True).clean
    assert not any(store.read().execute("SELECT total FROM vector_sums").get)
    store.close()
