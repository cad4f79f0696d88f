"""Records that wait for the answer to be given, and are then written together. Filled in hooks, flushed after them.

Never raises for what the machine does: what the store cannot take goes to the spool, and is applied later.
"""

import contextlib
import logging
import os
import threading
from pathlib import Path

from remora.errors import EnvironmentTrouble
from remora.store import spool
from remora.store.store import Store

KEEP_IN_MEMORY = 1_000  # records held while not even the spool can be written; beyond that the oldest go
FLUSH_WAIT_MS = 1_000  # where no turn waits: what another writer keeps out for so long goes to the spool
DRAIN_WAIT_MS = 5_000  # a drain is maintenance: it may wait as long as any other write

_log = logging.getLogger("remora.store")


class Outbox:
    """One a process, shared by its threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[spool.Record] = []
        self._lock = threading.Lock()
        self._process = os.getpid()

    def put(self, what: str, /, **record: object) -> None:
        """Let a record wait. `at` is now, by the store's clock, unless given. What there is: `spool.APPLY`."""
        if what not in spool.APPLY:
            raise ValueError(f"there are no records of {what!r}")
        self._notice_fork()
        record.setdefault("at", self._store.clock())
        with self._lock:
            self._waiting.append({**record, "what": what})

    def flush(self, wait_ms: float = FLUSH_WAIT_MS) -> bool:
        """Write all that waits in one transaction, older spool files first.

        True if it is in the store; False if it went to the spool, or stays in memory where that fails too. Waits at
        most about `wait_ms` for other writers.
        """
        self._notice_fork()
        with self._lock:
            records, self._waiting = self._waiting, []
        if not records:
            return True
        try:
            self._write(records, max(0, int(wait_ms)))
        except EnvironmentTrouble:
            self._spool(records)
            return False
        except BaseException:  # a fault of ours, or Ctrl-C: the records are no part of it
            self._spool(records)
            raise
        return True

    def drain(self) -> int:
        """Apply every spool file that waits; returns how many records. Raises as `Store.write` does."""
        total = 0
        while True:
            files = spool.waiting(self._store.home)[: spool.FILES_A_DRAIN]
            if not files:
                return total
            done, count = self._apply([], files, DRAIN_WAIT_MS)
            total += count
            if not done and spool.waiting(self._store.home)[: spool.FILES_A_DRAIN] == files:
                return total  # what is left cannot be moved: a later try, or a person, will

    def backlog(self) -> int:
        """How many spool files wait."""
        return len(spool.waiting(self._store.home))

    def peek(self) -> list[spool.Record]:
        """The newest records that are not in the store yet, of whatever process; to be read and left where they are."""
        self._notice_fork()
        with self._lock:
            mine = list(self._waiting)
        return [*spool.peek(self._store.home), *mine]

    def _write(self, records: list[spool.Record], wait_ms: int) -> None:
        files = spool.waiting(self._store.home)[: spool.FILES_A_DRAIN]
        self._apply(records, files, wait_ms)

    def _apply(self, records: list[spool.Record], files: list[Path], wait_ms: int) -> tuple[list[Path], int]:
        done: list[Path] = []
        count = 0
        with self._store.write(wait_ms=wait_ms) as db:
            if files:
                done, count = spool.drain(db, files, self._store.clock())
            strange = [record for record in records if not spool.apply(db, record)]
        for file in done:
            with contextlib.suppress(OSError):
                file.unlink()
        if done:
            with contextlib.suppress(EnvironmentTrouble), self._store.write(wait_ms=wait_ms) as db:
                spool.settled(db, [file for file in done if not file.exists()])
        if strange:
            self._keep_aside(strange)
        return done, count

    def _keep_aside(self, records: list[spool.Record]) -> None:
        kinds = ", ".join(sorted({str(record.get("what")) for record in records}))
        try:
            place = spool.keep_aside(self._store.home, records)
            _log.warning("records of %s have a wrong field and were not written; they are in %s", kinds, place)
        except OSError as error:
            _log.warning("records of %s have a wrong field and are lost (%s)", kinds, error.strerror)

    def _spool(self, records: list[spool.Record]) -> None:
        try:
            spool.write(self._store.home, records)
        except OSError:
            with self._lock:
                self._waiting = (records + self._waiting)[-KEEP_IN_MEMORY:]

    def _notice_fork(self) -> None:
        """In a child the parent's records are the parent's to write, and its lock may be held by nobody."""
        if self._process != os.getpid():
            self._process, self._lock, self._waiting = os.getpid(), threading.Lock(), []
