"""The rows of notes: store, find, list, archive, delete. Called by recall, learn and upkeep.

Every change keeps index, vectors, counts and history in step, in the caller's one write transaction.
"""

import hashlib
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from remora.errors import StoreDamaged, UnknownNote
from remora.notes import Note, Provenance
from remora.store import fulltext, history, namespaces, vectors
from remora.store.clock import now_ms
from remora.store.query import rows, value
from remora.text import NEGATIONS, TERMS_VERSION, chunks, terms

DIGEST_BYTES = 16  # 128 bits of SHA-256: equal digests are equal texts for any store a person can fill
SLICE = 200  # notes a read: a few milliseconds, whatever the notes hold
PREFIX_LIMIT = 10  # as many as a person can choose among when a prefix is ambiguous

_COLUMNS = """
    notes.n, notes.id, notes.text, namespaces.name, notes.importance, notes.created_at, notes.archived_at,
    notes.superseded_by, notes.words, notes.trigger, notes.session_id, notes.host, notes.model, notes.recorded_at
"""
_SELECT = f"SELECT {_COLUMNS} FROM notes JOIN namespaces ON namespaces.n = notes.namespace"
_INSERT = """
    INSERT INTO notes (id, namespace, created_at, importance, words_version, trigger, session_id, host, model,
                       recorded_at, digest, text, words)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_BY_ID = f"{_SELECT} WHERE notes.id = ?"
_BY_ROW = f"{_SELECT} WHERE notes.n = ?"
# A join, for IN would first make a table of the numbers, which costs a third as much as reading the notes.
_BY_ROWS = f"""
    SELECT {_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN notes ON notes.n = wanted.value
    JOIN namespaces ON namespaces.n = notes.namespace
"""
_BY_PREFIX = f"{_SELECT} WHERE notes.id >= ? AND notes.id < ? ORDER BY notes.id LIMIT ?"
# Asked with every add and hardly ever answered: the index alone tells, where a whole note costs five times as much.
_SAME_TEXT = "SELECT n FROM notes WHERE namespace = ? AND digest = ? AND archived_at IS NULL"
_NEWEST_ROWS = """
    SELECT n FROM notes WHERE namespace = ? AND (archived_at IS NOT NULL) = ? ORDER BY created_at DESC, n DESC LIMIT ?
"""
_LAST = "SELECT id FROM notes ORDER BY n DESC LIMIT 1"
_ORDERED = "SELECT n FROM notes ORDER BY created_at, id"
_ROWS_BY_ID = "SELECT n FROM notes INDEXED BY sqlite_autoindex_notes_1 ORDER BY id"
_ROWS_BY_TIME = "SELECT n FROM notes INDEXED BY notes_by_time ORDER BY namespace, created_at"
_BESIDE = """
    SELECT note.n, other.n FROM notes AS note JOIN notes AS other
    ON other.n BETWEEN note.n - ?2 AND note.n + ?2 AND other.n <> note.n
    AND other.session_id = note.session_id AND other.namespace = note.namespace AND other.archived_at IS NULL
    WHERE note.n IN (SELECT value FROM json_each(?1)) ORDER BY note.n, other.n
"""
_ARCHIVED = """
    SELECT text, words FROM notes
    WHERE namespace = (SELECT n FROM namespaces WHERE name = ?) AND archived_at IS NOT NULL
    ORDER BY archived_at DESC, n DESC LIMIT ?
"""
_COUNTS = """
    SELECT namespaces.name, count(notes.n) FILTER (WHERE notes.archived_at IS NULL),
           count(notes.n) FILTER (WHERE notes.archived_at IS NOT NULL)
    FROM namespaces LEFT JOIN notes ON notes.namespace = namespaces.n GROUP BY namespaces.n ORDER BY namespaces.name
"""
_GROUPABLE = """
    SELECT n, id, created_at, importance, trigger, words FROM notes WHERE namespace = ? AND archived_at IS NULL
    ORDER BY created_at DESC, n DESC LIMIT ?
"""
_RATE = "UPDATE notes SET importance = ? WHERE n = ?"
_ARCHIVE = "UPDATE notes SET archived_at = ?, superseded_by = ? WHERE n = ?"
_MOVE = "UPDATE notes SET namespace = ? WHERE n = ?"
_DELETE = "DELETE FROM notes WHERE n = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewNote:
    """A note that is about to be stored. `words`: its terms, space-separated; `digest`: from `digest_of`."""

    id: str
    text: str
    words: str
    namespace: str
    importance: float | None
    created_at: int
    provenance: Provenance
    digest: bytes


@dataclass(frozen=True, slots=True)
class Outline:
    """A live note without its text, for those who look at a whole namespace."""

    row: int
    id: str
    created_at: int
    importance: float | None
    trigger: str
    words: str


@dataclass(frozen=True, slots=True)
class Count:
    """How many notes a namespace holds."""

    live: int
    archived: int


def digest_of(text: str) -> bytes:
    """16 bytes that are equal for texts which differ only in composition and white space."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    return hashlib.sha256(plain.encode("utf-8", "replace")).digest()[:DIGEST_BYTES]


def words_digest_of(text: str) -> bytes:
    """16 bytes that are equal for texts of the same words in any order: what a light rewording keeps.

    Negations count by themselves: "don't" is a stop word, and without it a text says the opposite.
    """
    negations = sum(piece.word in NEGATIONS for chunk in chunks(text) for piece in chunk)
    words = " ".join([str(negations), *sorted(set(terms(text)))])
    return hashlib.sha256(words.encode("utf-8", "replace")).digest()[:DIGEST_BYTES]


def insert(db: apsw.Connection, new: NewNote) -> Note:
    """Store a note and index it. Raises apsw.ConstraintError if its id is taken."""
    number = namespaces.number_for(db, new.namespace)
    source = new.provenance
    db.execute(_INSERT,
        (
            new.id, number, new.created_at, new.importance, TERMS_VERSION, source.trigger, source.session_id,
            source.host, source.model, source.recorded_at, new.digest, new.text, new.words,
        ),
    )  # fmt: skip
    row = db.last_insert_rowid()
    fulltext.add(db, row, number, new.words)
    namespaces.change_live(db, number, +1)
    return Note(
        row=row, id=new.id, text=new.text, namespace=new.namespace, importance=new.importance,
        created_at=new.created_at, archived_at=None, superseded_by=None, words=new.words, provenance=source,
    )  # fmt: skip


def by_id(db: apsw.Connection, note_id: str) -> Note | None:
    """The note of exactly this id, archived or not."""
    return _one(rows(db, _BY_ID, (note_id,)))


def by_row(db: apsw.Connection, row: int) -> Note | None:
    """The note of this row number, as it stands now."""
    return _one(rows(db, _BY_ROW, (row,)))


def is_there(db: apsw.Connection, note: Note) -> bool:
    """Whether the note was not deleted meanwhile. Its row alone does not tell: another may have got the number."""
    now = by_row(db, note.row)
    return now is not None and now.id == note.id


def by_prefix(db: apsw.Connection, prefix: str, limit: int = PREFIX_LIMIT) -> list[Note]:
    """The notes whose ids begin so, by id, archived ones included; at most `limit`."""
    low = prefix.strip().lower()
    if not low:
        return []
    # ids are ASCII, so all that begin with a prefix lie below the prefix followed by the highest ASCII letter
    return [_note(row) for row in rows(db, _BY_PREFIX, (low, low + "\x7f", limit))]


def by_rows(db: apsw.Connection, numbers: Sequence[int]) -> list[Note]:
    """The notes of these row numbers, in that order; numbers without a note are left out."""
    found = {row[0]: _note(row) for row in rows(db, _BY_ROWS, (str(list(numbers)),))}
    return [found[row] for row in numbers if row in found]


def last(db: apsw.Connection) -> str | None:
    """The id of the note stored last. While it is the same nothing was stored since, though rows may have gone."""
    found = value(db, _LAST)
    return None if found is None else str(found)


def same_text(db: apsw.Connection, namespace: str, digest: bytes) -> Note | None:
    """The oldest live note of the namespace with this digest."""
    number = namespaces.number(db, namespace)
    found = [] if number is None else rows(db, _SAME_TEXT, (number, digest))
    return by_row(db, min(row for (row,) in found)) if found else None


def newest(
    db: apsw.Connection, names: Sequence[str] | None = None, limit: int = 50, archived: bool = False
) -> list[Note]:
    """The newest notes first, of these namespaces (None: of all); archived ones instead of live ones if asked."""
    numbers = [namespaces.number(db, name) for name in (namespaces.all_live(db) if names is None else names)]
    found = [
        row for number in numbers if number is not None for (row,) in rows(db, _NEWEST_ROWS, (number, archived, limit))
    ]
    return sorted(by_rows(db, found), key=lambda note: (-note.created_at, -note.row))[:limit]


def outlines(db: apsw.Connection, namespace: str, limit: int) -> list[Outline]:
    """The newest live notes of a namespace, without their texts."""
    number = namespaces.number(db, namespace)
    return [] if number is None else [Outline(*row) for row in rows(db, _GROUPABLE, (number, limit))]


def rate(db: apsw.Connection, note: Note, importance: float | None) -> None:
    """Give a note another importance."""
    db.execute(_RATE, (importance, note.row))


def all_notes(db: apsw.Connection) -> Iterator[Note]:
    """Every note, archived ones included, by (created_at, id). No read transaction is held between slices."""
    ordered = [row for (row,) in rows(db, _ORDERED)]
    for start in range(0, len(ordered), SLICE):
        yield from by_rows(db, ordered[start : start + SLICE])


def readable_notes(db: apsw.Connection, lost: Callable[[int], object]) -> Iterator[Note]:
    """As `all_notes`, of a file that may be damaged: `lost` is told of each row that is there and cannot be read."""
    try:
        ordered = [row for (row,) in rows(db, _ORDERED)]
    except StoreDamaged:  # on a page of the rows; an index knows them all
        try:
            ordered = [row for (row,) in rows(db, _ROWS_BY_TIME)]
        except StoreDamaged:
            ordered = [row for (row,) in rows(db, _ROWS_BY_ID)]
    for start in range(0, len(ordered), SLICE):
        numbers = ordered[start : start + SLICE]
        try:
            yield from by_rows(db, numbers)
        except StoreDamaged:
            for row in numbers:
                try:
                    yield from by_rows(db, [row])
                except StoreDamaged:
                    lost(row)


def beside(db: apsw.Connection, numbers: Sequence[int], reach: int) -> dict[int, list[int]]:
    """Rows of the live notes of the same session at most `reach` row numbers away, by row. A conversation that was
    stored in one go lies together."""
    found: dict[int, list[int]] = {}
    for row, other in rows(db, _BESIDE, (str(list(numbers)), reach)):
        found.setdefault(row, []).append(other)
    return found


def archived(db: apsw.Connection, namespace: str, limit: int) -> list[tuple[str, frozenset[str]]]:
    """The notes of a namespace that were archived last: text and index terms, for whoever must not learn them again."""
    return [(str(text), frozenset(words.split())) for text, words in rows(db, _ARCHIVED, (namespace, limit))]


def counts(db: apsw.Connection) -> dict[str, Count]:
    """Every namespace with its counts, taken from the rows themselves."""
    return {str(name): Count(live, archived) for name, live, archived in rows(db, _COUNTS)}


def archive(db: apsw.Connection, note: Note, at: int, superseded_by: str | None = None) -> Note:
    """Take a note out of recall; it can be restored. Nothing happens to one that is archived already.

    `superseded_by`: the id of the note that replaces it. Raises UnknownNote if it was deleted meanwhile.
    """
    now = _current(db, note)
    if now.archived_at is not None:
        return now
    number = namespaces.number_for(db, now.namespace)
    db.execute(_ARCHIVE, (at, superseded_by, now.row))
    fulltext.remove(db, now.row, number, now.words)
    vectors.place(db, now.row, live=False, namespace=number)
    namespaces.change_live(db, number, -1)
    if superseded_by is None:
        history.add(db, now.row, at, "forgotten")
    else:
        history.add(db, now.row, at, "superseded", by=superseded_by)
    return _current(db, note)


def restore(db: apsw.Connection, note: Note, at: int | None = None) -> Note:
    """Undo `archive`. Nothing happens to a live note. Raises UnknownNote if it was deleted meanwhile."""
    now = _current(db, note)
    if now.archived_at is None:
        return now
    number = namespaces.number_for(db, now.namespace)
    db.execute(_ARCHIVE, (None, None, now.row))
    fulltext.add(db, now.row, number, now.words)
    vectors.place(db, now.row, live=True, namespace=number)
    namespaces.change_live(db, number, +1)
    history.add(db, now.row, now_ms() if at is None else at, "restored")
    return _current(db, note)


def move(db: apsw.Connection, note: Note, namespace: str, at: int) -> Note:
    """Give one note another namespace. Raises UnknownNote if it was deleted meanwhile."""
    now = _current(db, note)
    if now.namespace == namespace:
        return now
    old, new = namespaces.number_for(db, now.namespace), namespaces.number_for(db, namespace)
    db.execute(_MOVE, (new, now.row))
    live = now.archived_at is None
    if live:
        fulltext.remove(db, now.row, old, now.words)
        fulltext.add(db, now.row, new, now.words)
        namespaces.change_live(db, old, -1)
        namespaces.change_live(db, new, +1)
    vectors.place(db, now.row, live=live, namespace=new)
    history.add(db, now.row, at, "moved", of=now.namespace, to=namespace)
    return _current(db, note)


def delete(db: apsw.Connection, note: Note) -> None:
    """Remove a note with all that hangs on its row; there is no way back. Nothing happens to one that is gone."""
    now = by_row(db, note.row)
    if now is None or now.id != note.id:
        return
    number = namespaces.number_for(db, now.namespace)
    if now.archived_at is None:
        fulltext.remove(db, now.row, number, now.words)
        namespaces.change_live(db, number, -1)
    vectors.delete(db, now.row)
    history.delete(db, now.row)
    db.execute(_DELETE, (now.row,))


def _current(db: apsw.Connection, note: Note) -> Note:
    """The note as it stands in this transaction: the caller's copy may be older."""
    now = by_row(db, note.row)
    if now is None or now.id != note.id:
        raise UnknownNote(f"Nothing was changed: the note {note.id} is no longer there.", "`remora list` shows all.")
    return now


def _one(found: list[tuple[Any, ...]]) -> Note | None:
    return _note(found[0]) if found else None


def _note(row: tuple[Any, ...]) -> Note:
    n, note_id, text, namespace, importance, created_at, archived_at, superseded_by, words, *source = row
    trigger, session_id, host, model, recorded_at = source
    return Note(
        row=n, id=note_id, text=text, namespace=namespace, importance=importance, created_at=created_at,
        archived_at=archived_at, superseded_by=superseded_by, words=words,
        provenance=Provenance(
            trigger=trigger, session_id=session_id, host=host, model=model, recorded_at=recorded_at
        ),
    )  # fmt: skip
