"""The ledger of what each session was shown, so that no note is shown twice."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

import apsw

from remora.store.fields import integer, string, strings
from remora.store.query import rows

KEEP_MS = 90 * 24 * 3_600 * 1_000  # a session resumed after three months may see a note again

_IDS = "SELECT note FROM shown WHERE session = ?"
# As with verdicts: a block may name any id.
_ADD = """
    INSERT OR IGNORE INTO shown (session, note, at) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM notes WHERE id = ?2)
"""
_RESET = "DELETE FROM shown WHERE session = ?"
_TRIM = "DELETE FROM shown WHERE at < ?"


def ids(db: apsw.Connection, session: str, waiting: Sequence[Mapping[str, object]] = ()) -> set[str]:
    """The ids of the notes this session has seen; `waiting` are records that the store lacks."""
    found = {str(note) for (note,) in rows(db, _IDS, (session,))}
    for record in waiting:
        if record.get("session") == session and record.get("what") == "reset_shown":
            found.clear()
        elif record.get("session") == session and record.get("what") == "shown":
            with suppress(ValueError):
                found.update(strings(record, "notes"))
    return found


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `shown`: session, notes (ids), at."""
    session, at = string(record, "session"), integer(record, "at")
    for note in strings(record, "notes"):
        db.execute(_ADD, (session, note, at))
    db.execute(_TRIM, (at - KEEP_MS,))


def reset(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `reset_shown`: session. Its context was lost, so notes may be shown again."""
    db.execute(_RESET, (string(record, "session"),))
