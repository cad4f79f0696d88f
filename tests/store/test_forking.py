"""A forked child has nothing of its parent's store open: it works on connections of its own, and so does the parent."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from store.making import new_note

from remora.store import Outbox, Store, maintenance, notes


def in_child(work: Callable[[], None], *, ending: Callable[[int], None] = os._exit) -> int:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            ending(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


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


def test_a_fork_in_the_middle_of_a_write_leaves_the_write_to_the_parent(store: Store) -> None:
    def nothing_of_it() -> None:
        assert list(notes.all_notes(store.read())) == []
        assert not store.read().in_transaction

    with store.write() as db:
        notes.insert(db, new_note("the parent's"))
        assert in_child(nothing_of_it) == 0
    assert len(list(notes.all_notes(store.read()))) == 1


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
    sys.exit(0)
assert os.wait()[1] == 0
assert Path({str(home)!r}, "memory.db-wal").stat().st_size > 0
with store.write() as db:
    notes.insert(db, new_note("after the fork"))
print(len(list(notes.all_notes(store.read()))))
"""
    import subprocess

    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr, ran.returncode) == ("2\n", "", 0)


def test_connections_of_threads_that_stay_behind_are_dropped_as_well(store: Store) -> None:
    ready, done = threading.Event(), threading.Event()

    def hold() -> None:
        store.read().execute("SELECT 1").get  # noqa: B018 - reading is the use
        ready.set()
        done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    ready.wait()

    def alone() -> None:
        assert store._connections == {}
        store.read()
        assert len(store._connections) == 1

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
