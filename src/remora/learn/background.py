"""A thread that brings the model into memory and embeds what waits. For processes that stay: a turn never does either.

One a process, started with the first turn and again after a fork; it ends by itself when nothing waits.
"""

import logging
import threading
from collections import deque
from collections.abc import Collection

from remora.errors import RemoraError
from remora.learn.embedding import Embedding
from remora.learn.redact import warm
from remora_hookspecs import trace

REST = 0.5  # seconds between chunks, each of which takes as long: a person's machine keeps half a core free of us
MOST_WANTED = 8  # namespaces that wait to be loaded: the newest sessions' own, and the global one
_log = logging.getLogger("remora.learn")


class Background:
    """`wake` whenever something may wait; `stop` before the process ends."""

    def __init__(self, embedding: Embedding) -> None:
        self._embedding = embedding
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()
        self._wanted: deque[str] = deque(maxlen=MOST_WANTED)

    def wake(self, namespaces: Collection[str] = ()) -> None:
        """Work if there is work. Where there is none it costs a turn microseconds; a thread costs hundreds of them.

        `namespaces`: those whose vectors the next turn will look at.
        """
        self._wanted.extend(namespaces)
        if self._stopped.is_set() or (self._thread is not None and self._thread.is_alive()):
            return
        if self._embedding.settled and not self._wanted:
            return
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._work, name="remora-embedding", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Begin nothing more. Never waits: stopping the embedder ends the run that is under way."""
        self._stopped.set()

    def join(self, seconds: float) -> bool:
        """Wait for the work under way; whether it ended in time."""
        thread = self._thread
        if thread is not None:
            thread.join(seconds)
        return thread is None or not thread.is_alive()

    def after_fork(self) -> None:
        """In a child: the thread stayed with the parent."""
        self._lock, self._thread, self._stopped = threading.Lock(), None, threading.Event()
        self._wanted.clear()

    def _work(self) -> None:
        try:
            if self._embedding.prepare():
                while self._wanted and not self._stopped.is_set():
                    self._embedding.warm(self._wanted.popleft())
                self._embedding.catch_up(self._rest)
            warm()  # the first secret of a session would cost its turn a quarter of a second
        except RemoraError as trouble:  # the notes wait on; the next turn wakes us again
            _log.info("notes wait for their vectors: %s", trouble.message)
        except Exception as fault:  # noqa: BLE001 - an entry point in a host's process: no traceback of ours reaches it
            _log.warning("notes wait for their vectors (%s)", type(fault).__name__, exc_info=trace.told(fault))

    def _rest(self, done: int) -> bool:
        if done:
            self._stopped.wait(REST)
        return self._stopped.is_set()
