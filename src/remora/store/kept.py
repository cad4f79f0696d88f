"""Blocks that wait for the next turn of their session: what a compaction's search found. Delivered once.

Each has an id of its own, given where it was kept: row numbers are given anew, and clocks of processes differ.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import apsw

from remora.store import codec
from remora.store.fields import integer, mapping, string, strings
from remora.store.query import rows

KEEP_MS = 7 * 24 * 3_600 * 1_000  # a block that nobody fetched in a week belongs to a session that never came back

_ADD = """
    INSERT INTO kept (session, block, created_at) SELECT ?1, ?2, ?3
    WHERE NOT EXISTS (SELECT 1 FROM kept WHERE session = ?1 AND json_extract(block, '$.id') = json_extract(?2, '$.id'))
"""
# Not sorted here: each turn asks, nearly all find nothing, and SQLite makes ready to sort before it looks.
_OF_SESSION = "SELECT n, block, created_at, delivered_at IS NULL FROM kept WHERE session = ?"
_DELIVER = """
    UPDATE kept SET delivered_at = ? WHERE session = ? AND delivered_at IS NULL
    AND coalesce(json_extract(block, '$.id'), 'row ' || n) IN (SELECT value FROM json_each(?))
"""
_DELIVER_ALL = "UPDATE kept SET delivered_at = ? WHERE session = ? AND delivered_at IS NULL AND created_at <= ?"
_TRIM = "DELETE FROM kept WHERE created_at < ?"


@dataclass(frozen=True, slots=True)
class Kept:
    """A block as it was handed over."""

    id: str
    block: Mapping[str, object]
    created_at: int


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `kept`: session, block (with its id), at. A known id adds nothing."""
    at = integer(record, "at")
    db.execute(_ADD, (string(record, "session"), codec.dumps(mapping(record, "block")), at))
    db.execute(_TRIM, (at - KEEP_MS,))


def pending(db: apsw.Connection, session: str, waiting: Sequence[Mapping[str, object]] = ()) -> list[Kept]:
    """The session's blocks that were not delivered yet, oldest first; `waiting` are records that the store lacks."""
    known: set[str] = set()
    found: dict[str, Kept] = {}
    for n, block, at, undelivered in sorted(rows(db, _OF_SESSION, (session,))):
        one = _kept(codec.loads(block), at, n)
        known.add(one.id)
        if undelivered:
            found[one.id] = one
    for record in waiting:
        with suppress(ValueError):
            if record.get("session") != session:
                continue
            if record.get("what") == "delivered" and "blocks" in record:
                for gone in strings(record, "blocks"):
                    found.pop(gone, None)
            elif record.get("what") == "kept":
                one = _kept(mapping(record, "block"), integer(record, "at"))
                if one.id not in known:  # it is in already, and its file was not deleted
                    found[one.id] = one
    return list(found.values())


def deliver(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `delivered`: session, at, blocks (ids); without ids, as once written, all of that time."""
    session, at = string(record, "session"), integer(record, "at")
    if "blocks" in record:
        db.execute(_DELIVER, (at, session, codec.dumps(strings(record, "blocks"))))
    else:
        db.execute(_DELIVER_ALL, (at, session, at))


def _kept(block: Mapping[str, object], at: int, n: int = 0) -> Kept:
    return Kept(str(block.get("id") or f"row {n}"), block, at)
