"""Writes the whole memory as JSON lines: archived notes too, ordered, the same bytes for the same notes."""

from typing import TextIO

from remora.store import Store, notes
from remora.upkeep.shape import line


def export(store: Store, out: TextIO) -> int:
    """Write every note by (created_at, id); returns how many. The store may be in use meanwhile."""
    count = 0
    for note in notes.all_notes(store.read()):
        out.write(line(note) + "\n")
        count += 1
    return count
