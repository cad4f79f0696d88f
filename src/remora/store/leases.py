"""Leases: what only one process may do at a time. Taken, renewed and given back in the caller's transactions.

A holder that died renews no more, and is taken over after a while; one that was taken over finds out before it writes.
"""

from dataclasses import dataclass

import apsw

from remora.store.query import rows

_GET = "SELECT holder, taken_at, renewed_at FROM leases WHERE name = ?"
_PUT = "INSERT OR REPLACE INTO leases (name, holder, taken_at, renewed_at) VALUES (?, ?, ?, ?)"
_RENEW = "UPDATE leases SET renewed_at = ? WHERE name = ? AND holder = ? RETURNING name"
_DROP = "DELETE FROM leases WHERE name = ? AND holder = ?"


@dataclass(frozen=True, slots=True)
class Lease:
    """Who holds it, and since when; times are milliseconds."""

    holder: str
    taken_at: int
    renewed_at: int


def get(db: apsw.Connection, name: str) -> Lease | None:
    """The lease of this name, fresh or stale; None where nobody has it."""
    return next((Lease(*row) for row in rows(db, _GET, (name,))), None)


def take(db: apsw.Connection, name: str, holder: str, now: int, stale_after: int) -> Lease | None:
    """Take the lease. Returns the one that is in the way, None where it is ours now.

    A moment that lies as far in the future is as stale: the clock went back.
    """
    held = get(db, name)
    if held is not None and held.holder != holder and abs(now - held.renewed_at) < stale_after:
        return held
    db.execute(_PUT, (name, holder, now, now))
    return None


def renew(db: apsw.Connection, name: str, holder: str, now: int) -> bool:
    """Say that the holder is still at work; False where somebody else took it over."""
    return bool(rows(db, _RENEW, (now, name, holder)))


def drop(db: apsw.Connection, name: str, holder: str) -> None:
    """Give it back; nothing happens where it is another's."""
    db.execute(_DROP, (name, holder))
