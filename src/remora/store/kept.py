"""Blocks that wait for the next turn of their session: what a compaction's search found. Delivered once."""

from collections.abc import Mapping
from dataclasses import dataclass

import apsw

from remora.store import codec
from remora.store.fields import integer, mapping, string
from remora.store.query import rows

KEEP_MS = 7 * 24 * 3_600 * 1_000  # a block that nobody fetched in a week belongs to a session that never came back

_ADD = "INSERT INTO kept (session, block, created_at) VALUES (?, ?, ?)"
_PENDING = "SELECT n, block, created_at FROM kept WHERE session = ? AND delivered_at IS NULL ORDER BY n"
_DELIVER = "UPDATE kept SET delivered_at = ? WHERE session = ? AND delivered_at IS NULL AND created_at <= ?"
_TRIM = "DELETE FROM kept WHERE created_at < ?"


@dataclass(frozen=True, slots=True)
class Kept:
    """A block as it was handed over, by its number."""

    n: int
    block: Mapping[str, object]
    created_at: int


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `kept`: session, block, at."""
    at = integer(record, "at")
    db.execute(_ADD, (string(record, "session"), codec.dumps(mapping(record, "block")), at))
    db.execute(_TRIM, (at - KEEP_MS,))


def pending(db: apsw.Connection, session: str) -> list[Kept]:
    """The session's blocks that were not delivered yet, oldest first."""
    return [Kept(n, codec.loads(block), at) for n, block, at in rows(db, _PENDING, (session,))]


def deliver(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `delivered`: session, at. Marks all that waited at that time."""
    at = integer(record, "at")
    db.execute(_DELIVER, (at, string(record, "session"), at))
