"""Conversations: who rode where. A session keeps the project of its first event."""

from collections.abc import Mapping

import apsw

from remora.store.fields import integer, optional, string
from remora.store.query import value

KEEP_SESSIONS = 10_000  # years of a person's work; one that is resumed later takes the project it is resumed in
TRIM_AT_ONCE = 100  # sorting them costs milliseconds, so not with each

_PUT = """
    INSERT INTO sessions (id, host, profile, project, role, started_at, last_at) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        last_at = max(last_at, excluded.last_at), project = coalesce(sessions.project, excluded.project)
"""
_PROJECT = "SELECT project FROM sessions WHERE id = ?"
_TRIM = """
    DELETE FROM sessions WHERE id IN (SELECT id FROM sessions ORDER BY last_at LIMIT max(0, ?))
"""
_COUNT = "SELECT count(*) FROM sessions"
# A host without recall logs no turns, one without capture journals none: either will do.
_TALKED = """
    SELECT count(*) FROM (
        SELECT 1 FROM sessions WHERE role = 'primary' AND (
            EXISTS (SELECT 1 FROM turn_log WHERE turn_log.session = sessions.id
                    AND turn_log.at > ?1 AND turn_log.at < ?2)
            OR EXISTS (SELECT 1 FROM journal WHERE journal.session = sessions.id AND kind IN ('turn', 'heard')
                       AND journal.at > ?1 AND journal.at < ?2)
        ) LIMIT ?3
    )
"""


def put(
    db: apsw.Connection, session_id: str, *, host: str, profile: str, project: str | None, role: str, at: int
) -> None:
    """Record that a session was seen; what is known of it already stays."""
    db.execute(_PUT, (session_id, host, profile, project, role, at, at))
    much = count(db) - KEEP_SESSIONS
    if much >= TRIM_AT_ONCE:
        db.execute(_TRIM, (much,))


def project_of(db: apsw.Connection, session_id: str) -> str | None:
    """The project key that the session began in; None if it had none or is unknown."""
    found = value(db, _PROJECT, (session_id,))
    return None if found is None else str(found)


def count(db: apsw.Connection) -> int:
    """How many sessions were seen."""
    return int(value(db, _COUNT))


def talked(db: apsw.Connection, after: int, before: int, most: int) -> int:
    """How many of a person's own sessions had a turn between two moments; counted up to `most`."""
    return int(value(db, _TALKED, (after, before, most)))


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `session`: id, host, profile, project, role, at."""
    put(
        db,
        string(record, "id"),
        host=string(record, "host", ""),
        profile=string(record, "profile", ""),
        project=optional(record, "project"),
        role=string(record, "role", "primary"),
        at=integer(record, "at"),
    )
