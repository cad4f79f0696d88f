"""Change sets of dreams: which notes came to stand for which. Rows and statements; what merges, `learn.dream` decides.

Holds ids and no texts. A change whose notes were purged goes with them.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import apsw

from remora.store import codec, meta
from remora.store.fields import integer
from remora.store.ids import new_id
from remora.store.query import rows, value

DUE = "dream_due"  # the key of meta: when a session ended and asked for a dream

Kind = Literal["duplicate", "replaced", "merged"]

_BEGIN = "INSERT INTO dreams (id, began_at) VALUES (?, ?) RETURNING n, id"
_END = "UPDATE dreams SET ended_at = ? WHERE n = ?"
_UNDONE = "UPDATE dreams SET undone_at = ? WHERE n = ?"
# The one that ended last stays: the gates count from it.
_DROP_EMPTY = """
    DELETE FROM dreams WHERE n < ? AND NOT EXISTS (SELECT 1 FROM dream_changes WHERE dream_changes.dream = dreams.n)
    AND n IS NOT (SELECT n FROM dreams WHERE ended_at IS NOT NULL ORDER BY ended_at DESC, n DESC LIMIT 1)
"""
_LAST_ENDED = "SELECT max(ended_at) FROM dreams"
_SELECT = """
    SELECT n, id, began_at, ended_at, undone_at,
           (SELECT count(*) FROM dream_changes WHERE dream = dreams.n),
           (SELECT count(*) FROM dream_changes WHERE dream = dreams.n AND undone_at IS NULL)
    FROM dreams
"""
_BY_PREFIX = f"{_SELECT} WHERE id >= ?1 AND id < ?1 || '~' ORDER BY n DESC LIMIT 20"
_NEWEST = f"{_SELECT} WHERE EXISTS (SELECT 1 FROM dream_changes WHERE dream = dreams.n) ORDER BY n DESC LIMIT ?"
_NEWEST_STANDING = f"""
    {_SELECT} WHERE EXISTS (SELECT 1 FROM dream_changes WHERE dream = dreams.n AND undone_at IS NULL)
    ORDER BY n DESC LIMIT 1
"""
_ADD = """
    INSERT INTO dream_changes (dream, kind, target, made, rates, rated, at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING n
"""
_ADD_SOURCE = "INSERT INTO dream_sources (note, change) VALUES (?, ?)"
_CHANGES = """
    SELECT change.n, dreams.id, change.kind, change.target, change.made, change.rates, change.rated, change.at,
           change.undone_at, (SELECT json_group_array(note) FROM dream_sources WHERE change = change.n)
    FROM dream_changes AS change JOIN dreams ON dreams.n = change.dream
"""
_OF_DREAM = f"{_CHANGES} WHERE change.dream = ? ORDER BY change.n"
_INTO = f"{_CHANGES} WHERE change.target = ? ORDER BY change.n"
_OUT_OF = f"{_CHANGES} WHERE change.n IN (SELECT change FROM dream_sources WHERE note = ?) ORDER BY change.n"
_MERGED_TEXT = """
    SELECT notes.id FROM notes WHERE namespace = (SELECT n FROM namespaces WHERE name = ?) AND digest = ?
    AND superseded_by IS NOT NULL ORDER BY notes.n DESC
"""
_STANDS_FOR = """
    SELECT target.id, target.archived_at IS NULL FROM dream_sources JOIN dream_changes ON dream_changes.n = change
    JOIN notes AS target ON target.id = dream_changes.target
    WHERE dream_sources.note = ? AND undone_at IS NULL AND kind <> 'replaced' ORDER BY dream_changes.n DESC LIMIT 1
"""
_UNDO = "UPDATE dream_changes SET undone_at = ? WHERE n = ?"
_APART = """
    SELECT change.n, change.target, dream_sources.note, change.undone_at IS NOT NULL
    FROM dream_changes AS change JOIN dream_sources ON dream_sources.change = change.n
    JOIN notes ON notes.id = dream_sources.note WHERE notes.archived_at IS NULL ORDER BY change.n
"""
_CHANGES_OF = "SELECT change FROM dream_sources WHERE note = ?1 UNION SELECT n FROM dream_changes WHERE target = ?1"
_DELETE_SOURCE = "DELETE FROM dream_sources WHERE note = ?"
_DELETE_INTO = "DELETE FROM dream_sources WHERE change IN (SELECT n FROM dream_changes WHERE target = ?)"
_DELETE_BARE = """
    DELETE FROM dream_changes WHERE n IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM dream_sources WHERE change = dream_changes.n)
"""
_SEEN = "SELECT fingerprint FROM dream_groups"
_SEE = "INSERT OR REPLACE INTO dream_groups (fingerprint, at) VALUES (?, ?)"


@dataclass(frozen=True, slots=True)
class Dream:
    """One change set. `ended_at` is None where it broke off; `standing` changes are not undone."""

    row: int
    id: str
    began_at: int
    ended_at: int | None
    undone_at: int | None
    changes: int
    standing: int


@dataclass(frozen=True, slots=True)
class Change:
    """`target` stands for `sources`, all by id. `made`: the dream wrote the target; `rates`: it gave it another
    importance than `rated`."""

    row: int
    dream: str
    kind: Kind
    target: str
    made: bool
    rates: bool
    rated: float | None
    at: int
    undone_at: int | None
    sources: tuple[str, ...]


def begin(db: apsw.Connection, at: int) -> tuple[int, str]:
    """A new change set, by row number and id. Earlier ones that changed nothing are dropped."""
    ((row, dream_id),) = rows(db, _BEGIN, (new_id(), at))
    db.execute(_DROP_EMPTY, (row,))
    return int(row), str(dream_id)


def mark_due(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `dream_due`: at. A session has ended: the next start may dream."""
    meta.put(db, DUE, str(integer(record, "at")))


def due_since(db: apsw.Connection) -> int | None:
    """When a session that nobody has dreamt of yet asked for it."""
    asked = meta.get(db, DUE)
    last = last_ended(db)
    return None if asked is None or (last is not None and int(asked) <= last) else int(asked)


def end(db: apsw.Connection, row: int, at: int) -> None:
    """All that was planned is done."""
    db.execute(_END, (at, row))


def last_ended(db: apsw.Connection) -> int | None:
    """When a dream last came to its end; None if never."""
    found = value(db, _LAST_ENDED)
    return None if found is None else int(found)


def newest(db: apsw.Connection, limit: int) -> list[Dream]:
    """The newest dreams that changed anything."""
    return [Dream(*row) for row in rows(db, _NEWEST, (limit,))]


def newest_standing(db: apsw.Connection) -> Dream | None:
    """The newest dream of which something is not undone."""
    return next((Dream(*row) for row in rows(db, _NEWEST_STANDING)), None)


def by_prefix(db: apsw.Connection, prefix: str) -> list[Dream]:
    """The dreams whose ids begin so."""
    return [Dream(*row) for row in rows(db, _BY_PREFIX, (prefix,))]


def add(
    db: apsw.Connection, dream: int, *, kind: Kind, target: str, made: bool, sources: Collection[str], at: int,
    rates: bool = False, rated: float | None = None,
) -> int:  # fmt: skip
    """Record a change in the transaction that makes it."""
    row = int(value(db, _ADD, (dream, kind, target, made, rates, rated, at)))
    for source in sources:
        db.execute(_ADD_SOURCE, (source, row))
    return row


def changes(db: apsw.Connection, dream: Dream) -> list[Change]:
    """All changes of a dream, in order."""
    return [_change(row) for row in rows(db, _OF_DREAM, (dream.row,))]


def into(db: apsw.Connection, note_id: str) -> list[Change]:
    """The changes that let this note stand for others, undone ones included."""
    return [_change(row) for row in rows(db, _INTO, (note_id,))]


def out_of(db: apsw.Connection, note_id: str) -> list[Change]:
    """The changes that let another note stand for this one, undone ones included."""
    return [_change(row) for row in rows(db, _OUT_OF, (note_id,))]


def stand_in(db: apsw.Connection, namespace: str, digest: bytes) -> str | None:
    """The live note that says what a note with this digest said, because dreams merged it, however often."""
    for (note_id,) in rows(db, _MERGED_TEXT, (namespace, digest)):
        met = set[str]()  # notes that a person brought back may stand for each other
        while note_id not in met and (found := rows(db, _STANDS_FOR, (note_id,))):
            met.add(note_id)
            ((note_id, live),) = found
            if live:
                return str(note_id)
    return None


def undone(db: apsw.Connection, change: Change, at: int) -> None:
    """Mark a change as undone."""
    db.execute(_UNDO, (at, change.row))


def dream_undone(db: apsw.Connection, dream: Dream, at: int) -> None:
    """Mark a dream as undone as a whole."""
    db.execute(_UNDONE, (at, dream.row))


def apart(db: apsw.Connection) -> Iterator[frozenset[str]]:
    """Notes that a person keeps apart: those of each change that was undone, and each that was brought back alone,
    with what stood for it."""
    undone_ones: dict[int, set[str]] = {}
    for change, target, note, was_undone in rows(db, _APART):
        if was_undone:
            undone_ones.setdefault(change, {target}).add(note)
        else:
            yield frozenset((target, note))
    yield from map(frozenset, undone_ones.values())


def seen(db: apsw.Connection) -> set[bytes]:
    """The fingerprints of the groups that a model answered for."""
    return {fingerprint for (fingerprint,) in rows(db, _SEEN)}


def see(db: apsw.Connection, fingerprints: Collection[bytes], at: int) -> None:
    """A model answered for these groups."""
    for fingerprint in fingerprints:
        db.execute(_SEE, (fingerprint, at))


def forget_note(db: apsw.Connection, note_id: str) -> None:
    """Part of a purge: no change names the note any longer; one that is left without source or target goes."""
    touched = [int(row) for (row,) in rows(db, _CHANGES_OF, (note_id,))]
    if touched:
        db.execute(_DELETE_SOURCE, (note_id,))
        db.execute(_DELETE_INTO, (note_id,))
        db.execute(_DELETE_BARE, (codec.dumps(touched),))


def _change(row: tuple[Any, ...]) -> Change:
    n, dream, kind, target, made, rates, rated, at, undone_at, sources = row
    named = tuple(sorted(json.loads(sources)))
    return Change(n, dream, kind, target, bool(made), bool(rates), rated, at, undone_at, named)
