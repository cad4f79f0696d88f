"""The append-only record of what a host showed us, which capture reads. Bounded by age and size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from remora.store import codec
from remora.store.fields import integer, mapping, string
from remora.store.query import rows, value

KEEP_MS = 30 * 24 * 3_600 * 1_000  # capture reads at the next boundary: a month covers any holiday
KEEP_BYTES = 16 * 1024 * 1024  # a long day of turns is under a megabyte
TRIM_ROWS = 16  # rows an append may drop: always more than it adds, and never a pause

_ADD = "INSERT OR IGNORE INTO journal (session, kind, event_id, at, record) VALUES (?, ?, ?, ?, ?) RETURNING n"
_GROW = "UPDATE counters SET value = value + ? WHERE name = 'journal_bytes' RETURNING value"
_OLDEST = "SELECT n, at, length(CAST(record AS BLOB)) FROM journal ORDER BY n LIMIT ?"
_DROP = "DELETE FROM journal WHERE n <= ?"
_SINCE = "SELECT n, session, kind, event_id, at, record FROM journal WHERE session = ? AND n > ? ORDER BY n LIMIT ?"
_NEW = "SELECT n, session, kind, event_id, at, record FROM journal WHERE n > ? AND kind = ? ORDER BY n LIMIT ?"
_BEFORE = """
    SELECT n, session, kind, event_id, at, record FROM journal
    WHERE session = ? AND kind = ? AND n < ? ORDER BY n DESC LIMIT ?
"""
# Records are compact JSON: a field with its value stands there literally, and inside a text its quotes are escaped.
_HELD = f"SELECT EXISTS (SELECT 1 FROM ({_BEFORE.strip()}) WHERE instr(record, ?))"
_COUNT = "SELECT count(*) FROM journal"


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEvent:
    """One event, by its number, which only rises."""

    n: int
    session: str
    kind: str
    event_id: str
    at: int
    record: Mapping[str, object]


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `event`: session, event (its kind), event_id, at, record. A known event id adds nothing."""
    body, at = codec.dumps(mapping(record, "record")), integer(record, "at")
    key = (string(record, "session"), string(record, "event"), string(record, "event_id"))
    if rows(db, _ADD, (*key, at, body)):
        size = _grow(db, len(body.encode()))
        trim(db, at, size)


def trim(db: apsw.Connection, now: int, size: int | None = None, *, keep_bytes: int = KEEP_BYTES) -> int:
    """Drop the oldest events beyond the bounds, at most TRIM_ROWS; returns how many."""
    left = _grow(db, 0) if size is None else size
    upto, gone, freed = 0, 0, 0
    for n, at, length in rows(db, _OLDEST, (TRIM_ROWS,)):
        if at >= now - KEEP_MS and left - freed <= keep_bytes:
            break
        upto, gone, freed = n, gone + 1, freed + length
    if gone:
        db.execute(_DROP, (upto,))
        _grow(db, -freed)
    return gone


def since(db: apsw.Connection, session: str, after: int = 0, limit: int = 1_000) -> list[JournalEvent]:
    """A session's events after number `after`, oldest first."""
    return _events(rows(db, _SINCE, (session, after, limit)))


def new(db: apsw.Connection, kind: str, after: int, limit: int) -> list[JournalEvent]:
    """Events of a kind and any session after number `after`, oldest first."""
    return _events(rows(db, _NEW, (after, kind, limit)))


def before(db: apsw.Connection, session: str, kind: str, n: int, limit: int) -> list[JournalEvent]:
    """The session's last events of a kind before number `n`, oldest first."""
    return _events(rows(db, _BEFORE, (session, kind, n, limit)))[::-1]


def held(db: apsw.Connection, session: str, kind: str, n: int, limit: int, **fields: str) -> bool:
    """Whether one of the events that `before` would give has this text in this field."""
    ((name, text),) = fields.items()
    return bool(value(db, _HELD, (session, kind, n, limit, codec.dumps({name: text})[1:-1])))


def count(db: apsw.Connection) -> int:
    """How many events are kept."""
    return int(value(db, _COUNT))


def _events(found: Sequence[tuple[Any, ...]]) -> list[JournalEvent]:
    return [
        JournalEvent(n=n, session=name, kind=kind, event_id=event_id, at=at, record=codec.loads(body))
        for n, name, kind, event_id, at, body in found
    ]


def _grow(db: apsw.Connection, by: int) -> int:
    return int(value(db, _GROW, (by,)))
