"""What models were asked for us, and whether more may be today. Called by the cheap-query facade and by stats."""

from collections.abc import Mapping
from datetime import date, timedelta

from remora.store import Store, spending
from remora.store.spending import Spent

__all__ = ["Spent", "add", "afford", "days", "today"]

EPOCH = date(1970, 1, 1)


def today(store: Store) -> Spent:
    """Of the day of now, UTC."""
    return spending.of(store.read(), store.clock())


def days(store: Store, limit: int) -> Mapping[str, Spent]:
    """The newest days (UTC, as 2026-03-14) on which anything was spent, the newest first."""
    return {str(EPOCH + timedelta(days=day)): spent for day, spent in spending.newest(store.read(), limit)}


def afford(store: Store, tokens: int, *, calls: int, most: int) -> bool:
    """Count one call of so many tokens, unless the day would pass its cap. Two processes never pass it together."""
    with store.write() as db:
        now = store.clock()
        spent = spending.of(db, now)
        if spent.calls >= calls or spent.tokens + tokens > most:
            return False
        spending.add(db, now, 1, tokens)
    return True


def add(store: Store, calls: int, tokens: int) -> None:
    """Count what came later; negative numbers take back what nobody did."""
    with store.write() as db:
        spending.add(db, store.clock(), calls, tokens)
