"""Files that are not ours to write: refused with an error of the environment, and not a byte of the home changes."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import apsw
import pytest
from store.making import new_note

from remora.errors import EnvironmentTrouble, ForeignStore, NewerStore, StoreDamaged
from remora.store import Store, migrate, notes


def bytes_of(home: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in home.iterdir() if path.is_file()}


def refused(home: Path, error: type[EnvironmentTrouble]) -> EnvironmentTrouble:
    before, names = bytes_of(home), sorted(home.iterdir())
    with pytest.raises(error) as caught:
        Store.open(home)
    assert bytes_of(home) == before
    assert sorted(home.iterdir()) == names
    assert caught.value.exit_code == 3
    assert caught.value.hint
    return caught.value


def a_store_of_version(home: Path, version: int, min_reader: int) -> None:
    store = Store.open(home)
    with store.write() as db:
        notes.insert(db, new_note("written by another version"))
        db.execute("UPDATE meta SET value = ? WHERE key = 'min_reader'", (str(min_reader),))
        db.pragma("user_version", version)
    store.close()


def test_a_newer_store_is_refused(home: Path) -> None:
    a_store_of_version(home, 99, 99)
    assert "schema 99" in refused(home, NewerStore).message


def test_a_newer_store_whose_process_was_killed_with_its_log_unwritten(home: Path) -> None:
    child = os.fork()
    if child == 0:
        store = Store.open(home)
        with store.write() as db:
            db.execute("UPDATE meta SET value = '99' WHERE key = 'min_reader'")
            db.pragma("user_version", 99)
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert (home / "memory.db-wal").stat().st_size > 0
    before = bytes_of(home)
    with pytest.raises(NewerStore):
        Store.open(home)
    after = bytes_of(home)
    assert after.keys() == before.keys()
    assert after["memory.db"] == before["memory.db"]
    assert after["memory.db-wal"] == before["memory.db-wal"]


def test_a_newer_store_that_older_programs_may_use_is_used_and_stays_newer(home: Path) -> None:
    a_store_of_version(home, 99, migrate.SCHEMA)
    store = Store.open(home)
    with store.write() as db:
        notes.insert(db, new_note("written by the older one"))
    assert len(list(notes.all_notes(store.read()))) == 2
    assert store.read().pragma("user_version") == 99
    store.close()


def test_a_newer_store_that_does_not_say_who_may_read_it(home: Path) -> None:
    store = Store.open(home)
    with store.write() as db:
        db.execute("DELETE FROM meta WHERE key = 'min_reader'")
        db.pragma("user_version", 99)
    store.close()
    refused(home, NewerStore)


def test_a_text_file_is_refused(home: Path) -> None:
    (home / "memory.db").write_text("shopping list\n" * 1000)
    refused(home, ForeignStore)


def test_a_short_text_file_is_refused(home: Path) -> None:
    (home / "memory.db").write_text("x")
    refused(home, ForeignStore)


def test_a_folder_is_refused(home: Path) -> None:
    (home / "memory.db").mkdir()
    (home / "memory.db" / "mine.txt").write_text("mine")
    assert "folder" in refused(home, ForeignStore).message
    assert (home / "memory.db" / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize(("application", "version"), [(0, 0), (0, 7), (0x12345678, 0)])
def test_another_programs_database_is_refused(home: Path, application: int, version: int) -> None:
    db = apsw.Connection(str(home / "memory.db"))
    db.execute("CREATE TABLE recipes (id INTEGER PRIMARY KEY, text TEXT, created TEXT)")
    db.pragma("application_id", application)
    db.pragma("user_version", version)
    db.close()
    refused(home, ForeignStore)


def test_another_programs_database_in_use_under_a_log(home: Path) -> None:
    db = apsw.Connection(str(home / "memory.db"))
    db.pragma("journal_mode", "wal")
    db.execute("CREATE TABLE recipes (id INTEGER PRIMARY KEY)")
    before = {name: (home / name).read_bytes() for name in ("memory.db", "memory.db-wal")}
    with pytest.raises(ForeignStore):
        Store.open(home)
    assert {name: (home / name).read_bytes() for name in before} == before
    db.close()


def test_a_damaged_header_of_somebody_elses(home: Path) -> None:
    (home / "memory.db").write_bytes(b"SQLite format 3\x00" + bytes(range(256)) * 40)
    refused(home, ForeignStore)


def test_a_damaged_store_of_ours_is_refused(home: Path) -> None:
    Store.open(home).close()
    whole = (home / "memory.db").read_bytes()
    (home / "memory.db").write_bytes(whole[:100] + b"\xff" * 8092 + whole[8192:])
    assert "damaged" in refused(home, StoreDamaged).message


def killed_with_its_log_unwritten(home: Path, *texts: str) -> Path:
    """A store whose notes lie in the log alone, as a killed process leaves them; returns the log."""
    child = os.fork()
    if child == 0:
        store = Store.open(home)
        for text in texts:
            with store.write() as db:
                notes.insert(db, new_note(text))
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    return home / "memory.db-wal"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    (tmp_path / "other").mkdir(mode=0o700)
    return tmp_path / "other"


@pytest.mark.parametrize("emptied", [True, False])
def test_a_log_whose_file_is_gone_holds_the_only_copy_of_its_notes(home: Path, emptied: bool) -> None:
    killed_with_its_log_unwritten(home, "a fact that is nowhere else")
    (home / "memory.db-shm").unlink()
    whole = (home / "memory.db").read_bytes()
    (home / "memory.db").unlink()
    if emptied:
        (home / "memory.db").touch(mode=0o600)
    assert "its log memory.db-wal holds notes" in refused(home, StoreDamaged).message
    (home / "memory.db").write_bytes(whole)
    store = Store.open(home)
    assert [note.text for note in notes.all_notes(store.read())] == ["a fact that is nowhere else"]
    store.close()


def test_the_log_of_another_store_is_not_written_over_the_notes(home: Path, other: Path) -> None:
    store = Store.open(home)
    with store.write() as db:
        notes.insert(db, new_note("ours"))
    store.close()
    shutil.copy(killed_with_its_log_unwritten(other, "theirs"), home)
    before = (home / "memory.db").read_bytes()
    with pytest.raises(StoreDamaged, match="belongs to another store"):
        Store.open(home)
    assert (home / "memory.db").read_bytes() == before
    (home / "memory.db-wal").unlink()
    (home / "memory.db-shm").unlink(missing_ok=True)
    store = Store.open(home)
    assert [note.text for note in notes.all_notes(store.read())] == ["ours"]
    store.close()


def test_the_log_beside_the_file_that_a_link_leads_to_is_its_own(home: Path, other: Path) -> None:
    killed_with_its_log_unwritten(other, "a fact behind a link")
    (home / "memory.db").symlink_to(other / "memory.db")
    store = Store.open(home)
    assert [note.text for note in notes.all_notes(store.read())] == ["a fact behind a link"]
    store.close()


def test_what_is_no_ordinary_file_is_refused(home: Path) -> None:
    os.mkfifo(home / "memory.db")
    assert "no ordinary file" in refused(home, ForeignStore).message


def test_opening_a_home_twice_keeps_the_locks_of_the_first(home: Path) -> None:
    first = Store.open(home)
    with first.write() as db:
        notes.insert(db, new_note("zero"))
    Store.open(home).close()
    # Without its lock another program's end would fold the log in and delete it under this connection.
    program = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)  # the range of SQLite's shared locks
    except OSError:
        sys.exit(7)
"""
    assert subprocess.run([sys.executable, "-c", program, str(first.path)], timeout=60).returncode == 7
    first.close()


def test_a_copy_of_a_store_is_a_store(home: Path, tmp_path: Path) -> None:
    Store.open(home).close()
    other = tmp_path / "other"
    shutil.copytree(home, other)
    Store.open(other).close()
