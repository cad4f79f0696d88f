"""Reads the journal for whoever learns from it: capture, and plugins to come. Writing goes through the outbox."""

from remora.store import Store, journal
from remora.store.journal import JournalEvent

__all__ = ["JournalEvent", "since"]


def since(store: Store, session: str, after: int, limit: int) -> tuple[JournalEvent, ...]:
    """A session's events after number `after`, oldest first."""
    return tuple(journal.since(store.read(), session, after, limit))
