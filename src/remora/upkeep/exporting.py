"""Writes the whole memory as JSON lines: archived notes too, ordered, the same bytes for the same notes.

A damaged page costs the notes that lie on it, not those beside it.
"""

from collections.abc import Callable
from typing import TextIO

from remora.errors import StoreDamaged
from remora.notes import counted
from remora.store import Store, notes
from remora.upkeep.shape import line


def export(store: Store, out: TextIO, unread: Callable[[int], object] = lambda count: None) -> int:
    """Write every note by (created_at, id); returns how many. The store may be in use meanwhile.

    `unread` is told how many are there that could not be read. Raises StoreDamaged where not a single one can.
    """
    count, lost = 0, list[int]()
    for note in notes.readable_notes(store.read(), lost.append):
        out.write(line(note) + "\n")
        count += 1
    if lost and not count:
        raise StoreDamaged(
            f"Nothing was exported: none of {counted(len(lost), 'note')} can be read.", "Restore a backup."
        )
    if lost:
        unread(len(lost))
    return count
