"""Single values that belong to the file: the tombstones' key, the oldest program that may read it, and the like."""

import apsw

from remora.store.query import value

IDENTITY = "identity"  # the key whose value names the identity that the store's vectors are of
TRIED = "tried"  # the key that names the note up to which a model was asked for every vector, and that model
PURGE_UNFINISHED = "purge_unfinished"  # the key that names what a purge has begun and not come to the end of

_GET = "SELECT value FROM meta WHERE key = ?"
_SET = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)"
_UNSET = "DELETE FROM meta WHERE key = ?"


def get(db: apsw.Connection, key: str) -> str | None:
    """The value of a key, None if it was never set."""
    found = value(db, _GET, (key,))
    return None if found is None else str(found)


def put(db: apsw.Connection, key: str, text: str | None) -> None:
    """Set a key; None removes it."""
    if text is None:
        db.execute(_UNSET, (key,))
    else:
        db.execute(_SET, (key, text))
