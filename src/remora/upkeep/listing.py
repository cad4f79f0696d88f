"""Lists notes for people, newest first. Ranking is recall's business."""

from collections.abc import Sequence

from remora.notes import Note
from remora.store import Store, notes


def newest(store: Store, names: Sequence[str] | None, *, limit: int, archived: bool) -> tuple[Note, ...]:
    """The newest notes of these namespaces (None: of all); `archived`: those that were forgotten, instead."""
    return tuple(notes.newest(store.read(), names, limit=max(0, limit), archived=archived))
