"""Vectors of notes, one a note and identity: unit float32 blobs. Written in the note's own transaction.

Two counters tell a resident reader what it lacks: `counter` rises with each write, `removals` with each deletion.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import apsw

from remora.notes import Note
from remora.store import meta
from remora.store.query import Value, rows, value

# Stamps between two foldings of the sums: whoever asks for a mean adds up at most so many vectors, which takes a
# twentieth of a millisecond, and the two pages of a sum are written once for so many notes.
FOLD = 64
UNIT_SLACK = 1e-3  # float32 sums of a few hundred squares are good to about 1e-6; embedders round more coarsely
WIDTH = "CAST(substr(name, instr(name, '@') + 1) AS INTEGER)"  # in SQL, of a row of identities: its name says it

_COUNTER = "SELECT value FROM counters WHERE name = 'vectors'"
_REMOVALS = "SELECT value FROM counters WHERE name = 'vectors_removed'"
_RAISE = "UPDATE counters SET value = value + 1 WHERE name = 'vectors'"
_RAISE_REMOVALS = "UPDATE counters SET value = value + ? WHERE name = 'vectors_removed'"
_IDENTITY = "SELECT n, name, lo, hi, dup FROM identities WHERE name = ?"
_ADD_IDENTITY = """
    INSERT INTO identities (name, lo, hi, dup) VALUES (?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET lo = excluded.lo, hi = excluded.hi, dup = excluded.dup
"""
_STATE = """
    SELECT (SELECT value FROM counters WHERE name = 'vectors'),
           (SELECT value FROM counters WHERE name = 'vectors_removed'), (SELECT n FROM namespaces WHERE name = ?)
"""
_DROP = "DELETE FROM note_vectors WHERE note = ? AND identity = ? RETURNING namespace, identity, live, stamp, v"
# Leaves one that the note has already: then it is replaced, which is seldom and costs another statement.
_PUT = """
    INSERT OR IGNORE INTO note_vectors (stamp, note, identity, namespace, live, v)
    SELECT ?, n, ?, namespace, archived_at IS NULL, ? FROM notes WHERE n = ?
"""
_OF_NOTE = "SELECT stamp, namespace, identity, live, v FROM note_vectors WHERE note = ?"
_RESTAMP = "UPDATE note_vectors SET stamp = ?, live = ?, namespace = ? WHERE stamp = ?"
_DELETE = "DELETE FROM note_vectors WHERE note = ? RETURNING namespace, identity, live, stamp, v"
_DELETE_SENTENCES = "DELETE FROM sentence_vectors WHERE note = ?"
_PLACE = "SELECT note, v FROM note_vectors WHERE namespace = ? AND identity = ? AND live = 1"
_NEWER = "SELECT note, namespace, live, v FROM note_vectors WHERE stamp > ? AND identity = ? ORDER BY stamp"
_OF_NOTES = """
    SELECT note, v FROM json_each(?2) CROSS JOIN note_vectors ON note = value WHERE identity = ?1
"""
_COUNT = "SELECT count(*) FROM note_vectors WHERE identity = ?"
_NAMES = """
    SELECT note, name FROM note_vectors JOIN identities ON identities.n = note_vectors.identity
    WHERE note IN (SELECT value FROM json_each(?)) ORDER BY note, identities.n
"""
_MISFITS = "SELECT count(*) FROM note_vectors WHERE identity = ? AND length(v) <> ?"
_UNSUMMED = """
    SELECT count(*) FROM vector_sums AS s WHERE identity = ? AND live <> (
        SELECT count(*) FROM note_vectors AS made WHERE made.namespace = s.namespace AND made.identity = s.identity
        AND made.live = 1 AND (s.upto IS NULL OR made.stamp <= s.upto)
    )
"""
_PENDING = """
    SELECT n FROM notes
    WHERE NOT EXISTS (SELECT 1 FROM note_vectors WHERE note_vectors.note = notes.n AND note_vectors.identity = ?)
    AND n > ? ORDER BY n LIMIT ?
"""
_PENDING_COUNT = """
    SELECT count(*) FROM notes
    WHERE NOT EXISTS (SELECT 1 FROM note_vectors WHERE note_vectors.note = notes.n AND note_vectors.identity = ?)
    AND n > ?
"""
_ROW = "SELECT n FROM notes WHERE id = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Whose vectors they are: `provider/model@dim#pooling`, with the constants of its distances."""

    n: int
    name: str
    lo: float | None
    hi: float | None
    dup: float | None

    @property
    def width(self) -> int:
        """How many numbers a vector of it has, as its name says."""
        return int(self.name.rpartition("@")[2].partition("#")[0])


def counter(db: apsw.Connection) -> int:
    """The newest stamp given out."""
    return int(value(db, _COUNTER))


def removals(db: apsw.Connection) -> int:
    """How many vectors were ever deleted: a reader that sees it rise must load again."""
    return int(value(db, _REMOVALS))


def put_identity(
    db: apsw.Connection, name: str, lo: float | None = None, hi: float | None = None, dup: float | None = None
) -> Identity:
    """Make an identity known, or give it other constants."""
    db.execute(_ADD_IDENTITY, (name, lo, hi, dup))
    known = identity(db, name)
    assert known is not None  # it was written on the line before
    return known


def identity(db: apsw.Connection, name: str) -> Identity | None:
    """The identity of this name, None if no vector of it was ever made."""
    for n, known, lo, hi, dup in rows(db, _IDENTITY, (name,)):
        return Identity(n=n, name=known, lo=lo, hi=hi, dup=dup)
    return None


def put(db: apsw.Connection, note: Note, identity: Identity, vector: Sequence[float] | bytes, width: int) -> int:
    """Store or replace the vector of a note and return its stamp.

    `vector`: float32 bytes or numbers. Raises ValueError if it has not `width` finite numbers or is not of length
    one: a NaN would compare as nothing, and a zero vector as everything.
    """
    stamp, values = _next(db), (identity.n, checked(vector, width), note.row)
    db.execute(_PUT, (stamp, *values))
    if not db.changes():
        _count_out(db, rows(db, _DROP, (note.row, identity.n)))
        db.execute(_PUT, (stamp, *values))
    _fold(db, stamp)
    return stamp


def checked(vector: Sequence[float] | bytes, width: int) -> bytes:
    """The vector's bytes. Raises ValueError as `put` does."""
    import numpy as np  # twenty times as fast, and whoever has a vector has loaded it

    numbers = np.frombuffer(vector, np.float32) if isinstance(vector, bytes) else np.asarray(vector, np.float32)
    if len(numbers) != width:
        raise ValueError(f"the vector has {len(numbers)} numbers, not {width}")
    length = math.sqrt(np.vecdot(numbers, numbers))
    if not abs(length - 1.0) <= UNIT_SLACK:  # written so that NaN fails as well
        raise ValueError(f"the vector has length {length}, not 1")
    return vector if isinstance(vector, bytes) else numbers.tobytes()


def place(db: apsw.Connection, row: int, *, live: bool, namespace: int) -> None:
    """A note was archived, restored or moved: its vectors say so, under new stamps."""
    for old, was_in, identity, was_live, vector in rows(db, _OF_NOTE, (row,)):
        stamp = _next(db)
        db.execute(_RESTAMP, (stamp, live, namespace, old))
        _count_out(db, [(was_in, identity, was_live, old, vector)])
        _fold(db, stamp)


def delete(db: apsw.Connection, row: int) -> None:
    """Part of deleting the note."""
    db.execute(_DELETE_SENTENCES, (row,))
    gone = rows(db, _DELETE, (row,))
    if gone:
        _count_out(db, gone)
        db.execute(_RAISE_REMOVALS, (len(gone),))


def state(db: apsw.Connection, namespace: str) -> tuple[int, int, int | None]:
    """The newest stamp, the number of deletions, and the namespace's number, None where nothing was ever stored: what
    a resident reader asks on every query, in one look."""
    ((newest, removed, number),) = rows(db, _STATE, (namespace,))
    return newest, removed, number


def of_place(db: apsw.Connection, namespace: int, identity: Identity) -> Iterator[tuple[int, bytes]]:
    """Every live vector of a namespace and identity, with its note's row, in no order: sorting takes longer than
    reading. Read to the end: it holds a snapshot."""
    return iter(db.execute(_PLACE, (namespace, identity.n)))


def newer(db: apsw.Connection, identity: Identity, stamp: int) -> list[tuple[int, int, bool, bytes]]:
    """What was written after a stamp, in order, as (note's row, namespace, live, vector)."""
    return [(row, namespace, bool(live), v) for row, namespace, live, v in rows(db, _NEWER, (stamp, identity.n))]


def of_notes(db: apsw.Connection, identity: Identity, notes: Iterable[int]) -> dict[int, bytes]:
    """The vectors of these notes' rows; notes without one are left out."""
    return dict(rows(db, _OF_NOTES, (identity.n, str(list(notes)))))


def identities_of(db: apsw.Connection, notes: Iterable[int]) -> dict[int, list[str]]:
    """The names of the identities that these notes' rows have vectors of; notes without any are left out."""
    found: dict[int, list[str]] = {}
    for row, name in rows(db, _NAMES, (str(list(notes)),)):
        found.setdefault(row, []).append(name)
    return found


def faults(db: apsw.Connection, identity: Identity, width: int) -> tuple[int, int]:
    """How many vectors of an identity are not `width` numbers long, and how many namespaces' sums count others than
    there were."""
    misfits = int(value(db, _MISFITS, (identity.n, width * 4)))  # float32
    return misfits, int(value(db, _UNSUMMED, (identity.n,)))


def count(db: apsw.Connection, identity: Identity) -> int:
    """How many vectors of this identity there are, archived notes included."""
    return int(value(db, _COUNT, (identity.n,)))


def pending_count(db: apsw.Connection, identity: Identity | None, after: int = 0) -> int:
    """How many notes have no vector of this identity, those behind row `after` alone; all, where there is none."""
    return int(value(db, _PENDING_COUNT, (identity.n if identity else -1, after)))


def put_tried(db: apsw.Connection, identity: Identity, note_id: str) -> None:
    """The model was asked for every note up to this one: of those still without a vector it makes none."""
    meta.put(db, meta.TRIED, f"{note_id} {identity.name}")


def tried(db: apsw.Connection, identity: Identity | None) -> int:
    """The row of the note that `put_tried` named for this identity; 0 where none was, or where it is purged, for then
    its row may be another note's."""
    note_id, _, name = (meta.get(db, meta.TRIED) or "").partition(" ")
    return int(value(db, _ROW, (note_id,)) or 0) if identity is not None and name == identity.name else 0


def pending(db: apsw.Connection, identity: Identity, limit: int, after: int = 0) -> list[int]:
    """Rows of notes without a vector of this identity, oldest first, those behind row `after` alone."""
    return [int(row) for (row,) in rows(db, _PENDING, (identity.n, after, limit))]


def _next(db: apsw.Connection) -> int:
    """A stamp that nobody had. In two statements: RETURNING costs five times as much."""
    db.execute(_RAISE)
    return counter(db)


def _count_out(db: apsw.Connection, gone: Iterable[tuple[Value, ...]]) -> None:
    for namespace, identity, live, stamp, vector in gone:
        if live:
            from remora.store import sums  # brings NumPy: only those who meet a vector pay for it

            assert isinstance(namespace, int)
            assert isinstance(identity, int)
            assert isinstance(stamp, int)
            assert isinstance(vector, bytes)
            sums.take_out(db, namespace, identity, stamp, vector)


def _fold(db: apsw.Connection, stamp: int) -> None:
    if stamp % FOLD == 0:
        from remora.store import sums  # as above

        sums.fold(db, stamp - FOLD, stamp)
