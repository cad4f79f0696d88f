"""Is the text known already? Equal texts of one namespace are one note; vectors tell who says it in other words."""

from typing import TYPE_CHECKING

from remora.learn.draft import Draft
from remora.learn.sameness import same_values
from remora.notes import Note
from remora.store import Connection, dreams, notes

if TYPE_CHECKING:
    from remora.store.readers import Reader, Vector

CAPTURED = "capture"  # how the triggers of captured notes begin
NEIGHBOURS = 5  # looked at: one with other values may stand between a note and the one that says the same


def known(db: Connection, draft: Draft, digest: bytes) -> Note | None:
    """The note that makes the draft needless: the same note come back, or a live one with the same text.

    To capture, which hears the same from session to session, also the one that a dream merged that text into.
    """
    if draft.note_id is not None:
        same = notes.by_id(db, draft.note_id)
        if same is not None and same.namespace == draft.namespace and notes.digest_of(same.text) == digest:
            return same
        if draft.archived:  # an archived note beside its live twin is history, not a duplicate
            return None
    same = notes.same_text(db, draft.namespace, digest)
    if same is None and draft.trigger.startswith(CAPTURED):
        standing = dreams.stand_in(db, draft.namespace, digest)
        return None if standing is None else notes.by_id(db, standing)
    return same


def near(db: Connection, reader: "Reader", namespace: str, vector: "Vector", dup: float) -> list[tuple[Note, float]]:
    """The live notes of the namespace at cosine `dup` or nearer, nearest first."""
    rows, lines, _ = reader.look(db, namespace, vector, NEIGHBOURS)
    cosines = dict(zip(rows, (lines @ vector).tolist(), strict=True))
    found = notes.by_rows(db, [row for row in rows if cosines[row] >= dup])
    return sorted(((note, cosines[note.row]) for note in found), key=lambda pair: -pair[1])


def near_each(db: Connection, reader: "Reader", namespace: str, queries: "Vector", dup: float) -> list[list[Note]]:
    """As `near`, of several vectors in one pass; at most `NEIGHBOURS` notes each, nearest first."""
    found: list[list[Note]] = []
    for query, rows in zip(queries, reader.near(db, namespace, queries, dup, NEIGHBOURS), strict=True):
        known, lines = reader.vectors(db, namespace, rows) if rows else ([], queries[:0])
        cosines = dict(zip(known, (lines @ query).tolist(), strict=True))
        best = sorted((row for row in known if cosines[row] >= dup), key=lambda row: (-cosines[row], row))[:NEIGHBOURS]
        by_row = {note.row: note for note in notes.by_rows(db, best)}
        found.append([by_row[row] for row in best if row in by_row])
    return found


def twin(db: Connection, reader: "Reader", namespace: str, vector: "Vector", text: str, dup: float) -> Note | None:
    """The live note of the namespace that says the same in other words, nearest first.

    It is at cosine `dup` or nearer, with the same numbers, identifiers and polarity: a changed fact is none.
    """
    return next((note for note, _ in near(db, reader, namespace, vector, dup) if same_values(note.text, text)), None)
