"""What the gates of dreaming look at, read from the store. Called by the dreams facade."""

from dataclasses import dataclass

from remora.store import Store, dreams, sessions

MOST_COUNTED = 100  # sessions; the settings ask for a few


@dataclass(frozen=True, slots=True)
class Since:
    """When a dream last came to its end, how many sessions had a turn since, and whether one asked for a dream."""

    last: int | None
    sessions: int
    due: bool


def since(store: Store, wanted: int, before: int) -> Since:
    """Counts sessions up to `wanted`, by the turns that they had before a moment."""
    db = store.read()
    last = dreams.last_ended(db)
    talked = sessions.talked(db, -1 if last is None else last, before, max(1, min(wanted, MOST_COUNTED)))
    return Since(last, talked, dreams.due_since(db) is not None)
