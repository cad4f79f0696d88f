"""Makes the vectors of notes: with the note where the model is at hand, later where it is not. One a process.

Called by learning and by upkeep. A note without a vector is found by words meanwhile; nothing here loses one.
"""

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from remora.embed import Embedder, measured
from remora.errors import ModelUnavailable
from remora.learn import dedupe
from remora.notes import Note
from remora.store import Connection, Readers, Store, meta, notes, sentences, vectors
from remora.store.vectors import Identity
from remora.text import sentences as sentences_of

if TYPE_CHECKING:
    from remora.embed.protocol import Vector

_log = logging.getLogger("remora.learn")
CHUNK = 32  # notes embedded between two looks at `stop`: half a second, and one short transaction


def stored_identity(db: Connection) -> str | None:
    """The name of the identity that the store took from its first real vectors; None while all is words."""
    return meta.get(db, meta.IDENTITY)


class Embedding:
    """`patient` processes wait for the model to load; others store notes without a vector until somebody has."""

    def __init__(
        self, store: Store, embedder: Embedder, readers: Readers, *, patient: bool, inside: bool = False
    ) -> None:
        """`inside`: the ranking looks at sentences, so that they are embedded too, always later."""
        self._store, self._embedder, self._readers, self._patient = store, embedder, readers, patient
        self._inside = inside
        self._row: Identity | None = None
        self._adopted = False
        self._odd: set[int] = set()  # rows of notes whose vectors the store refused: they wait for another process

    @property
    def identity(self) -> Identity | None:
        """Whose vectors are made here, with measured constants; None until the model was in memory once."""
        if self._row is None:
            self._row = vectors.identity(self._store.read(), self._embedder.identity.name)
        return self._row

    @property
    def waits(self) -> bool:
        """Whether a model exists that nobody has loaded yet."""
        return not self._embedder.ready and self._embedder.identity.dim > 0

    def prepare(self) -> bool:
        """Load the model, measure what is not known of it, and make it the store's. False where it is not to be had."""
        try:
            self._embedder.load()
            if not self._adopted:
                self._adopt()
        except ModelUnavailable:
            return False
        return True

    def of(self, text: str) -> "Vector | None":
        """The vector of a note's text; None where the model is not at hand."""
        if not (self._patient or self._embedder.ready) or not self.prepare():
            return None
        try:
            vector: Vector = self._embedder.passages([text])[0]
        except ModelUnavailable:
            return None
        return vector

    def twin(self, namespace: str, vector: "Vector", text: str) -> Note | None:
        """The live note that says the same in other words, if any: see `dedupe.twin`."""
        if self._row is None or self._row.dup is None:
            return None
        db = self._store.read()
        reader = self._readers.of(db, self._row, self._embedder.identity.dim)
        return dedupe.twin(db, reader, namespace, vector, text, self._row.dup)

    def put(self, db: Connection, note: Note, vector: "Vector") -> None:
        """Store a vector in the note's own transaction; a note whose vector is none is kept without."""
        if self._row is None:
            return
        try:
            vectors.put(db, note, self._row, vector.tobytes(), self._embedder.identity.dim)
        except ValueError as error:  # raised before anything of it is written
            self._odd.add(note.row)
            _log.info("the note %s has no vector: %s", note.id, error)

    def pending(self) -> int:
        """How many notes have no vector of this process's model."""
        return vectors.pending_count(self._store.read(), self.identity)

    def catch_up(self, stop: Callable[[int], bool] = lambda done: False) -> int:
        """Embed notes that wait, oldest first, until none does or `stop(done)` says so; returns how many were.

        Each chunk is a transaction of its own: what is done stays done.
        """
        done = 0
        if not (self.pending() or self._inside) or not self.prepare():
            return done
        done = self._catch_up_notes(stop)
        while self._inside and not stop(done) and self._look_inside():
            pass
        return done

    def _catch_up_notes(self, stop: Callable[[int], bool]) -> int:
        done = 0
        while not stop(done) and (rows := self._chunk()):
            try:
                made = self._embedder.passages([note.text for note in rows])
            except ModelUnavailable:
                break
            with self._store.write() as db:
                for note, vector in zip(rows, made, strict=True):
                    if notes.by_row(db, note.row) is not None:  # purged meanwhile
                        self.put(db, note, vector)
            done += len(rows)
        return done

    def _chunk(self) -> Sequence[Note]:
        assert self._row is not None  # prepared
        db = self._store.read()
        waiting = vectors.pending(db, self._row, CHUNK + len(self._odd))
        return notes.by_rows(db, [row for row in waiting if row not in self._odd][:CHUNK])

    def _look_inside(self) -> bool:
        """Embed the sentences of some notes; False when no note is left, or the model is gone."""
        assert self._row is not None  # prepared
        db, dim = self._store.read(), self._embedder.identity.dim
        found = notes.by_rows(db, sentences.pending(db, self._row, CHUNK))
        parts = [sentences_of(note.text) for note in found]
        try:
            made = iter(self._embedder.passages([part for each in parts for part in each]))
        except ModelUnavailable:
            return False
        with self._store.write() as db:
            for note, each in zip(found, parts, strict=True):
                own = [next(made).tobytes() for _ in each]
                if notes.by_row(db, note.row) is not None:
                    sentences.put(db, note.row, self._row, own, dim)
        return bool(found)

    def _adopt(self) -> None:
        """Write down the identity with its constants, and that the store is of it, unless that is known."""
        model = self._embedder.identity
        known = self.identity
        mine = not model.real or stored_identity(self._store.read()) == model.name
        if known is None or not mine:
            found = measured(self._embedder) if known is None else None
            with self._store.write() as db:
                if found is not None:
                    self._row = vectors.put_identity(db, found.name, found.lo, found.hi, found.dup)
                if model.real:
                    meta.put(db, meta.IDENTITY, model.name)
        self._adopted = True
