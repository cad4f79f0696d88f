"""Opening a home: a new file is private and ours, a known one is found again, many may come at once."""

import sqlite3
import stat
from pathlib import Path

import apsw
import pytest
from store import workers
from store.making import NOW, new_note

from remora.errors import HomeUnavailable
from remora.store import Store, meta, migrate, notes


def test_a_new_store_is_ours_private_and_of_the_page_size_that_fits_vectors(store: Store) -> None:
    db = store.read()
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert db.pragma("application_id") == migrate.APPLICATION_ID
    assert db.pragma("user_version") == migrate.SCHEMA
    assert db.pragma("page_size") == 8192
    assert db.pragma("journal_mode") == "wal"
    assert len(meta.get(db, "tombstone_key") or "") == 64


def test_closing_leaves_one_file(store: Store) -> None:
    store.close()
    assert [path.name for path in store.home.iterdir()] == ["memory.db"]


def test_what_was_stored_is_there_for_the_next_process(home: Path) -> None:
    first = Store.open(home)
    with first.write() as db:
        stored = notes.insert(db, new_note("tabs, not spaces"))
    first.close()
    second = Store.open(home)
    assert notes.by_id(second.read(), stored.id) == stored
    second.close()


def test_the_schema_is_that_of_the_newest_script() -> None:
    numbers = [number for number, _ in migrate.scripts()]
    assert numbers == list(range(1, migrate.SCHEMA + 1))


def test_every_setting_of_a_connection_is_in_force(store: Store) -> None:
    db = store.read()
    assert db.pragma("secure_delete") == 1
    assert db.pragma("foreign_keys") == 1
    assert db.pragma("synchronous") == 1  # NORMAL
    assert db.pragma("busy_timeout") == 5_000


def test_the_schema_needs_nothing_that_an_older_sqlite_lacks(store: Store) -> None:
    schema = " ".join(sql for (sql,) in store.read().execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    assert "contentless_delete" not in schema
    assert store.read().execute("SELECT v FROM fulltext_config WHERE k = 'version'").get == 4
    assert not store.read().execute("SELECT v FROM fulltext_config WHERE k = 'secure-delete'").get


def test_eight_processes_may_make_the_same_store_at_once(home: Path) -> None:
    assert workers.run(8, home, notes_each=1) == [0] * 8
    store = Store.open(home)
    assert len(list(notes.all_notes(store.read()))) == 8
    store.close()


def test_an_empty_file_is_as_good_as_none(home: Path) -> None:
    (home / "memory.db").touch()
    Store.open(home).close()
    assert (home / "memory.db").stat().st_size > 0


def test_a_home_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(HomeUnavailable, match="cannot be read"):
        Store.open(tmp_path / "nowhere")


def test_the_clock_of_a_store_is_the_callers(store: Store) -> None:
    assert store.clock() == NOW


def test_the_thread_of_an_ended_one_inherits_its_connection_and_others_are_closed(store: Store) -> None:
    import threading

    opened: list[apsw.Connection] = []
    for _ in range(20):
        thread = threading.Thread(target=lambda: opened.append(store.read()))
        thread.start()
        thread.join()
    assert len(store._pool) <= 2


def test_another_sqlite_reads_and_searches_the_file(home: Path) -> None:
    store = Store.open(home)
    with store.write() as db:
        notes.insert(db, new_note("tabs, not spaces"))
    store.close()
    other = sqlite3.connect(home / "memory.db")
    try:
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert other.execute("SELECT count(*) FROM fulltext WHERE fulltext MATCH ?", ('"1:tab"',)).fetchone() == (1,)
    finally:
        other.close()
