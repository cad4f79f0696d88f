"""Counts what there is, for `remora stats`. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass

from remora.home import events_waiting
from remora.store import Outbox, Store, journal, lessons, maintenance, meta, notes, sessions
from remora.upkeep import spending
from remora.upkeep.spending import Spent

DAYS = 7  # of spending that are told: a week fits a screen; the store keeps a quarter


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """`namespaces` maps each name to its (live, archived) notes; `size` and `free` are bytes of the file."""

    notes: int
    archived: int
    namespaces: Mapping[str, tuple[int, int]]
    sessions: int
    events: int
    spooled: int
    waiting: int = 0
    """Events of hooks that no process has kept yet."""
    size: int
    free: int
    lessons: int = 0
    spent: Mapping[str, Spent]
    """What models were asked for us on the last days on which they were, by day (UTC)."""
    identity: str | None = None
    """Of the vectors; None while recall is by words."""


def stats(store: Store, outbox: Outbox) -> Stats:
    """The counts as they stand now."""
    db = store.read()
    counts, file = notes.counts(db), maintenance.facts(db)
    return Stats(
        notes=sum(count.live for count in counts.values()),
        archived=sum(count.archived for count in counts.values()),
        namespaces={name: (count.live, count.archived) for name, count in counts.items()},
        sessions=sessions.count(db),
        events=journal.count(db),
        spooled=outbox.backlog(),
        waiting=len(events_waiting(store.home)),
        size=file.size,
        free=file.free_pages * file.page_size,
        lessons=lessons.count(db),
        spent=spending.days(store, DAYS),
        identity=meta.get(db, meta.IDENTITY),
    )


def identity(store: Store) -> str | None:
    """The name of the identity of the store's vectors; None while recall is by words."""
    return meta.get(store.read(), meta.IDENTITY)


def sized(count: int) -> str:
    """Bytes as a person reads them."""
    return f"{count / 1024:.0f} kB" if count < 1024 * 1024 else f"{count / 1024 / 1024:.1f} MB"
