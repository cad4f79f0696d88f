"""The open store of one home: a connection a thread, one writer at a time. Built by wiring, used by the floors above.

Holds no SQL of nouns; those are the modules beside it, whose functions take the connection.
"""

import os
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from remora.errors import DiskFull, HomeUnavailable, StoreLocked
from remora.home import check_usable
from remora.store import access, backups, meta, oldshape
from remora.store.clock import now_ms
from remora.store.connection import BUSY_MS, busy_timeout, connect, page_size, write_ahead_log
from remora.store.look import Found, look
from remora.store.migrate import APPLICATION_ID, SCHEMA, migrate

FILE = "memory.db"
UPGRADED = "upgraded_from"  # the key of meta that names the backup of an upgrade, until a person was told


class Store:
    """Open with `Store.open`; close with `close`, or leave it to the end of the process."""

    def __init__(self, home: Path, clock: Callable[[], int]) -> None:
        self.home, self.path, self.clock = home, home / FILE, clock
        # By thread, not in a `threading.local`: a fork would close the connections of threads it does not take along.
        self._connections: dict[int, apsw.Connection] = {}
        self._lock = threading.Lock()
        self._process = os.getpid()

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
                "Check who owns it and whether it can be written.",
            ) from error
        try:
            store._prepare(clean)
        except BaseException:
            store.close()
            raise
        _close_after_fork(store)
        return store

    def read(self) -> apsw.Connection:
        """This thread's connection. Outside `write` each statement sees the newest commit."""
        if self._process != os.getpid():
            self.after_fork()
        me = threading.get_ident()
        # A thread may inherit the number of one that ended, and with it an idle connection.
        return self._connections.get(me) or self._connect(me)

    @contextmanager
    def write(self, *, wait_ms: int = BUSY_MS) -> Iterator[apsw.Connection]:
        """One write transaction: committed at the end, undone by any exception.

        Waits at most `wait_ms` for other writers. Raises StoreLocked, DiskFull, StoreDamaged, HomeUnavailable.
        """
        db = self.read()
        if db.in_transaction:
            raise RuntimeError("a write inside a write: the inner one would count as stored before it is")
        busy_timeout(db, wait_ms)
        try:
            db.execute("BEGIN IMMEDIATE")
        finally:
            busy_timeout(db)
        try:
            yield db
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:  # a full disk makes SQLite undo it by itself
                db.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Close every thread's connection. One that is in use at this moment is left to its thread."""
        with self._lock:
            connections, self._connections = self._connections, {}
        if self._process != os.getpid():
            _leak(connections)
            return
        for db in connections.values():
            # In use by its thread, or the log cannot be folded into the file: what is committed stays in the log.
            with suppress(apsw.Error):
                db.close()

    def after_fork(self) -> None:
        """In a child: let go of the parent's connections without closing them, for closing would touch its locks."""
        if self._process == os.getpid():
            return
        self._process = os.getpid()
        self._lock = threading.Lock()  # a thread that was not taken along may have held it
        connections, self._connections = self._connections, {}
        _leak(connections)

    def _connect(self, me: int) -> apsw.Connection:
        threading.current_thread()  # makes threads that were started elsewhere known to `enumerate`
        alive = {thread.ident for thread in threading.enumerate()}
        db = connect(self.path)
        with self._lock:
            ended = [self._connections.pop(ident) for ident in list(self._connections) if ident not in alive]
            self._connections[me] = db
        for connection in ended:
            with suppress(apsw.Error):  # as in `close`
                connection.close()
        return db

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


def _leak(connections: dict[int, apsw.Connection]) -> None:
    """Keep connections from ever being closed: in a child even the interpreter's end must not do it."""
    import ctypes  # only a forked child pays for the import

    for db in connections.values():
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(db))


def _close_after_fork(store: Store) -> None:
    """A child lets go of the connections even if it never touches the store."""
    reference = weakref.ref(store)

    def in_child() -> None:
        known = reference()
        if known is not None:
            known.after_fork()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=in_child)
