"""Makes the vectors of notes: with the note where the model is at hand, later where it is not. One a process.

Called by learning and by upkeep. A note without a vector is found by words meanwhile; nothing here loses one.
"""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from remora.embed import Embedder, measured, sound
from remora.embed.protocol import WORDS_ONLY
from remora.errors import ModelUnavailable
from remora.learn import dedupe
from remora.notes import Note
from remora.store import Connection, Readers, Store, meta, notes, sentences, vectors
from remora.store.vectors import Identity
from remora.text import sentences as sentences_of

if TYPE_CHECKING:
    from remora.embed.protocol import Vector

PLAIN = "The deploy script reads its port from the settings."  # a model that makes no vector of this is at fault itself
CHUNK = 32  # notes embedded between two looks at `stop`: half a second, and one short transaction


def stored_identity(db: Connection) -> str | None:
    """The name of the identity that the store took from its first real vectors; None while all is words."""
    return meta.get(db, meta.IDENTITY)


class Embedding:
    """`patient` processes wait for the model to load; others store notes without a vector until somebody has."""

    def __init__(
        self, store: Store, embedder: Embedder, readers: Readers, *, patient: bool, inside: bool = False,
        follow: Callable[[str | None], None] = lambda stored: None,
    ) -> None:  # fmt: skip
        """`inside`: the ranking looks at sentences, so that they are embedded too, always later. `follow` is told the
        store's identity before it is worked with: somebody may have switched it."""
        self._store, self._embedder, self._readers, self._patient = store, embedder, readers, patient
        self._inside, self._follow = inside, follow
        self._row: Identity | None = None
        self._adopted: str | None = None
        self._made_by = threading.local()  # `name`: whose vectors this thread was given last
        self._settled: tuple[str | None] | None = None  # `_last` when nothing waited

    @property
    def settled(self) -> bool:
        """Whether the model is at hand and nothing waits for it. Costs one small row, however many notes there are."""
        return self._embedder.ready and self._settled == self._last() and self._is_store_s(self._store.read())

    @property
    def identity(self) -> Identity | None:
        """Whose vectors are made here, with measured constants; None until the model was in memory once."""
        name = self._embedder.identity.name
        if self._row is None or self._row.name != name:
            self._row = vectors.identity(self._store.read(), name)
        return self._row

    @property
    def width(self) -> int:
        """How many numbers a vector has."""
        return self._embedder.identity.dim

    @property
    def waits(self) -> bool:
        """Whether a model exists that nobody has loaded yet."""
        return not self._embedder.ready and self._embedder.identity.provider != WORDS_ONLY

    def prepare(self) -> bool:
        """Load the model, measure what is not known of it, and make it the store's if that has none yet.

        False where it is not to be had, or the store is another's."""
        try:
            # First, for it refuses where the process is ending, whose store may be closed by now.
            self._embedder.load()
            self._follow(stored_identity(self._store.read()))
            self._embedder.load()
            if self._adopted != self._embedder.identity.name:
                self._adopt()
        except ModelUnavailable:
            return False
        return self._is_store_s(self._store.read())

    def of(self, text: str) -> "Vector | None":
        """The vector of a note's text; None where the model is not at hand, or makes none of it."""
        made = self.of_all([text]) if self._patient or self._embedder.ready else None
        return None if made is None else made[0]

    def of_all(self, texts: Sequence[str]) -> "Vector | None":
        """The vectors of several texts, in one run; loads the model, so no turn calls it. None where there is none, or
        where one of them is no sound vector."""
        if not texts or not self.prepare():
            return None
        try:
            made = self._passages(texts)
        except ModelUnavailable:
            return None
        return made if all(self._sound(vector) for vector in made) else None

    def twin(self, namespace: str, vector: "Vector", text: str) -> Note | None:
        """The live note that says the same in other words, if any: see `dedupe.twin`."""
        if self._row is None or self._row.dup is None:
            return None
        db = self._store.read()
        reader = self._readers.of(db, self._row, self._row.width)
        return dedupe.twin(db, reader, namespace, vector, text, self._row.dup)

    @property
    def dup(self) -> float | None:
        """The cosine from which two texts of this model say the same, but for their values. None without a model."""
        return None if self._row is None else self._row.dup

    def near_each(self, namespace: str, queries: "Vector") -> list[list[Note]]:
        """For each of several vectors the live notes at cosine `dup` or nearer: see `dedupe.near_each`."""
        if self._row is None or self._row.dup is None:
            return [[] for _ in queries]
        db = self._store.read()
        reader = self._readers.of(db, self._row, self._row.width)
        return dedupe.near_each(db, reader, namespace, queries, self._row.dup)

    def warm(self, namespace: str) -> None:
        """Load the vectors of a namespace before somebody asks: a hundred thousand take a turn's whole time."""
        if self._row is not None:
            db = self._store.read()
            self._readers.of(db, self._row, self._row.width).warm(db, namespace)

    def put(self, db: Connection, note: Note, vector: "Vector") -> None:
        """Store a vector in the note's own transaction; nothing where the store was switched since it was made."""
        row = self._row
        if row is not None and row.name == getattr(self._made_by, "name", row.name) and self._is_store_s(db, row.name):
            vectors.put(db, note, row, vector.tobytes(), row.width)

    def pending(self) -> int:
        """How many notes have no vector of this process's model."""
        return vectors.pending_count(self._store.read(), self.identity)

    def waiting(self) -> int:
        """How many of them it was not asked for yet: of the others it makes none."""
        db = self._store.read()
        return vectors.pending_count(db, self.identity, vectors.tried(db, self.identity))

    def catch_up(self, stop: Callable[[int], bool] = lambda done: False) -> int:
        """Embed notes that have no vector, oldest first, until all were tried or `stop(done)` says so; returns how many
        have one now.

        Each chunk is a transaction of its own: what is done stays done.
        """
        if not (self._embedder.ready or self._inside or self.pending()) or not self.prepare():
            return 0  # no model is loaded for nothing
        done, made, newest, last = 0, 0, None, self._last()
        with suppress(ModelUnavailable):  # what is left goes on waiting
            while not stop(done):
                rows = self._chunk(newest.row if newest else 0)
                if rows:
                    made += self._embed(rows)
                    done, newest = done + len(rows), rows[-1]
                elif not (self._inside and self._look_inside()):
                    if newest and made < done:
                        self._give_up(newest, works=made > 0)
                    self._settled = last
                    break
        return made

    def _last(self) -> tuple[str | None]:
        """The note stored last; a tuple, so that a store without notes has one too."""
        return (notes.last(self._store.read()),)

    def _chunk(self, after: int) -> Sequence[Note]:
        assert self._row is not None  # prepared
        db = self._store.read()
        return notes.by_rows(db, vectors.pending(db, self._row, CHUNK, after))

    def _embed(self, rows: Sequence[Note]) -> int:
        """How many of them have a vector now: of some the model may make no sound one. Raises ModelUnavailable."""
        made, stored = self._passages([note.text for note in rows]), 0
        with self._store.write() as db:
            for note, vector in zip(rows, made, strict=True):
                if self._sound(vector) and notes.is_there(db, note):  # not purged meanwhile
                    self.put(db, note, vector)
                    stored += 1
        return stored

    def _give_up(self, newest: Note, *, works: bool) -> None:
        """Nobody need be told any more of notes up to `newest` that have no vector, unless the model makes none of
        anything. Raises ModelUnavailable."""
        if works or self._sound(self._passages([PLAIN])[0]):
            with self._store.write() as db:
                if self._row is not None and self._is_store_s(db, self._row.name):
                    vectors.put_tried(db, self._row, newest.id)

    def _look_inside(self) -> bool:
        """Embed the sentences of some notes; False when no note is left. Raises ModelUnavailable."""
        assert self._row is not None  # prepared
        db, dim = self._store.read(), self._embedder.identity.dim
        found = notes.by_rows(db, sentences.pending(db, self._row, CHUNK))
        parts = [sentences_of(note.text) for note in found]
        made = iter(self._passages([part for each in parts for part in each]))
        with self._store.write() as db:
            for note, each in zip(found, parts, strict=True):
                own = [vector.tobytes() for _ in each if self._sound(vector := next(made))]
                if notes.is_there(db, note):
                    sentences.put(db, note.row, self._row, own, dim)
        return bool(found)

    def _passages(self, texts: Sequence[str]) -> "Vector":
        """The vectors of texts, all of one model. Raises ModelUnavailable, also where another thread followed the store
        to the next model meanwhile: what was made then is of neither for sure."""
        name = self._embedder.identity.name
        made: Vector = self._embedder.passages(texts)
        if self._embedder.identity.name != name:
            raise ModelUnavailable("The text was not embedded: the store was switched to another model just now.")
        self._made_by.name = name
        return made

    def _sound(self, vector: "Vector") -> bool:
        return sound(vector, self._embedder.identity.dim)

    def _is_store_s(self, db: Connection, name: str | None = None) -> bool:
        """Whether vectors of this model belong into the store: it is the store's own, or carries no meaning and was
        asked for by name."""
        model = self._embedder.identity
        return stored_identity(db) == (name or model.name) or (not model.real and name in (None, model.name))

    def _adopt(self) -> None:
        """Write down the identity with its constants, and that the store is of it where that has none yet."""
        model = self._embedder.identity
        known = self.identity
        free = model.real and stored_identity(self._store.read()) is None
        if known is None or free:
            found = measured(self._embedder) if known is None else None
            with self._store.write() as db:
                if found is not None:
                    self._row = vectors.put_identity(db, found.name, found.lo, found.hi, found.dup)
                if model.real and stored_identity(db) is None:
                    meta.put(db, meta.IDENTITY, model.name)
        self._adopted = model.name
