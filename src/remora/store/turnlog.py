"""What each turn asked for and was given, for `why --turn`. Bounded; never read by recall."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from remora.store import codec
from remora.store.fields import integer, mapping, string
from remora.store.query import rows

KEEP_TURNS = 2_000  # weeks of work; beyond that nobody asks why
QUERY_CHARS = 2_000  # what a person typed; a pasted log need not be kept to explain a recall

_PUT = """
    INSERT INTO turn_log (session, turn, at, query, record) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (session, turn) DO UPDATE SET at = excluded.at, query = excluded.query, record = excluded.record
"""
_LAST = "SELECT session, turn, at, query, record FROM turn_log ORDER BY at DESC, n DESC LIMIT 1"
_LAST_OF = "SELECT session, turn, at, query, record FROM turn_log WHERE session = ? ORDER BY at DESC, n DESC LIMIT 1"
_LAST_IN = """
    SELECT session, turn, at, query, record FROM turn_log
    WHERE json_extract(record, '$.project') IN (SELECT value FROM json_each(?)) ORDER BY at DESC, n DESC LIMIT 1
"""
_LAST_NOWHERE = """
    SELECT session, turn, at, query, record FROM turn_log
    WHERE json_extract(record, '$.project') IS NULL ORDER BY at DESC, n DESC LIMIT 1
"""
_TRIM = "DELETE FROM turn_log WHERE n <= (SELECT max(n) FROM turn_log) - ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedTurn:
    """One turn. `record` is what recall said of it."""

    session: str
    turn: str
    at: int
    query: str
    record: Mapping[str, object]


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `turn`: session, turn, at, query, record."""
    body = codec.dumps(mapping(record, "record"))
    query = string(record, "query", "")[:QUERY_CHARS]
    db.execute(_PUT, (string(record, "session"), string(record, "turn"), integer(record, "at"), query, body))
    trim(db)


def last(db: apsw.Connection, session: str | None = None) -> LoggedTurn | None:
    """The newest turn, of one session or of all."""
    return _first(rows(db, _LAST) if session is None else rows(db, _LAST_OF, (session,)))


def last_in(db: apsw.Connection, projects: Sequence[str]) -> LoggedTurn | None:
    """The newest turn whose record names one of these projects; for none, the newest that had no project."""
    return _first(rows(db, _LAST_IN, (codec.dumps(list(projects)),)) if projects else rows(db, _LAST_NOWHERE))


def _first(found: Sequence[tuple[Any, ...]]) -> LoggedTurn | None:
    for name, turn, at, query, body in found:
        return LoggedTurn(session=name, turn=turn, at=at, query=query, record=codec.loads(body))
    return None


def trim(db: apsw.Connection, keep: int = KEEP_TURNS) -> None:
    """Drop all but about the newest `keep` turns."""
    db.execute(_TRIM, (keep,))
