"""One SQLite connection, set up our way, whose errors are ours. Called by Store alone.

Every setting is one function with its reason. Cursors translate APSW's errors, so that readers need no `try`.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from remora.errors import DiskFull, HomeUnavailable, RemoraError, StoreDamaged, StoreLocked

BUSY_MS = 5_000  # eight writers waited at most 230 ms; a bulk import commits every 50 ms
PAGE_BYTES = 8_192  # five 384-wide float vectors fit a page; with 4,096 only two do, and a quarter is lost
WAL_PAGES = 256  # 2 MB: a checkpoint this often keeps the log small beside small stores
WAL_LIMIT_BYTES = 2 * 1024 * 1024  # what one long import left behind is given back after the next checkpoint


class Cursor(apsw.Cursor):
    """A cursor whose `execute` and `fetchall` raise RemoraError for what the machine does to us."""

    def execute(self, *args: Any, **keywords: Any) -> apsw.Cursor:
        try:
            return super().execute(*args, **keywords)
        except apsw.Error as error:
            raise translated(error) from error

    def executemany(self, *args: Any, **keywords: Any) -> apsw.Cursor:
        try:
            return super().executemany(*args, **keywords)
        except apsw.Error as error:
            raise translated(error) from error

    def fetchall(self) -> list[tuple[Any, ...]]:
        try:
            return super().fetchall()
        except apsw.Error as error:
            raise translated(error) from error


class Connection(apsw.Connection):
    """A connection whose `pragma` does likewise: some of them write."""

    def pragma(self, *args: Any, **keywords: Any) -> Any:
        try:
            return super().pragma(*args, **keywords)
        except apsw.Error as error:
            raise translated(error) from error


def translated(error: apsw.Error) -> Exception:
    """Our error for what SQLite met; a mistake of our own (bad SQL, a broken constraint) stays what it is."""
    detail = str(error)
    if isinstance(error, apsw.FullError) or getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE:
        return DiskFull(f"Nothing was written: the disk is full ({detail}).", "Free some space and repeat.")
    if isinstance(error, (apsw.BusyError, apsw.LockedError, apsw.ProtocolError)):
        return StoreLocked(
            f"Nothing was written: another process holds the memory ({detail}).", "Wait for it to end and repeat."
        )
    if isinstance(error, (apsw.CorruptError, apsw.NotADBError)):
        return StoreDamaged(
            f"The memory could not be read: {detail}.",
            "Run `remora doctor`, and `remora export` to save what can be read.",
        )
    if isinstance(error, (apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError, apsw.IOError, apsw.AuthError)):
        return HomeUnavailable(
            f"The memory could not be read or written: {detail}.",
            "Check that the home folder is on a local disk, belongs to you and is writable (`remora doctor`).",
        )
    return error


@contextmanager
def translating() -> Iterator[None]:
    """For the calls that are not a cursor's: open, close, backup."""
    try:
        yield
    except RemoraError:
        raise
    except apsw.Error as error:
        raise translated(error) from error


def connect(path: Path) -> apsw.Connection:
    """A read-write connection for one thread, creating the file's first page if it is empty."""
    with translating():
        db = Connection(str(path))
        db.cursor_factory = Cursor
        busy_timeout(db)
        page_size(db)
        write_ahead_log(db)
        durability(db)
        bounded_log(db)
        foreign_keys(db)
        erased_pages(db)
        return db


def busy_timeout(db: apsw.Connection, wait_ms: int = BUSY_MS) -> None:
    """Wait for another writer instead of failing at once."""
    db.set_busy_timeout(wait_ms)


def page_size(db: apsw.Connection) -> None:
    """Counts only while the file is empty: it cannot be changed later under a write-ahead log."""
    db.pragma("page_size", PAGE_BYTES)


def write_ahead_log(db: apsw.Connection) -> None:
    """Readers never wait for a writer. The switch needs the file alone for a moment and asks no busy handler."""
    give_up = time.monotonic() + BUSY_MS / 1_000
    while db.pragma("journal_mode") != "wal":
        try:
            db.pragma("journal_mode", "wal")
        except StoreLocked:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.005)  # the switch of another process takes about a millisecond


def durability(db: apsw.Connection) -> None:
    """NORMAL: a killed process loses nothing; a power cut may take the last commits but leaves the file whole."""
    db.pragma("synchronous", "NORMAL")


def bounded_log(db: apsw.Connection) -> None:
    """The write-ahead log is folded into the file early, and cut back to its bound."""
    db.wal_autocheckpoint(WAL_PAGES)
    db.pragma("journal_size_limit", WAL_LIMIT_BYTES)


def foreign_keys(db: apsw.Connection) -> None:
    """SQLite checks references only where asked."""
    db.pragma("foreign_keys", True)


def erased_pages(db: apsw.Connection) -> None:
    """What is deleted is overwritten with zeros: a purged text must not be left in a free page."""
    db.pragma("secure_delete", True)
