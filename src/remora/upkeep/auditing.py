"""A look at every note through the scan: which would be withheld, by which rule, and which a person released.

Called by the memory facade for `scan --store`. Stores the verdicts on the way, changes no note, shows nothing.
"""

from dataclasses import dataclass

from remora.notes import Note
from remora.scan import Finding
from remora.store import Store, notes, verdicts
from remora.upkeep.judging import Judging


@dataclass(frozen=True, slots=True)
class Judged:
    """A note that the scan takes for an attack. `released`: a person lets it pass all the same."""

    note: Note
    finding: Finding
    released: bool


def audit(store: Store, judging: Judging) -> tuple[Judged, ...]:
    """Judge all notes, archived ones too; those against which the rules speak, in the order they were stored."""
    judging.catch_up()
    db = store.read()
    ids = verdicts.against(db, judging.catalogue.version)
    free = verdicts.released(db, ids)
    found = sorted((note for each in ids if (note := notes.by_id(db, each)) is not None), key=lambda note: note.row)
    return tuple(Judged(note, judging.scan(note.text), note.id in free) for note in found)
