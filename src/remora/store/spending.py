"""What models were asked for us, a row a day: calls and tokens. Read before each call, so that a day has an end."""

from dataclasses import dataclass

import apsw

from remora.store.query import rows

DAY_MS = 24 * 3_600 * 1_000
KEEP_DAYS = 90  # a quarter, for whoever wonders about a bill

_OF = "SELECT calls, tokens FROM spending WHERE day = ?"
_NEWEST = "SELECT day, calls, tokens FROM spending WHERE calls OR tokens ORDER BY day DESC LIMIT ?"
_ADD = """
    INSERT INTO spending (day, calls, tokens) VALUES (?, max(0, ?), max(0, ?))
    ON CONFLICT (day) DO UPDATE SET
        calls = max(0, calls + ?2), tokens = max(0, tokens + ?3)
"""
_TRIM = "DELETE FROM spending WHERE day < ?"


@dataclass(frozen=True, slots=True)
class Spent:
    """Of one day."""

    calls: int = 0
    tokens: int = 0


def of(db: apsw.Connection, now: int) -> Spent:
    """What was spent on the day of this moment."""
    return next((Spent(*row) for row in rows(db, _OF, (now // DAY_MS,))), Spent())


def newest(db: apsw.Connection, limit: int) -> list[tuple[int, Spent]]:
    """The newest days on which anything was spent, as days since 1970."""
    return [(int(day), Spent(*spent)) for day, *spent in rows(db, _NEWEST, (limit,))]


def add(db: apsw.Connection, now: int, calls: int, tokens: int) -> None:
    """Count a call; negative numbers take one back."""
    day = now // DAY_MS
    db.execute(_ADD, (day, calls, tokens))
    db.execute(_TRIM, (day - KEEP_DAYS,))
