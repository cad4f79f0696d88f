"""Namespaces: a project's key or `global`, and the short number that rows and index terms carry instead."""

import apsw

from remora.store.query import rows, value

_NUMBER = "SELECT n FROM namespaces WHERE name = ?"
_ADD = "INSERT INTO namespaces (name) VALUES (?) RETURNING n"
_NAME = "SELECT name FROM namespaces WHERE n = ?"
_ALL = "SELECT name, live FROM namespaces ORDER BY name"
_LIVE = "SELECT live FROM namespaces WHERE name = ?"
_CHANGE_LIVE = "UPDATE namespaces SET live = live + ? WHERE n = ?"
_DROP_SUMS = "DELETE FROM vector_sums WHERE namespace = (SELECT n FROM namespaces WHERE name = ?)"
_DROP = "DELETE FROM namespaces WHERE name = ?"
_RENAME = "UPDATE namespaces SET name = ? WHERE name = ?"


def number(db: apsw.Connection, name: str) -> int | None:
    """The number of a namespace, None if nothing was ever stored there."""
    found = value(db, _NUMBER, (name,))
    return None if found is None else int(found)


def number_for(db: apsw.Connection, name: str) -> int:
    """The number of a namespace, given out on first use; for writers."""
    known = number(db, name)
    return known if known is not None else int(value(db, _ADD, (name,)))


def name(db: apsw.Connection, number: int) -> str:
    """The name behind a number that a row carries."""
    return str(value(db, _NAME, (number,)))


def live(db: apsw.Connection, name: str) -> int:
    """How many notes of a namespace are not archived."""
    return int(value(db, _LIVE, (name,)) or 0)


def change_live(db: apsw.Connection, number: int, by: int) -> None:
    """Called by the writes that add, archive, restore or delete a note."""
    db.execute(_CHANGE_LIVE, (by, number))


def all_live(db: apsw.Connection) -> dict[str, int]:
    """Every namespace with its count of live notes, by name."""
    return {str(name): int(count) for name, count in rows(db, _ALL)}


def drop_empty(db: apsw.Connection, name: str) -> None:
    """Do away with a namespace that holds no note, archived ones included, and no tombstone."""
    db.execute(_DROP_SUMS, (name,))
    db.execute(_DROP, (name,))


def rename(db: apsw.Connection, old: str, new: str) -> bool:
    """Give a whole namespace another name, at the cost of one row. False if `new` is taken or `old` is unknown."""
    if number(db, old) is None or number(db, new) is not None:
        return False
    db.execute(_RENAME, (new, old))
    return True
