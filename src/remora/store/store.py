"""The open store of one home: a connection a thread, one writer at a time. Built by wiring, used by the floors above.

Holds no SQL of nouns; those are the modules beside it, whose functions take the connection.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from remora.errors import DiskFull, HomeUnavailable, StoreLocked, advice
from remora.home import check_usable
from remora.store import access, backups, meta, oldshape, stale
from remora.store.clock import now_ms
from remora.store.connection import BUSY_MS, busy_timeout, page_size, write_ahead_log
from remora.store.look import Found, look
from remora.store.migrate import APPLICATION_ID, SCHEMA, migrate
from remora.store.pool import Pool

FILE = "memory.db"
UPGRADED = "upgraded_from"  # the key of meta that names the backup of an upgrade, until a person was told


class Store:
    """Open with `Store.open`; close with `close`, or leave it to the end of the process."""

    def __init__(self, home: Path, clock: Callable[[], int]) -> None:
        self.home, self.path, self.clock = home, home / FILE, clock
        self._pool = Pool(self.path)

    @classmethod
    def open(cls, home: Path, *, clock: Callable[[], int] = now_ms, clean: Callable[[str], str] = str) -> "Store":
        """Open `home`/memory.db, made or upgraded if need be. `clean` masks the texts of an upgraded one.

        Raises ForeignStore, NewerStore, StoreDamaged, StoreLocked, DiskFull or HomeUnavailable; a file that is
        refused is left byte-identical.
        """
        check_usable(home)
        store = cls(home, clock)
        access.check(store.path)
        try:
            if look(store.path) is Found.NOTHING:
                _make_private(store.path)
        except OSError as error:
            raise HomeUnavailable(
                f"The memory was not opened: {store.path} cannot be used ({error.strerror}).",
                advice(error, "Check who owns it and whether it can be written."),
            ) from error
        try:
            store._prepare(clean)
        except BaseException:
            store.close()
            raise
        return store

    def read(self) -> apsw.Connection:
        """This thread's connection. Outside `write` each statement sees the newest commit."""
        return self._pool.mine()

    @contextmanager
    def write(self, *, wait_ms: int = BUSY_MS) -> Iterator[apsw.Connection]:
        """One write transaction: committed at the end, undone by any exception.

        Waits at most `wait_ms` for other writers. Raises StoreLocked, DiskFull, StoreDamaged, HomeUnavailable.
        """
        self._pool.gate.enter()
        try:
            db = self._pool.mine()
            self._pool.check()
            if db.in_transaction:
                raise RuntimeError("a write inside a write: the inner one would count as stored before it is")
            busy_timeout(db, wait_ms)
            try:
                db.execute("BEGIN IMMEDIATE")
            finally:
                busy_timeout(db)
            try:
                yield db
                if not self._pool.holds(db):  # a child, forked in the middle: the transaction is its parent's
                    stale.check(self.path)
                self._pool.check()
                db.execute("COMMIT")
            except BaseException:
                if self._pool.holds(db) and db.in_transaction:  # a full disk makes SQLite undo it by itself
                    db.execute("ROLLBACK")
                raise
        finally:
            self._pool.gate.leave()

    @property
    def moved(self) -> bool:
        """Whether the file was removed or replaced since it was opened: nothing is written any more."""
        return self._pool.moved

    def close(self) -> None:
        """Close every thread's connection. One that is in use at this moment is left to its thread."""
        self._pool.close()

    def after_fork(self) -> None:
        """In a child, for callers that cannot know whether Python was told of the fork."""
        self._pool.notice_fork()

    def _prepare(self, clean: Callable[[str], str]) -> None:
        """Bring the file to our schema; looked at again inside the transaction, for another process may be first."""
        db = self.read()
        if db.pragma("application_id") == APPLICATION_ID and not _behind(db):
            return
        upgraded = False
        with self.write() as db:
            old = oldshape.table(db) if db.pragma("application_id") == 0 else None
            if old is None:
                migrate(db)
            else:
                copy = backups.folder(self.home) / f"before-upgrade-{self.clock()}.db"
                backups.backup(self.path, copy)
                rows = oldshape.take_out(db, old)
                migrate(db)
                oldshape.put_in(db, rows, self.clock(), clean)
                meta.put(db, UPGRADED, copy.name)
                upgraded = True
        if upgraded:
            _repage(db)


def _behind(db: apsw.Connection) -> bool:
    return int(db.pragma("user_version")) < SCHEMA


def _repage(db: apsw.Connection) -> None:
    """Write an upgraded file anew, in our page size and without the old rows' free pages.

    The page size cannot change under a write-ahead log. With another process inside nothing is done: the file
    works as it is.
    """
    try:
        db.pragma("journal_mode", "delete")
        page_size(db)
        db.execute("VACUUM")
    except (StoreLocked, DiskFull):
        return
    finally:
        write_ahead_log(db)


def _make_private(path: Path) -> None:
    """SQLite gives its log the rights of the file, and the file those of the umask: so it is made before."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return
