"""A thread that brings the model into memory, embeds what waits and merges what was indexed piece by piece. For
processes that stay: a turn never does any of it.

One a process, started with the first turn and again after a fork; it ends by itself when nothing waits.
"""

import logging
from collections.abc import Collection

from remora.learn.embedding import Embedding
from remora.learn.redact import warm
from remora.store import Store, merge_words
from remora.worker import Worker

REST = 0.5  # seconds between chunks, each of which takes as long: a person's machine keeps half a core free of us
WAITING = ""  # the job of embedding what waits; others name the namespace whose vectors are to be loaded
_log = logging.getLogger("remora.learn")


class Background:
    """`wake` whenever something may wait; `stop` before the process ends."""

    def __init__(self, store: Store, embedding: Embedding) -> None:
        self._store, self._embedding = store, embedding
        self._worker: Worker[str] = Worker("embedding", self._work, log=_log, meanwhile="notes wait for their vectors")

    def wake(self, namespaces: Collection[str] = ()) -> None:
        """Work if there is work. Where there is none it costs a turn microseconds; a thread costs hundreds of them.

        `namespaces`: those whose vectors the next turn will look at.
        """
        for namespace in namespaces:
            self._worker.wake(namespace)
        if not self._worker.stopped and not self._embedding.settled:
            self._worker.wake(WAITING)

    def stop(self) -> None:
        """Begin nothing more. Never waits: stopping the embedder ends the run that is under way."""
        self._worker.stop()

    def join(self, seconds: float) -> bool:
        """Wait for the work under way; whether it ended in time."""
        return self._worker.join(seconds)

    def after_fork(self) -> None:
        """In a child: the thread stayed with the parent."""
        self._worker.after_fork()

    def _work(self, namespace: str) -> None:
        """What fails is left to the next turn, which wakes us again."""
        if self._embedding.prepare():
            if namespace == WAITING:
                self._embedding.catch_up(self._rest)
                # A turn looks up each of its words in every segment of the index, and each write has made one.
                merge_words(self._store, begin=False, stop=lambda: self._worker.stopped)
            else:
                self._embedding.warm(namespace)
        warm()  # the first secret of a session would cost its turn a quarter of a second

    def _rest(self, done: int) -> bool:
        return self._worker.rest(REST) if done else self._worker.stopped
