"""What upkeep does to the file as a whole: check, shrink, checkpoint, measure, erase traces. Never part of a turn."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import apsw

from remora.notes import Note, counted
from remora.store import codec, dreams, fulltext, vectors, verdicts
from remora.store.query import rows, value

NEEDLES, PREFIX = 500, 40  # of needles so many, and of each so many characters, fit an automaton of re2's

_OPEN_REFERENCES = "SELECT count(*) FROM notes WHERE archived_at IS NULL AND superseded_by IS NOT NULL"
_WRONG_COUNTS = """
    SELECT name FROM namespaces
    WHERE live <> (SELECT count(*) FROM notes WHERE notes.namespace = namespaces.n AND notes.archived_at IS NULL)
"""
_WRONG_VECTORS = """
    SELECT note_vectors.note FROM note_vectors JOIN notes ON notes.n = note_vectors.note
    WHERE note_vectors.live <> (notes.archived_at IS NULL) OR note_vectors.namespace <> notes.namespace
"""
_WRONG_WIDTHS = f"""
    SELECT note_vectors.note FROM note_vectors JOIN identities ON identities.n = note_vectors.identity
    WHERE length(v) <> 4 * {vectors.WIDTH}
"""
_FORGET_SHOWN = "DELETE FROM shown WHERE note = ?"
_FORGET_TOLD = "DELETE FROM echoes WHERE note = ?"
# A captured note is what a model made of an event: purged, its words stand there still, if in another order.
_SOURCES = """
    SELECT json_extract(detail, '$.event') FROM history
    WHERE what = 'captured' AND note IN (SELECT value FROM json_each(?)) AND json_extract(detail, '$.event') IS NOT NULL
"""
_FORGET_EVENT = "DELETE FROM journal WHERE n = ? RETURNING length(CAST(record AS BLOB))"
_SHRINK_JOURNAL = "UPDATE counters SET value = value - ? WHERE name = 'journal_bytes'"
_LINKED = "SELECT n FROM notes WHERE superseded_by IN (SELECT value FROM json_each(?))"
_UNLINK = "UPDATE notes SET superseded_by = NULL WHERE n = ?"
# Where records lie that may hold a note's text: what to read of them, and what to do with one that does.
_RECORDS = {
    "SELECT n, record, query FROM turn_log": "DELETE FROM turn_log WHERE n = ?",
    "SELECT n, block, '' FROM kept": "DELETE FROM kept WHERE n = ?",
    "SELECT n, record, '' FROM journal": "DELETE FROM journal WHERE n = ? RETURNING length(CAST(record AS BLOB))",
    "SELECT n, detail, '' FROM history": "UPDATE history SET detail = '{}' WHERE n = ? RETURNING 0",
}

_FORGET_EVENTS = "DELETE FROM journal WHERE instr(record, ?) RETURNING length(CAST(record AS BLOB))"


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Sizes in bytes; `free_pages` are what a vacuum gives back."""

    size: int
    pages: int
    free_pages: int
    page_size: int


def facts(db: apsw.Connection) -> FileFacts:
    """How large the file is, and how much of it is empty."""
    pages, page_size = int(db.pragma("page_count")), int(db.pragma("page_size"))
    return FileFacts(pages * page_size, pages, int(db.pragma("freelist_count")), page_size)


def integrity(db: apsw.Connection) -> list[str]:
    """What is wrong with the file or with what its parts say of each other; empty when all is well."""
    troubles = [str(line) for (line,) in rows(db, "PRAGMA integrity_check") if line != "ok"]
    if rows(db, "PRAGMA foreign_key_check"):
        troubles.append("rows refer to rows that are not there")
    astray = fulltext.check(db)
    if astray:
        troubles.append(f"the full-text index disagrees with {counted(len(astray), 'note')}")
    wrong = [str(name) for (name,) in rows(db, _WRONG_COUNTS)]
    if wrong:
        troubles.append(f"the count of live notes is wrong in {', '.join(wrong)}")
    if rows(db, _WRONG_VECTORS):
        troubles.append("vectors disagree with their notes about being archived or their namespace")
    damaged = len(rows(db, _WRONG_WIDTHS))
    if damaged:
        troubles.append(f"{counted(damaged, 'vector')} of another length than the model's")
    if value(db, _OPEN_REFERENCES):
        troubles.append("live notes are marked as superseded")
    return troubles


def erase_events(db: apsw.Connection, text: str) -> None:
    """Delete the journal's records that hold this text; part of a lesson's purge."""
    freed = [int(length) for (length,) in rows(db, _FORGET_EVENTS, (codec.escaped(text),))]
    db.execute(_SHRINK_JOURNAL, (sum(freed),))


def checkpoint(db: apsw.Connection) -> bool:
    """Fold the whole write-ahead log into the file and empty it. False if a reader or writer was in the way."""
    busy, _, _ = rows(db, "PRAGMA wal_checkpoint(TRUNCATE)")[0]
    return not busy


def vacuum(db: apsw.Connection) -> None:
    """Write the file anew without its empty pages. Needs as much free disk again; waits for other writers."""
    db.execute("VACUUM")


def any_of(needles: Collection[str]) -> Callable[[str], bool]:
    """Whether a text holds one of many: their beginnings are looked for all at once, twenty times as fast."""
    import re2  # only a purge pays for it

    wanted = sorted(filter(None, needles))
    slices = [wanted[place : place + NEEDLES] for place in range(0, len(wanted), NEEDLES)]
    looks = [(re2.compile("|".join(re2.escape(needle[:PREFIX]) for needle in each)), each) for each in slices]
    return lambda text: any(
        look.search(text) is not None and any(needle in text for needle in each) for look, each in looks
    )


@dataclass(frozen=True, slots=True)
class Trace:
    """A row that names a purged note or holds its text, and the statement that does away with that."""

    statement: str
    row: int


def traces(db: apsw.Connection, found: Collection[Note], ids: Collection[str]) -> list[Trace]:
    """The rows of logs, kept blocks, journal and history that name one of the ids or hold a note's text.

    Each is read once, however many notes there are, and outside every write: a full journal is 16 MB.
    """
    holds = any_of({*ids, *(note.text for note in found), *(codec.escaped(note.text) for note in found)})
    held = [
        Trace(erase, row)
        for read, erase in _RECORDS.items()
        for row, record, beside in rows(db, read)
        if holds(record) or holds(beside)
    ]
    held += [Trace(_FORGET_EVENT, row) for (row,) in rows(db, _SOURCES, (codec.dumps([note.row for note in found]),))]
    return held + [Trace(_UNLINK, row) for (row,) in rows(db, _LINKED, (codec.dumps(sorted(ids)),))]


def erase(db: apsw.Connection, trace: Trace) -> bool:
    """Do away with one trace; whether a record went with it."""
    freed = rows(db, trace.statement, (trace.row,))
    if freed and freed[0][0]:
        db.execute(_SHRINK_JOURNAL, (freed[0][0],))
    return trace.statement.startswith("DELETE")


def forget_marks(db: apsw.Connection, note_id: str) -> int:
    """Delete what is kept of a note by its id alone: that it was shown, judged, released. Returns how many rows."""
    before = db.total_changes()
    db.execute(_FORGET_SHOWN, (note_id,))
    db.execute(_FORGET_TOLD, (note_id,))
    verdicts.delete(db, note_id)
    dreams.forget_note(db, note_id)
    return int(db.total_changes() - before)
