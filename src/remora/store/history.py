"""What happened to a note after it was stored, for `why`. Written by the notes module; never shown to a model."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import apsw

from remora.notes import Note
from remora.store import codec
from remora.store.query import rows

KEEP_EVENTS = 100  # of a note: whoever forgets and undoes one more often than this is a program

_ADD = "INSERT INTO history (note, at, what, detail) VALUES (?, ?, ?, ?)"
_OF = "SELECT at, what, detail FROM history WHERE note = ? ORDER BY n"
_TRIM = """
    DELETE FROM history WHERE note = ?1
    AND n <= (SELECT n FROM history WHERE note = ?1 ORDER BY n DESC LIMIT 1 OFFSET ?2)
"""
_DELETE = "DELETE FROM history WHERE note = ?"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `at` is milliseconds since the epoch; `what` is a word such as `forgotten`."""

    at: int
    what: str
    detail: Mapping[str, object] = field(default_factory=dict)


def add(db: apsw.Connection, row: int, at: int, what: str, **detail: object) -> None:
    """Record an event of the note with this row number; the oldest beyond the bound go."""
    db.execute(_ADD, (row, at, what, codec.dumps(detail)))
    db.execute(_TRIM, (row, KEEP_EVENTS))


def of(db: apsw.Connection, note: Note) -> list[Event]:
    """All events, oldest first. The first, `stored`, is the note's own provenance and takes no row."""
    stored = Event(note.provenance.recorded_at or note.created_at, "stored", {"trigger": note.provenance.trigger})
    later = [Event(at, what, codec.loads(detail)) for at, what, detail in rows(db, _OF, (note.row,))]
    return [stored, *later]


def delete(db: apsw.Connection, row: int) -> None:
    """Part of deleting the note."""
    db.execute(_DELETE, (row,))
