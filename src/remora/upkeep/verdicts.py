"""What the scan said of notes before, read for the scan plugin in one look. Writing goes through the outbox.

A person's release goes straight into the store: it is an order, not a by-product of a turn.
"""

from collections.abc import Mapping, Sequence

from remora.notes import Note
from remora.store import Store, history, verdicts
from remora.store.verdicts import StoredVerdict

__all__ = ["StoredVerdict", "of", "release", "released"]


def of(store: Store, note_ids: Sequence[str]) -> Mapping[str, StoredVerdict]:
    """The stored verdicts there are. Whether one still holds, its digest and rules version say."""
    return verdicts.get_many(store.read(), note_ids) if note_ids else {}


def released(store: Store, note_ids: Sequence[str]) -> frozenset[str]:
    """Those of the notes that a person released."""
    return frozenset(verdicts.released(store.read(), note_ids)) if note_ids else frozenset()


def release(store: Store, note: Note, *, back: bool = False) -> Note:
    """Let a note pass whatever the scan says of it; `back`: let the scan judge it again. `why` tells of either.

    Nothing happens where it is so already.
    """
    if (note.id in released(store, [note.id])) != back:
        return note
    with store.write() as db:
        now = store.clock()
        if back:
            verdicts.withdraw(db, note.id)
        else:
            verdicts.release(db, note.id, now)
        history.add(db, note.row, now, "judged again" if back else "released")
    return note
