"""One namespace as a dream sees it: outlines, vectors, and the notes that were looked at. Reads each once."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from remora.learn.draft import Judge
from remora.learn.dream import wording
from remora.notes import Note
from remora.store import Connection, namespaces, notes, vectors
from remora.store.vectors import Identity

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix, Vector

MOST_NOTES = 20_000  # the newest of a namespace: all pairs of them take seconds, of ten times as many minutes
FACT_CHARS = 480  # a longer note is no fact that 240 characters can hold, and stays as it is


class Place:
    """`rows` are those of `lines`, in order; both are empty where the notes have no vectors. `poisoned`: notes that
    stood where a model would have been asked about them, and that no model may read."""

    def __init__(self, db: Connection, namespace: str, identity: Identity | None, width: int, judge: Judge) -> None:
        self._db, self.namespace, self._judge = db, namespace, judge
        self.poisoned: list[Note] = []
        self.outlines = notes.outlines(db, namespace, MOST_NOTES)
        self._notes: dict[int, Note] = {}
        self._said: dict[int, wording.Said] = {}
        self._showable: dict[int, bool] = {}
        self.rows: list[int] = []
        self.lines: Matrix | None = None
        if identity is not None and len(self.outlines) > 1:
            self._read_vectors(identity, width)
        self.at = {row: place for place, row in enumerate(self.rows)}

    def load(self, rows: Sequence[int]) -> list[Note]:
        """The notes of these rows that are live, in order."""
        missing = [row for row in rows if row not in self._notes]
        for start in range(0, len(missing), notes.SLICE):
            for note in notes.by_rows(self._db, missing[start : start + notes.SLICE]):
                self._notes[note.row] = note
        found = (self._notes.get(row) for row in rows)
        return [note for note in found if note is not None and note.archived_at is None]

    def fits(self, one: Note, other: Note) -> bool:
        """Whether a model may be shown two notes as one thing."""
        if wording.conflict(self._saying(one), self._saying(other)):
            return False
        return self._may_be_shown(one) and self._may_be_shown(other)

    def vector(self, note: Note) -> "Vector | None":
        """The note's vector, where it has one."""
        place = self.at.get(note.row)
        return None if place is None or self.lines is None else self.lines[place]

    def _read_vectors(self, identity: Identity, width: int) -> None:
        import numpy as np  # a dream without a model does without

        number = namespaces.number_for(self._db, self.namespace)
        wanted = {outline.row for outline in self.outlines}
        found = sorted((row, v) for row, v in vectors.of_place(self._db, number, identity) if row in wanted)
        self.rows = [row for row, _ in found]
        self.lines = np.frombuffer(b"".join(v for _, v in found), np.float32).reshape(len(found), width)

    def _saying(self, note: Note) -> wording.Said:
        known = self._said.get(note.row)
        if known is None:
            known = self._said[note.row] = wording.said(note.text)
        return known

    def _may_be_shown(self, note: Note) -> bool:
        """What the scan blocks takes no place from others; the inspection of the question has the last word."""
        known = self._showable.get(note.row)
        if known is None:
            known = len(note.text) <= FACT_CHARS
            if known and self._judge(note.text).blocked:
                self.poisoned.append(note)
                known = False
            self._showable[note.row] = known
        return known
