"""What the scan said of notes before, read for the scan plugin in one look. Writing goes through the outbox."""

from collections.abc import Mapping, Sequence

from remora.store import Store, verdicts
from remora.store.verdicts import StoredVerdict

__all__ = ["StoredVerdict", "of", "released"]


def of(store: Store, note_ids: Sequence[str]) -> Mapping[str, StoredVerdict]:
    """The stored verdicts there are. Whether one still holds, its digest and rules version say."""
    return verdicts.get_many(store.read(), note_ids) if note_ids else {}


def released(store: Store, note_ids: Sequence[str]) -> frozenset[str]:
    """Those of the notes that a person released."""
    return frozenset(verdicts.released(store.read(), note_ids)) if note_ids else frozenset()
