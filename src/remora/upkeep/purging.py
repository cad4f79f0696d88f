"""Deletes notes for good: rows, index, log, and the records that hold their text. There is no way back.

Called by the memory facade. What lies beside the store is found by a note's text, so it goes first; the text leaves
the file at once (deleted bytes are overwritten), the index when its segments are merged, the write-ahead log at a
checkpoint that nobody is in the way of. A mark in the store says how far that came.
"""

import shutil
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from remora import signals
from remora.errors import DiskFull, HomeUnavailable, StoreLocked, UnknownNote
from remora.home import FAILURES
from remora.notes import Note
from remora.store import (
    Connection,
    Outbox,
    Store,
    backups,
    codec,
    dreams,
    in_slices,
    lessons,
    maintenance,
    merge_words,
    meta,
    notes,
    spool,
    tombstones,
)
from remora.upkeep import blocked, lookup

CHECKPOINT_SECONDS = 5.0  # as long as any write waits; a reader that stays longer is a backup or a hung process
CHECKPOINT_PAUSE = 0.02  # a turn's read is over within milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Purged:
    """What went. `traces` counts the records that held a text; `clean` is False where another process kept the
    write-ahead log from being emptied: the texts may be in that file until `purge` or `doctor --vacuum` runs again.
    """

    notes: tuple[Note, ...]
    traces: int = 0
    files: int = 0
    clean: bool = True
    merged: tuple[str, ...] = ()
    """Ids of notes that a dream merged with the purged ones: they may still say what those said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfinished:
    """A purge that was interrupted: whose notes may have left bytes behind."""

    ids: frozenset[str] = field(default_factory=frozenset)
    everywhere: bool = False


def unfinished(store: Store) -> Unfinished:
    """What an earlier purge has begun and not come to the end of."""
    mark = meta.get(store.read(), meta.PURGE_UNFINISHED)
    known = codec.loads(mark) if mark else {}
    ids = known.get("ids")
    return Unfinished(ids=frozenset(ids if isinstance(ids, list) else ()), everywhere=bool(known.get("everywhere")))


def found(store: Store, note_ids: Sequence[str]) -> list[Note]:
    """The notes of these ids, as `lookup.find` finds them; one that an interrupted purge deleted already is left out.

    Raises as `lookup.find` does.
    """
    begun = unfinished(store).ids
    wanted: list[Note] = []
    for note_id in note_ids:
        try:
            wanted.append(lookup.find(store, note_id))
        except UnknownNote:
            if not any(known.startswith(note_id.strip().strip("[]").lower()) for known in begun):
                raise
    return wanted


def purge(store: Store, outbox: Outbox, found: Sequence[Note], *, everywhere: bool = False) -> Purged:
    """Delete the notes, in short transactions; what an interrupted purge has left is finished as well.

    Their fingerprints stay, so that nothing automatic stores the texts again. `everywhere`: also what lies beside the
    store: spool files, the log of blocked text, and all backups, for a copy cannot be cleaned note by note; and the
    file is written anew, for a page may keep pieces of what it once held.
    """
    wanted = list({note.id: note for note in found}.values())
    merged = _merged_with(store, wanted)
    earlier = unfinished(store)
    everywhere = everywhere or earlier.everywhere
    ids = earlier.ids | {note.id for note in wanted}
    outbox.flush()
    outbox.drain()
    files = _beside(store.home, wanted, ids, "Nothing was deleted") if everywhere else 0
    with store.write() as db:
        meta.put(db, meta.PURGE_UNFINISHED, codec.dumps({"ids": sorted(ids), "everywhere": everywhere}))
    gone = _rows(store, wanted, ids)
    merge_words(store, begin=True)  # forgotten terms are only then gone from it
    if everywhere:  # once more: a turn may have been given a note meanwhile
        files += _beside(store.home, wanted, ids, "The notes are deleted")
    clean = (not everywhere or _written_anew(store)) and emptied(store)
    if clean:
        with store.write() as db:
            meta.put(db, meta.PURGE_UNFINISHED, None)
        clean = emptied(store)  # of the mark's own pages
    for note in wanted:
        signals.send(signals.note_forgotten, note_id=note.id, purged=True)
    return Purged(notes=tuple(wanted), traces=gone, files=files, clean=clean, merged=merged)


def _merged_with(store: Store, wanted: Sequence[Note]) -> tuple[str, ...]:
    """Notes that stay and were merged from, or into, one that goes."""
    db, ids = store.read(), {note.id for note in wanted}
    beside = {one for note in wanted for change in dreams.into(db, note.id) for one in change.sources}
    beside |= {change.target for note in wanted for change in dreams.out_of(db, note.id)}
    return tuple(sorted(one for one in beside - ids if notes.by_id(db, one) is not None))


def _rows(store: Store, wanted: Sequence[Note], ids: Collection[str]) -> int:
    """Delete the rows, and the records that tell of them; returns how many records."""
    gone = 0

    def one(db: Connection, note: Note) -> None:
        nonlocal gone
        tombstones.put_text(db, note.namespace, note.text, store.clock())
        gone += maintenance.forget_marks(db, note.id) + lessons.delete_holding(db, note.text)
        notes.delete(db, note)

    def trace(db: Connection, trace: maintenance.Trace) -> None:
        nonlocal gone
        gone += maintenance.erase(db, trace)

    in_slices(store, maintenance.traces(store.read(), wanted, ids), trace)  # first: they are found by the texts
    in_slices(store, wanted, one)
    return gone


def _written_anew(store: Store) -> bool:
    try:
        maintenance.vacuum(store.read())
    except (StoreLocked, DiskFull):
        return False
    return True


def emptied(store: Store) -> bool:
    """Fold the write-ahead log into the file until nobody is in the way."""
    give_up = time.monotonic() + CHECKPOINT_SECONDS
    while not maintenance.checkpoint(store.read()):
        if time.monotonic() > give_up:
            return False
        time.sleep(CHECKPOINT_PAUSE)
    return True


def _beside(home: Path, wanted: Sequence[Note], ids: Collection[str], so_far: str) -> int:
    """Remove what holds the texts outside the store; returns how many files were removed or rewritten."""
    needles = {part.encode() for note in wanted for part in (note.text, codec.escaped(note.text))}
    needles |= {note_id.encode() for note_id in ids}
    count = 0
    try:
        count += blocked.erase(home, ids)
        for folder in (spool.FOLDER, *(f"{spool.FOLDER}/{inner}" for inner in spool.INNER)):
            for file in _files(home / folder):
                if _holds(file, needles):
                    file.unlink(missing_ok=True)
                    count += 1
        if _holds(home / FAILURES, needles):  # it is written again from the lessons that are left
            (home / FAILURES).unlink(missing_ok=True)
            count += 1
        copies = _files(home / backups.FOLDER)
        if (home / backups.FOLDER).is_dir():
            shutil.rmtree(home / backups.FOLDER)
    except OSError as error:
        place = error.filename or home
        raise HomeUnavailable(
            f"{so_far}, but {place} may still hold text of a purged note ({error.strerror}).",
            "Make it writable and purge again, or delete it.",
        ) from error
    return count + len(copies)


def _holds(file: Path, needles: Collection[bytes]) -> bool:
    try:
        content = file.read_bytes()
    except FileNotFoundError:  # drained by another process
        return False
    return any(needle in content for needle in needles)


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if path.is_file()] if folder.is_dir() else []
