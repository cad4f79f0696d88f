"""A forked child has nothing of its parent's store open: it works on connections of its own, and so does the parent."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from children import in_child
from store.making import new_note

from remora.errors import StoreLocked
from remora.store import Outbox, Store, maintenance, notes


def test_child_and_parent_both_write(home: Path, store: Store) -> None:
    with store.write() as db:
        notes.insert(db, new_note("before the fork"))

    def add() -> None:
        with store.write() as db:
            notes.insert(db, new_note("by the child"))
        store.close()

    assert in_child(add) == 0
    with store.write() as db:
        notes.insert(db, new_note("by the parent"))
    assert {note.text for note in notes.all_notes(store.read())} == {
        "before the fork",
        "by the child",
        "by the parent",
    }
    assert maintenance.integrity(store.read()) == []


def test_a_fork_in_the_middle_of_a_write_leaves_the_file_to_the_parent(home: Path, store: Store) -> None:
    def refused() -> None:
        for use in (store.read, lambda: Store.open(home)):
            with pytest.raises(StoreLocked, match="forked while its parent"):
                use()

    with store.write() as db:
        notes.insert(db, new_note("the parent's"))
        assert in_child(refused) == 0
    assert len(list(notes.all_notes(store.read()))) == 1


def test_a_child_does_not_end_the_transaction_that_it_was_forked_in(store: Store) -> None:
    child = -1

    def write_and_fork() -> None:
        nonlocal child
        with store.write() as db:
            notes.insert(db, new_note("the parent's"))
            child = os.fork()

    try:
        write_and_fork()
    except BaseException as error:  # noqa: BLE001 - the child must not go on as a second test run
        os._exit(7 if child == 0 and isinstance(error, StoreLocked) else 1)
    if child == 0:
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert len(list(notes.all_notes(store.read()))) == 1


def test_a_statement_that_is_half_read_belongs_to_the_parent(store: Store) -> None:
    with store.write() as db:
        for number in range(3):
            notes.insert(db, new_note(f"fact {number}"))
    reading = iter(store.read().execute("SELECT text FROM notes"))
    next(reading)

    def refused() -> None:
        with pytest.raises(StoreLocked):
            store.read()

    assert in_child(refused) == 0
    assert len(list(reading)) == 2


def open_files() -> set[Path]:
    links = (Path("/proc/self/fd") / name for name in os.listdir("/proc/self/fd"))  # noqa: PTH208 - closed at once
    return {link.readlink() for link in links if os.path.lexists(link)}


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell which files are open")
def test_no_file_is_open_while_the_process_forks(home: Path, store: Store) -> None:
    assert home / "memory.db" in open_files()

    def nothing_open() -> None:
        assert not any(file.parent == home for file in open_files())

    assert in_child(nothing_open) == 0


def test_notes_of_a_child_outlive_its_parent(home: Path) -> None:
    # As a program that makes itself a daemon does: the parent leaves, its child goes on, and others look in.
    script = f"""
import os, sys, time
sys.path[:0] = {sys.path!r}
from pathlib import Path
from remora.store import Store, notes
from store.making import new_note
home = Path({str(home)!r})
store = Store.open(home)
with store.write() as db:
    notes.insert(db, new_note("before the fork"))
out, told = os.pipe()
if os.fork():
    store.close()
    os.close(told)
    os.read(out, 1)  # until the child is through
    sys.exit(0)
with store.write() as db:
    notes.insert(db, new_note("beside the parent"))
for number in range(5):
    other = Store.open(home)
    with other.write() as db:
        notes.insert(db, new_note(f"by another store {{number}}"))
    other.close()
    with store.write() as db:
        notes.insert(db, new_note(f"by the child {{number}}"))
os.write(told, b"x")
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ran.stderr, ran.returncode) == ("", 0)
    store = Store.open(home)
    assert len(list(notes.all_notes(store.read()))) == 12
    assert maintenance.integrity(store.read()) == []
    store.close()


def test_the_childs_end_does_not_touch_the_parents_log(home: Path) -> None:
    # The whole life in a process of its own: the child must end as interpreters do, with their clean-up.
    script = f"""
import os, sys
sys.path[:0] = {sys.path!r}
from pathlib import Path
from remora.store import Store, notes
from store.making import new_note
store = Store.open(Path({str(home)!r}))
with store.write() as db:
    notes.insert(db, new_note("before the fork"))
if os.fork() == 0:
    store.read().execute("SELECT 1").get
    sys.exit(0)
with store.write() as db:
    notes.insert(db, new_note("after the fork"))
assert os.wait()[1] == 0
assert Path({str(home)!r}, "memory.db-wal").stat().st_size > 0
print(len(list(notes.all_notes(store.read()))))
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr, ran.returncode) == ("2\n", "", 0)


def test_connections_of_threads_that_stay_behind_are_closed_as_well(store: Store) -> None:
    ready, done = threading.Event(), threading.Event()

    def hold() -> None:
        store.read().execute("SELECT 1").get  # noqa: B018 - reading is the use
        ready.set()
        done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    ready.wait()

    def alone() -> None:
        assert len(store._pool) == 0
        store.read()
        assert len(store._pool) == 1

    try:
        assert in_child(alone) == 0
    finally:
        done.set()
        thread.join()


def test_the_records_that_waited_are_the_parents_to_write(store: Store) -> None:
    outbox = Outbox(store)
    outbox.put("session", id="s")

    def nothing_waits() -> None:
        assert outbox.flush(1_000)
        assert store.read().execute("SELECT count(*) FROM sessions").get == 0

    assert in_child(nothing_waits) == 0
    assert outbox.flush(1_000)
    assert store.read().execute("SELECT count(*) FROM sessions").get == 1
