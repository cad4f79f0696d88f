"""The connections to one file, one a thread, and what becomes of them when the process forks. Used by Store alone.

At a fork all are closed, in parent and child they are opened again when somebody asks: see `remora_hookspecs.forks`.
One that is in use at that moment stays with its thread, and the child may not open the file.
"""

import os
import threading
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

import apsw

from remora.store import stale
from remora.store.connection import connect
from remora_hookspecs import forks
from remora_hookspecs.gate import Gate


class Pool:
    """Connections to `path`. `gate` stands before everything that lasts: a fork waits for those inside."""

    def __init__(self, path: Path) -> None:
        self.gate = Gate()
        self._path = path
        # By thread, not in a `threading.local`: a fork must reach the connections of all threads.
        self._open: dict[int, apsw.Connection] = {}
        self._file: stale.Key | None = None  # the one that all connections are to
        self._lock = threading.Lock()
        self._process = os.getpid()
        forks.tell_files(self)

    def __len__(self) -> int:
        return len(self._open)

    def mine(self) -> apsw.Connection:
        """This thread's connection."""
        self.notice_fork()
        me = threading.get_ident()
        # A thread may inherit the number of one that ended, and with it an idle connection.
        return self._open.get(me) or self._connect(me)

    def holds(self, db: apsw.Connection) -> bool:
        """Whether it is still this thread's."""
        return self._open.get(threading.get_ident()) is db

    @property
    def moved(self) -> bool:
        """Whether the path leads to another file by now, or to none."""
        return self._file is not None and stale.key_of(self._path) != self._file

    def check(self) -> None:
        """Raise HomeUnavailable where it does."""
        stale.check_same(self._path, self._file)

    def close(self) -> None:
        """Close every thread's connection. One that is in use at this moment is left to its thread."""
        self.notice_fork()
        with self._lock:
            connections, self._open = self._open, {}
        _close(connections.values())

    def let_go(self, busy: Collection[int], until: float) -> None:
        """The process is about to fork: close what no thread is busy with, and let newcomers wait."""
        self.gate.shut()
        late = {*busy, *self.gate.wait(until)}
        for thread, db in list(self._open.items()):
            if thread not in late and _closed(db):
                self._open.pop(thread, None)

    def go_on(self) -> None:
        """The fork is over."""
        self.gate.open()

    def forked(self) -> None:
        """In the child: what is still open belongs to the parent, and with it the file."""
        self._process = os.getpid()
        self._lock = threading.Lock()  # a thread that was not taken along may have held it
        self.gate.forked()
        connections, self._open = self._open, {}
        if connections:
            _leak(connections.values())
            stale.mark(self._path)

    def notice_fork(self) -> None:
        """A library may fork behind Python's back: then nothing was closed."""
        if self._process != os.getpid():
            self.forked()

    def _connect(self, me: int) -> apsw.Connection:
        threading.current_thread()  # makes threads that were started elsewhere known to `enumerate`
        self.gate.enter()
        try:
            stale.check(self._path)
            self.check()  # SQLite would make an empty file in the old one's place
            db = connect(self._path)
            self._file = self._file or stale.key_of(self._path)
            with self._lock:  # asked in here: a thread that came meanwhile lives, and its connection with it
                alive = {thread.ident for thread in threading.enumerate()}
                ended = [self._open.pop(ident) for ident in list(self._open) if ident not in alive]
                self._open[me] = db
            _close(ended)
        finally:
            self.gate.leave()
        return db


def _close(connections: Iterable[apsw.Connection]) -> None:
    for db in connections:
        # In use by its thread, or the log cannot be folded into the file: what is committed stays in the log.
        with suppress(apsw.Error):
            db.close()


def _closed(db: apsw.Connection) -> bool:
    """Close it, unless a statement or a transaction is under way."""
    with suppress(apsw.Error):  # another thread is inside SQLite with it
        if db.txn_state() == apsw.SQLITE_TXN_NONE:
            db.close()
            return True
    return False


def _leak(connections: Iterable[apsw.Connection]) -> None:
    """Keep connections from ever being closed: in a child even the interpreter's end must not do it."""
    import ctypes  # only such a child pays for the import

    for db in connections:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(db))
