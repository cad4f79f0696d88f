"""Records that could not be written in time, as files: one atomic JSON file a flush, applied by the next writer.

Called by the outbox, and by a hook client that may not open the store. A file it cannot read is moved aside.
"""

import json
import os
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import apsw

from remora.store import captures, codec, dreams, echoes, journal, kept, lessons, sessions, shown, turnlog, verdicts
from remora.store.query import rows

FOLDER = "spool"
BAD = "bad"  # files that are not ours or not whole; for doctor and a person to look at
ASIDE = "aside"  # records that this version does not know: a newer one may
EVENTS = "events"  # hook clients leave whole events there, which the resident process drains
INNER = (BAD, ASIDE, EVENTS, f"{EVENTS}/{BAD}")
FILES_A_DRAIN = 50  # about as many records as one transaction writes in 50 ms
FILE_BYTES = 8 * 1024 * 1024  # a turn with its reply is kilobytes; a file beyond this is no spool of ours

Record = dict[str, object]

# What the records do, by their field `what`. A record that lacks a field raises ValueError.
APPLY: dict[str, Callable[[apsw.Connection, Record], None]] = {
    "session": sessions.apply,
    "shown": shown.apply,
    "reset_shown": shown.reset,
    "turn": turnlog.apply,
    "kept": kept.apply,
    "delivered": kept.deliver,
    "event": journal.apply,
    "verdict": verdicts.apply,
    "hinted": lessons.hinted,
    "dream_due": dreams.mark_due,
    "told": echoes.apply,
    "due": captures.apply,
}

# What a record of the wrong shape raises on its way into the store, in whichever line it shows first.
MALFORMED = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
    *(apsw.ConstraintError, apsw.MismatchError, apsw.TooBigError),
)

_DRAINED = "SELECT 1 FROM drained WHERE file = ?"
_MARK = "INSERT OR IGNORE INTO drained (file, at) VALUES (?, ?)"
_UNMARK = "DELETE FROM drained WHERE file = ?"


def write(home: Path, records: Sequence[Record]) -> Path:
    """Put records into a new file, whole or not at all. Raises OSError where even that cannot be written."""
    return _write(home, FOLDER, f"{_name()}.json", records)


def keep_aside(home: Path, records: Sequence[Record], name: str = "") -> Path:
    """Put records that cannot be applied where a person, or a newer version, finds them. Raises OSError."""
    return _write(home, f"{FOLDER}/{ASIDE}", name or f"{_name()}.json", records)


def _name() -> str:
    """By time, so that files are applied in the order of their events; the rest keeps processes apart."""
    return f"{time.time_ns():020d}-{os.getpid()}-{secrets.token_hex(4)}"


def _write(home: Path, place: str, name: str, records: Sequence[Record]) -> Path:
    folder = home / place
    for each in reversed((folder, *folder.parents[: place.count("/")])):  # not the home: a deleted one stays so
        each.mkdir(mode=0o700, exist_ok=True)
    unfinished, finished = folder / f".{name}.part", folder / name
    try:
        with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
            file.write(codec.dumps({"records": [_writable(record) for record in records]}))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(finished)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    return finished


def _writable(record: Record) -> Record:
    """The record, or in words what it was where JSON cannot hold it: such a one is put aside when it is read."""
    try:
        codec.dumps(record)
    except MALFORMED:
        return {"what": str(record.get("what")), "said": repr(record)}
    return record


def peek(home: Path) -> list[Record]:
    """The records that wait in the newest files, oldest first, to be read and left there."""
    found: list[Record] = []
    for file in waiting(home)[-FILES_A_DRAIN:]:
        with suppress(OSError, ValueError, RecursionError):  # whoever drains it will say what is wrong with it
            found.extend(_read(file))
    return found


def waiting(home: Path) -> list[Path]:
    """The files that wait, oldest first."""
    try:
        with os.scandir(home / FOLDER) as entries:
            names = sorted(entry.name for entry in entries if entry.name.endswith(".json"))
    except OSError:  # no spool yet, or something else in its place
        return []
    return [home / FOLDER / name for name in names]


def drain(db: apsw.Connection, files: Sequence[Path], now: int) -> tuple[list[Path], int]:
    """Apply files inside the caller's transaction; returns those that are done and how many records they held.

    The caller unlinks the done ones after its commit and then calls `settled`. A file applied by a process that
    died before unlinking it is done without being applied again.
    """
    done: list[Path] = []
    count = 0
    for file in files:
        if rows(db, _DRAINED, (file.name,)):
            done.append(file)
            continue
        try:
            records = list(_read(file))
        except FileNotFoundError:  # another process was faster
            continue
        except (OSError, ValueError, RecursionError):
            _move(file, BAD)
            continue
        db.execute("SAVEPOINT one_file")
        strange = [record for record in records if not apply(db, record)]
        try:
            if strange:
                keep_aside(file.parent.parent, strange, file.name)
        except OSError:  # it could not be kept: the file waits on, as a whole
            db.execute("ROLLBACK TO one_file")
            continue
        finally:
            db.execute("RELEASE one_file")
        db.execute(_MARK, (file.name, now))
        done.append(file)
        count += len(records) - len(strange)
    return done, count


def settled(db: apsw.Connection, files: Sequence[Path]) -> None:
    """The files are unlinked: their names need not be remembered any longer."""
    for file in files:
        db.execute(_UNMARK, (file.name,))


def apply(db: apsw.Connection, record: Record) -> bool:
    """Apply one record; False if nobody knows what it is or a field is wrong: then nothing of it is written."""
    what = record.get("what")
    verb = APPLY.get(what) if isinstance(what, str) else None
    if verb is None:
        return False
    db.execute("SAVEPOINT one_record")
    try:
        verb(db, record)
    except MALFORMED:
        db.execute("ROLLBACK TO one_record")
        return False
    finally:
        if db.in_transaction:
            db.execute("RELEASE one_record")
    return True


def _read(file: Path) -> Iterator[Record]:
    if file.stat().st_size > FILE_BYTES:
        raise ValueError("larger than any spool file of ours")
    content = json.loads(file.read_text(encoding="utf-8"))
    records = content.get("records") if isinstance(content, dict) else None
    if not isinstance(records, list) or not all(isinstance(record, dict) for record in records):
        raise ValueError("not a spool file")
    yield from records


def _move(file: Path, folder: str) -> None:
    place = file.parent / folder
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        file.replace(place / file.name)
    except OSError:
        return  # another process moved it, or the disk is full: it will be met again
