"""Finds the one note that a person means by an id or its beginning. Called by every verb that takes an id."""

from collections.abc import Collection

from remora.errors import AmbiguousNote, UnknownNote, UsageError
from remora.notes import Note
from remora.store import Store, ids, notes

SHORTEST = 4  # characters: they tell a thousand notes apart, and a slip rarely hits another note


def find(store: Store, note_id: str, within: Collection[str] | None = None) -> Note:
    """The note whose id begins so, archived or not; of these namespaces only, where they are given.

    Raises UnknownNote, AmbiguousNote, or UsageError for a prefix that is too short.
    """
    prefix = note_id.strip().strip("[]").lower()
    if len(prefix) < SHORTEST:
        raise UsageError(
            f"Nothing was done: {note_id!r} is too short for an id.", f"Give at least {SHORTEST} characters of it."
        )
    possible = bool(set(prefix) <= set(ids.ALPHABET)) and len(prefix) <= ids.LENGTH
    found = notes.by_prefix(store.read(), prefix) if possible else []
    seen = [note for note in found if within is None or note.namespace in within]
    if len(seen) == 1:
        return seen[0]
    if not seen:
        raise UnknownNote(f"Nothing was done: no note's id begins with {note_id!r}.", "`remora list` shows the ids.")
    choice = ", ".join(note.id for note in seen)  # ids alone: an error's text passes no inspection
    raise AmbiguousNote(f"Nothing was done: several ids begin with {note_id!r}.", f"Give more of one of: {choice}.")
