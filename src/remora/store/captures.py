"""How far each session's journal was captured, which boundaries wait, and who is at it. Called by capture alone."""

from collections.abc import Mapping
from dataclasses import dataclass

import apsw

from remora.store.fields import integer, string
from remora.store.query import rows, value

# The words of a conversation: what a session must hold to be captured without having asked for it.
_WORDS = "kind IN ('turn', 'heard')"

_DUE = """
    INSERT INTO captured (session, due, at) VALUES (?, ?, ?)
    ON CONFLICT (session) DO UPDATE SET due = excluded.due, at = excluded.at
"""
_GET = "SELECT upto, due, tries, held_until FROM captured WHERE session = ?"
_HOLD = """
    INSERT INTO captured (session, held_until, at) VALUES (?, ?, ?)
    ON CONFLICT (session) DO UPDATE SET held_until = excluded.held_until
"""
_DONE = "UPDATE captured SET upto = ?, due = ?, tries = 0, held_until = 0, at = ? WHERE session = ?"
_FAILED = "UPDATE captured SET tries = ?, held_until = 0, at = ? WHERE session = ?"
_WAITING = f"""
    SELECT sessions.id FROM sessions LEFT JOIN captured ON captured.session = sessions.id
    WHERE sessions.role = 'primary' AND sessions.id <> ?1 AND coalesce(captured.held_until, 0) <= ?2
      AND EXISTS (SELECT 1 FROM journal WHERE journal.session = sessions.id AND {_WORDS}
                  AND journal.n > coalesce(captured.upto, 0))
      AND (captured.due IS NOT NULL OR NOT EXISTS (
          SELECT 1 FROM journal WHERE journal.session = sessions.id AND journal.at > ?3
              AND journal.n > coalesce(captured.upto, 0)))
    ORDER BY coalesce(captured.at, 0), sessions.last_at, sessions.id LIMIT ?4
"""
_ROLE = "SELECT role FROM sessions WHERE id = ?"
_HOST = "SELECT host FROM sessions WHERE id = ?"


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a session's capture stands. `upto` is the number of the last journal event that was dealt with."""

    upto: int = 0
    due: str | None = None
    tries: int = 0
    held_until: int = 0


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `due`: session, trigger, at. A boundary came."""
    db.execute(_DUE, (string(record, "session"), string(record, "trigger"), integer(record, "at")))


def cursor(db: apsw.Connection, session: str) -> Cursor:
    """Where the session's capture stands; at its beginning if it was never captured."""
    return next((Cursor(*row) for row in rows(db, _GET, (session,))), Cursor())


def hold(db: apsw.Connection, session: str, now: int, until: int) -> Cursor | None:
    """Take the session for this process until a moment. None where another one has it."""
    found = cursor(db, session)
    if found.held_until > now:
        return None
    db.execute(_HOLD, (session, until, now))
    return found


def done(db: apsw.Connection, session: str, upto: int, now: int, due: str | None = None) -> None:
    """The session was captured up to an event, and let go of; `due` says that more waits behind it."""
    db.execute(_DONE, (upto, due, now, session))


def failed(db: apsw.Connection, session: str, tries: int, now: int) -> None:
    """Nothing came of it: the session is let go of and stays where it was."""
    db.execute(_FAILED, (tries, now, session))


def waiting(db: apsw.Connection, now: int, quiet_since: int, but: str, limit: int) -> list[str]:
    """Sessions of people, but for one, that hold words nobody captured: with a boundary behind them, or quiet since
    a moment. Those tried longest ago first: some may have no model that others have."""
    return [str(name) for (name,) in rows(db, _WAITING, (but, now, quiet_since, limit))]


def role(db: apsw.Connection, session: str) -> str:
    """What the session was: only a primary one is captured."""
    return str(value(db, _ROLE, (session,)) or "")


def host(db: apsw.Connection, session: str) -> str | None:
    """The host that the session ran in."""
    return str(value(db, _HOST, (session,)) or "") or None
