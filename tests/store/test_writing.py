"""One write transaction: all or nothing, one at a time, and the trouble of the machine has a name."""

import threading
from pathlib import Path

import apsw
import pytest
from store import workers
from store.making import new_note

from remora.errors import DiskFull, HomeUnavailable, StoreDamaged, StoreLocked
from remora.store import Store, connection, maintenance, notes


def test_an_exception_undoes_all_of_it(store: Store) -> None:
    def half_of_it() -> None:
        with store.write() as db:
            notes.insert(db, new_note("half done"))
            raise KeyError

    with pytest.raises(KeyError):
        half_of_it()
    assert list(notes.all_notes(store.read())) == []
    assert not store.read().in_transaction


def test_a_write_inside_a_write_is_a_mistake_and_stores_nothing(store: Store) -> None:
    def nested() -> None:
        with store.write() as db:
            notes.insert(db, new_note("outer"))
            with store.write():
                pass

    with pytest.raises(RuntimeError, match="inside"):
        nested()
    assert list(notes.all_notes(store.read())) == []


def test_a_writer_that_may_not_wait_is_told_that_the_store_is_locked(home: Path, store: Store) -> None:
    other = Store.open(home)
    with store.write(), pytest.raises(StoreLocked, match="another process"), other.write(wait_ms=0):
        pass
    with other.write(wait_ms=0) as db:
        notes.insert(db, new_note("now it is free"))
    assert other.read().pragma("busy_timeout") == connection.BUSY_MS
    other.close()


def test_a_reader_sees_the_last_commit_while_another_writes(home: Path, store: Store) -> None:
    other = Store.open(home)
    with store.write() as db:
        notes.insert(db, new_note("not yet"))
        assert list(notes.all_notes(other.read())) == []
    assert len(list(notes.all_notes(other.read()))) == 1
    other.close()


def test_each_thread_has_its_own_connection_and_all_write(store: Store) -> None:
    connections: list[apsw.Connection] = []
    start = threading.Barrier(4)

    def add(number: int) -> None:
        start.wait()
        for each in range(25):
            with store.write() as db:
                notes.insert(db, new_note(f"{number} {each}"))
        connections.append(store.read())
        start.wait()

    threads = [threading.Thread(target=add, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(each) for each in connections}) == 4
    assert len(list(notes.all_notes(store.read()))) == 100


def test_eight_processes_adding_five_hundred_each_lose_none(home: Path) -> None:
    assert workers.run(8, home, notes_each=500) == [0] * 8
    store = Store.open(home)
    assert len({note.text for note in notes.all_notes(store.read())}) == 4_000
    assert maintenance.integrity(store.read()) == []
    store.close()


@pytest.mark.parametrize(
    ("met", "ours"),
    [
        (apsw.FullError("full"), DiskFull),
        (apsw.BusyError("busy"), StoreLocked),
        (apsw.LockedError("locked"), StoreLocked),
        (apsw.CorruptError("corrupt"), StoreDamaged),
        (apsw.NotADBError("no"), StoreDamaged),
        (apsw.ReadOnlyError("ro"), HomeUnavailable),
        (apsw.CantOpenError("open"), HomeUnavailable),
        (apsw.IOError("io"), HomeUnavailable),
    ],
)
def test_what_sqlite_meets_has_our_name_and_a_hint(met: apsw.Error, ours: type[Exception]) -> None:
    error = connection.translated(met)
    assert type(error) is ours
    assert getattr(error, "hint", "")
    assert getattr(error, "exit_code", 0) == 3


def test_a_mistake_of_our_own_keeps_its_name(store: Store) -> None:
    with pytest.raises(apsw.SQLError), store.write() as db:
        db.execute("SELECT nothing FROM nowhere")
    assert not store.read().in_transaction


def test_damage_that_reading_meets_is_named(home: Path) -> None:
    store = Store.open(home)
    with store.write() as db:
        for number in range(500):
            notes.insert(db, new_note(f"note number {number}"))
    store.close()
    path = home / "memory.db"
    whole = bytearray(path.read_bytes())
    whole[5 * 8192 : 30 * 8192] = b"\x5a" * (25 * 8192)  # the notes; the schema, read at the opening, ends far behind
    path.write_bytes(whole)
    store = Store.open(home)
    with pytest.raises(StoreDamaged):
        list(notes.all_notes(store.read()))
    store.close()
