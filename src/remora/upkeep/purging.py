"""Deletes notes for good: rows, index, log, and the records that hold their text. There is no way back.

Called by the memory facade. The text leaves the file at once (deleted bytes are overwritten), the index when its
segments are merged, the write-ahead log at a checkpoint that nobody is in the way of: so the order below.
"""

import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from remora import signals
from remora.errors import HomeUnavailable
from remora.notes import Note
from remora.store import (
    Connection,
    Outbox,
    Store,
    backups,
    codec,
    dreams,
    fulltext,
    in_slices,
    maintenance,
    notes,
    spool,
    tombstones,
)
from remora.upkeep import blocked

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


def purge(store: Store, outbox: Outbox, found: Sequence[Note], *, everywhere: bool = False) -> Purged:
    """Delete the notes, in short transactions; one that is interrupted can be repeated.

    Their fingerprints stay, so that nothing automatic stores the texts again. `everywhere`: also what lies beside the
    store: spool files, the log of blocked text, and all backups, for a copy cannot be cleaned note by note.
    """
    wanted = list({note.id: note for note in found}.values())
    merged = _merged_with(store, wanted)
    outbox.flush(wait_ms=1_000)
    outbox.drain()
    traces = 0

    def one(db: Connection, note: Note) -> None:
        nonlocal traces
        tombstones.put_text(db, note.namespace, note.text, store.clock())
        traces += maintenance.erase_traces(db, note)
        notes.delete(db, note)

    in_slices(store, wanted, one)
    with store.write() as db:
        fulltext.optimize(db)
    files = _beside(store.home, wanted) if everywhere else 0
    clean = _emptied(store)
    for note in wanted:
        signals.send(signals.note_forgotten, note_id=note.id, purged=True)
    return Purged(notes=tuple(wanted), traces=traces, files=files, clean=clean, merged=merged)


def _merged_with(store: Store, wanted: Sequence[Note]) -> tuple[str, ...]:
    """Notes that stay and were merged from, or into, one that goes."""
    db, ids = store.read(), {note.id for note in wanted}
    beside = {one for note in wanted for change in dreams.into(db, note.id) for one in change.sources}
    beside |= {change.target for note in wanted for change in dreams.out_of(db, note.id)}
    return tuple(sorted(one for one in beside - ids if notes.by_id(db, one) is not None))


def _emptied(store: Store) -> bool:
    """Fold the write-ahead log into the file until nobody is in the way."""
    give_up = time.monotonic() + CHECKPOINT_SECONDS
    while not maintenance.checkpoint(store.read()):
        if time.monotonic() > give_up:
            return False
        time.sleep(CHECKPOINT_PAUSE)
    return True


def _beside(home: Path, wanted: Sequence[Note]) -> int:
    """Remove what holds the texts outside the store; returns how many files were removed or rewritten."""
    try:
        count = blocked.erase(home, {note.id for note in wanted})
    except OSError as error:
        raise HomeUnavailable(
            f"The notes are deleted, but {home / blocked.NAME} still holds the beginning of one ({error.strerror}).",
            "Make that file writable and purge again, or delete it.",
        ) from error
    needles = [part.encode() for note in wanted for part in (note.text, codec.escaped(note.text), note.id)]
    for folder in (spool.FOLDER, f"{spool.FOLDER}/{spool.BAD}", f"{spool.FOLDER}/{spool.ASIDE}"):
        for file in _files(home / folder):
            with suppress(OSError):
                content = file.read_bytes()
                if any(needle in content for needle in needles):
                    file.unlink()
                    count += 1
    place = home / backups.FOLDER
    if place.is_dir():
        count += len(_files(place))
        shutil.rmtree(place, ignore_errors=True)
    return count


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if path.is_file()] if folder.is_dir() else []
