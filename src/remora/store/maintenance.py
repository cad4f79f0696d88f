"""What upkeep does to the file as a whole: check, shrink, checkpoint, measure, erase traces. Never part of a turn."""

from dataclasses import dataclass

import apsw

from remora.notes import Note, counted
from remora.store import codec, fulltext, lessons, verdicts
from remora.store.query import rows, value

_OPEN_REFERENCES = "SELECT count(*) FROM notes WHERE archived_at IS NULL AND superseded_by IS NOT NULL"
_WRONG_COUNTS = """
    SELECT name FROM namespaces
    WHERE live <> (SELECT count(*) FROM notes WHERE notes.namespace = namespaces.n AND notes.archived_at IS NULL)
"""
_WRONG_VECTORS = """
    SELECT note_vectors.note FROM note_vectors JOIN notes ON notes.n = note_vectors.note
    WHERE note_vectors.live <> (notes.archived_at IS NULL) OR note_vectors.namespace <> notes.namespace
"""
_FORGET_SHOWN = "DELETE FROM shown WHERE note = ?"
# A record is a trace of a note if it names its id or holds its text.
_FORGET_TURNS = "DELETE FROM turn_log WHERE instr(record, ?1) OR instr(record, ?2) OR instr(query, ?3)"
_FORGET_KEPT = "DELETE FROM kept WHERE instr(block, ?1) OR instr(block, ?2)"
_FORGET_EVENTS = """
    DELETE FROM journal WHERE instr(record, ?1) OR instr(record, ?2) RETURNING length(CAST(record AS BLOB))
"""
_SHRINK_JOURNAL = "UPDATE counters SET value = value - ? WHERE name = 'journal_bytes'"
_FORGET_LINKS = "UPDATE notes SET superseded_by = NULL WHERE superseded_by = ?"


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
    if value(db, _OPEN_REFERENCES):
        troubles.append("live notes are marked as superseded")
    return troubles


def erase_events(db: apsw.Connection, text: str) -> None:
    """Delete the journal's records that hold this text; part of a lesson's purge."""
    freed = [int(length) for (length,) in rows(db, _FORGET_EVENTS, (text, text))]
    db.execute(_SHRINK_JOURNAL, (sum(freed),))


def checkpoint(db: apsw.Connection) -> bool:
    """Fold the whole write-ahead log into the file and empty it. False if a reader or writer was in the way."""
    busy, _, _ = rows(db, "PRAGMA wal_checkpoint(TRUNCATE)")[0]
    return not busy


def vacuum(db: apsw.Connection) -> None:
    """Write the file anew without its empty pages. Needs as much free disk again; waits for other writers."""
    db.execute("VACUUM")


def erase_traces(db: apsw.Connection, note: Note) -> int:
    """Delete every record that names the note or holds its text: ledger, turn log, kept blocks, journal, verdicts.

    Part of a purge everywhere, inside its transaction. Returns how many records went.
    """
    text = codec.escaped(note.text)
    before = db.total_changes()
    db.execute(_FORGET_SHOWN, (note.id,))
    db.execute(_FORGET_TURNS, (note.id, text, note.text))
    db.execute(_FORGET_KEPT, (note.id, text))
    freed = [int(length) for (length,) in rows(db, _FORGET_EVENTS, (note.id, text))]
    verdicts.delete(db, note.id)
    gone = int(db.total_changes() - before)  # what follows changes other rows as well
    gone += lessons.delete_holding(db, note.text)
    if freed:
        db.execute(_SHRINK_JOURNAL, (sum(freed),))
    db.execute(_FORGET_LINKS, (note.id,))
    return gone
