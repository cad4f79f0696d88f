"""A process is killed at every write of the store's own operations: nothing acknowledged is lost, all parts agree."""

from pathlib import Path

import pytest
from faults.harness import Acknowledge, Mode, Remains, opened, walk
from store.making import NOW, PROJECT, new_note

from remora.store import Outbox, Store, fulltext, maintenance, notes, spool, turnlog

BEFORE = [f"the release branch is cut on day {day}" for day in range(12)]


def some_notes(home: Path) -> None:
    store = Store.open(home)
    with store.write() as db:
        for number, text in enumerate(BEFORE):
            notes.insert(db, new_note(text, at=NOW + number))
    store.close()


def found(home: Path, word: str) -> int:
    store = Store.open(home)
    try:
        return len(fulltext.holders(store.read(), PROJECT, [word], 100)[word])
    finally:
        store.close()


def add_two(home: Path, acknowledge: Acknowledge) -> None:
    store = Store.open(home)
    for text in ("deploys need approval", "tests need postgres"):
        with store.write() as db:
            note = notes.insert(db, new_note(text))
        acknowledge(note.id)
    store.close()


@pytest.mark.parametrize("mode", ["kill", "torn", "full"])
def test_a_fault_while_a_home_is_made_loses_no_stored_note(tmp_path: Path, mode: Mode) -> None:
    def check(remains: Remains) -> None:
        left = {note.id for note in opened(remains)}
        assert set(remains.acknowledged) <= left
        assert found(remains.home, "need") == len(left)
        assert mode != "full" or len(remains.acknowledged) == 2 or remains.error == "disk_full"

    assert walk(add_two, folder=tmp_path, check=check, mode=mode) > 10


@pytest.mark.parametrize("mode", ["kill", "torn", "full"])
def test_a_fault_in_an_add_loses_no_stored_note(tmp_path: Path, mode: Mode) -> None:
    def check(remains: Remains) -> None:
        left = opened(remains)
        assert {note.text for note in left} >= set(BEFORE)
        assert set(remains.acknowledged) <= {note.id for note in left}

    assert walk(add_two, folder=tmp_path, setup=some_notes, check=check, mode=mode) > 5


@pytest.mark.parametrize("mode", ["kill", "torn", "full"])
def test_a_fault_in_forget_or_undo_leaves_a_sound_store(tmp_path: Path, mode: Mode) -> None:
    def forget_one_undo_it_and_forget_another(home: Path, acknowledge: Acknowledge) -> None:
        store = Store.open(home)
        first, second, *_ = notes.all_notes(store.read())
        with store.write() as db:
            notes.archive(db, first, 5)
        acknowledge("forgotten")
        with store.write() as db:
            notes.restore(db, first, 6)
        acknowledge("restored")
        with store.write() as db:
            notes.archive(db, second, 7)
        acknowledge("forgotten")
        store.close()

    def check(remains: Remains) -> None:
        left = opened(remains)
        live = sum(note.archived_at is None for note in left)
        assert len(left) == len(BEFORE)
        assert found(remains.home, "branch") == live
        # What was acknowledged stands, and of the step that was cut short all or nothing.
        assert len(BEFORE) - live in [{0, 1}, {1, 0}, {0, 1}, {1}][len(remains.acknowledged)]

    walk(forget_one_undo_it_and_forget_another, folder=tmp_path, setup=some_notes, check=check, mode=mode)


@pytest.mark.parametrize("mode", ["kill", "torn"])
def test_a_fault_in_a_purge_leaves_a_sound_store(tmp_path: Path, mode: Mode) -> None:
    def purge_half(home: Path, acknowledge: Acknowledge) -> None:
        store = Store.open(home)
        with store.write() as db:
            for note in list(notes.all_notes(db))[:6]:
                notes.delete(db, note)
            fulltext.optimize(db)
        acknowledge("purged")
        maintenance.checkpoint(store.read())
        maintenance.vacuum(store.read())
        store.close()

    def check(remains: Remains) -> None:
        left = {note.text for note in opened(remains)}
        assert left >= set(BEFORE[6:])
        assert len(left) == 6 if remains.acknowledged else len(left) in (6, 12)

    walk(purge_half, folder=tmp_path, setup=some_notes, check=check, mode=mode)


def test_a_spool_file_is_applied_once_wherever_its_reader_dies(tmp_path: Path) -> None:
    def a_spooled_turn(home: Path) -> None:
        some_notes(home)
        spool.write(home, [{"what": "turn", "session": "s", "turn": "1", "at": 1, "query": "q", "record": {}}])
        spool.write(home, [{"what": "kept", "session": "s", "at": 1, "block": {"entries": []}}])

    def drain(home: Path, acknowledge: Acknowledge) -> None:
        store = Store.open(home)
        assert Outbox(store).drain() == 2
        acknowledge("drained")
        store.close()

    def check(remains: Remains) -> None:
        opened(remains)
        store = Store.open(remains.home)
        Outbox(store).drain()
        turn = turnlog.last(store.read())
        assert turn is not None
        assert turn.query == "q"
        assert store.read().execute("SELECT count(*) FROM kept").get == 1
        assert spool.waiting(remains.home) == []
        store.close()

    walk(drain, folder=tmp_path, setup=a_spooled_turn, check=check)
