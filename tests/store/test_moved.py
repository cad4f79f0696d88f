"""A store whose file was removed or replaced takes no writes: nobody would ever read them."""

import shutil
import threading
from pathlib import Path

import pytest
from store.making import new_note

from remora.errors import HomeUnavailable, RemoraError
from remora.store import Outbox, Store, notes, spool


def texts(store: Store) -> set[str]:
    return {note.text for note in notes.all_notes(store.read())}


def test_nothing_is_written_once_the_file_is_gone(home: Path, store: Store) -> None:
    assert not store.moved
    store.path.unlink()
    assert store.moved
    with pytest.raises(HomeUnavailable, match="removed or replaced"), store.write() as db:
        notes.insert(db, new_note("lost"))
    assert not store.path.exists()


def test_a_write_that_is_under_way_is_not_acknowledged(home: Path, store: Store) -> None:
    with pytest.raises(HomeUnavailable, match="removed or replaced"), store.write() as db:  # noqa: PT012 - the way out
        notes.insert(db, new_note("lost"))
        shutil.rmtree(home)
    assert not store.read().in_transaction


def test_another_file_in_its_place_is_left_alone(home: Path, store: Store, tmp_path: Path) -> None:
    with store.write() as db:
        notes.insert(db, new_note("the old one's"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    other = Store.open(elsewhere)
    with other.write() as db:
        notes.insert(db, new_note("the new one's"))
    other.close()
    for ending in ("-wal", "-shm"):
        store.path.with_name(store.path.name + ending).unlink(missing_ok=True)
    other.path.replace(store.path)
    with pytest.raises(HomeUnavailable), store.write() as db:
        notes.insert(db, new_note("lost"))
    store.close()
    anew = Store.open(home)
    assert texts(anew) == {"the new one's"}
    anew.close()


def test_another_thread_makes_no_empty_file_in_its_place(store: Store) -> None:
    store.path.unlink()
    said: list[RemoraError] = []

    def read() -> None:
        try:
            store.read()
        except RemoraError as trouble:
            said.append(trouble)

    thread = threading.Thread(target=read)
    thread.start()
    thread.join(30)
    assert [type(trouble) for trouble in said] == [HomeUnavailable]
    assert not store.path.exists()


def test_what_a_hook_leaves_waits_and_makes_no_home_anew(home: Path, store: Store) -> None:
    outbox = Outbox(store)
    outbox.put("reset_shown", session="s1")
    store.path.unlink()
    assert not outbox.flush(1_000)
    assert len(spool.waiting(home)) == 1
    shutil.rmtree(home)
    outbox.put("reset_shown", session="s2")
    assert not outbox.flush(1_000)
    assert not home.exists()
    assert [record["session"] for record in outbox.peek()] == ["s2"]
