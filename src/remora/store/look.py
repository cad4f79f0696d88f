"""What lies at memory.db, told without changing a byte of it. Called before the store is opened for writing."""

from contextlib import closing
from enum import Enum
from pathlib import Path

import apsw

from remora.errors import ForeignStore, NewerStore, StoreDamaged
from remora.store import oldshape
from remora.store.connection import PAGE_BYTES, busy_timeout, translated
from remora.store.migrate import APPLICATION_ID, SCHEMA

MAGIC = b"SQLite format 3\x00"
HEADER_BYTES = 100
APPLICATION_ID_AT = 68  # the byte offset in the header that SQLite documents

_KEY = "SELECT value FROM meta WHERE key = 'tombstone_key'"


class Found(Enum):
    NOTHING = "no file yet, or one without a table"
    OURS = "a store that this version can use"
    OLD_SHAPE = "a store of the earlier program, to be upgraded"


def look(path: Path) -> Found:
    """Raises ForeignStore, NewerStore or StoreDamaged where the file must be left alone."""
    if path.is_dir():
        raise _foreign(path, "it is a folder")
    if path.exists() and not path.is_file():
        raise _foreign(path, "it is no ordinary file")
    if _empty(path):
        _no_log_without_a_file(path)
        return Found.NOTHING
    try:
        header = _header(path)
    except apsw.Error as error:
        raise translated(error) from error
    if not header.startswith(MAGIC):
        raise _foreign(path, "it is not a database")
    cut_short = _cut_short(path, header)
    if cut_short is not None:
        return cut_short
    try:
        with closing(_open(path)) as db:
            found = _judge(db, path)
            if found is Found.OURS and _has_log(path):
                _log_is_its_own(db, path)
            return found
    except (apsw.CorruptError, apsw.NotADBError) as error:
        if header[APPLICATION_ID_AT : APPLICATION_ID_AT + 4] == APPLICATION_ID.to_bytes(4, "big"):
            raise StoreDamaged(
                f"The memory was not opened: {path} is damaged ({error}).", "Restore a backup, or move the file away."
            ) from error
        raise _foreign(path, "SQLite cannot read it") from error
    except apsw.Error as error:
        raise translated(error) from error


def _header(path: Path) -> bytes:
    """By SQLite's own file layer: to close a file by any other way drops the locks that this process has on it."""
    file = apsw.VFSFile("", str(path.resolve()), [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0])
    try:
        return file.xRead(min(HEADER_BYTES, file.xFileSize()), 0)
    finally:
        file.xClose()


def _empty(path: Path) -> bool:
    return not path.exists() or path.stat().st_size == 0


def _log(path: Path) -> Path:
    """SQLite keeps it beside the file that a link leads to."""
    place = path.resolve()
    return place.with_name(place.name + "-wal")


def _has_log(path: Path) -> bool:
    log = _log(path)
    return log.is_file() and log.stat().st_size > 0


def _no_log_without_a_file(path: Path) -> None:
    """SQLite deletes a log whose database is gone, and with it the notes that are nowhere else."""
    if _has_log(path) and _empty(path):  # asked again: whoever makes a store writes the file before the log
        raise StoreDamaged(
            f"The memory was not opened: {path} is missing or empty, but its log {_log(path).name} holds notes.",
            "Put back the file that belongs to it; without one, move the log away.",
        )


def _log_is_its_own(db: apsw.Connection, path: Path) -> None:
    """SQLite would take the log of another store for this one's, and write its pages over the notes.

    Each store has a key of its own. In the file alone it may not stand yet, or be half written: then nothing is known.
    """
    try:
        with closing(_open(path, alone=True)) as file:
            written = file.execute(_KEY).get
    except apsw.Error:
        return
    if written is not None and written != db.execute(_KEY).get:
        raise StoreDamaged(
            f"The memory was not opened: the log {_log(path).name} beside {path} belongs to another store.",
            "Nothing was changed. Move that log away, or put it beside the file that it belongs to.",
        )


def _open(path: Path, *, alone: bool = False) -> apsw.Connection:
    """Reading a write-ahead log needs a shared-memory file beside it; without a log, nothing need be made.

    `alone`: without its log all the same.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if alone or not _has_log(path) else ''}"
    db = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    busy_timeout(db)  # the log that a killed process left is being taken back by another one
    return db


def _judge(db: apsw.Connection, path: Path) -> Found:
    application, version = db.pragma("application_id"), db.pragma("user_version")
    if application == APPLICATION_ID:
        reader = _min_reader(db)  # asked of every file: a damaged one shows here, before anything is written
        if version > SCHEMA and reader > SCHEMA:
            raise NewerStore(
                f"The memory was not opened: {path} was written by a newer Remora (schema {version}, this one "
                f"knows {SCHEMA}).",
                "Upgrade this installation: `pip install --upgrade remora`.",
            )
        return Found.OURS
    if application == 0 and not db.execute("SELECT count(*) FROM sqlite_schema").get:
        return Found.NOTHING
    if application == 0 and version == 0 and oldshape.table(db) is not None:
        return Found.OLD_SHAPE
    raise _foreign(path, "it is another program's database")


def _min_reader(db: apsw.Connection) -> int:
    """The oldest schema whose programs may still use the file; a file that does not say wants its own."""
    value = db.execute("SELECT value FROM meta WHERE key = 'min_reader'").get
    return int(value) if value is not None else int(db.pragma("user_version"))


def _cut_short(path: Path, header: bytes) -> Found | None:
    """What a file is whose last writer died and left a journal, by which SQLite takes back what it had begun.

    Until then its pages are a mixture that cannot be judged, and the header alone must do. Only the making and the
    upgrade of a store go by such a journal.
    """
    journal = path.with_name(path.name + "-journal")
    if not journal.exists() or journal.stat().st_size == 0:
        return None
    application = int.from_bytes(header[APPLICATION_ID_AT : APPLICATION_ID_AT + 4], "big")
    if application == APPLICATION_ID:
        return Found.OURS
    return Found.NOTHING if application == 0 and path.stat().st_size <= PAGE_BYTES else None


def _foreign(path: Path, why: str) -> ForeignStore:
    return ForeignStore(
        f"The memory was not opened: {path} is not Remora's ({why}).",
        "Nothing was changed. Move it away, or choose another home with REMORA_HOME or --home.",
    )
