"""Whoever's process upgraded an earlier store, a person is told once, with the place of the old file."""

from pathlib import Path

import apsw

from remora.store import Store
from remora.upkeep import upgrades


def test_a_person_is_told_once_and_by_whichever_process_comes_next(tmp_path: Path) -> None:
    db = apsw.Connection(str(tmp_path / "memory.db"))
    db.execute("CREATE TABLE memories (id, text, namespace, created_at)")
    db.close()
    Store.open(tmp_path).close()

    later = Store.open(tmp_path)
    copy = upgrades.to_tell(later)
    assert copy is not None
    assert copy.parent == tmp_path / "backups"
    assert copy.read_bytes().startswith(b"SQLite format 3")
    assert upgrades.to_tell(later) is None
    later.close()


def test_a_store_that_was_never_upgraded_has_nothing_to_tell(store: Store) -> None:
    assert upgrades.to_tell(store) is None
