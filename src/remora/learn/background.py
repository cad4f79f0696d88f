"""A thread that brings the model into memory and embeds what waits. For processes that stay: a turn never does either.

One a process, started with the first turn and again after a fork; it ends by itself when nothing waits.
"""

import logging

from remora.learn.embedding import Embedding
from remora.learn.redact import warm
from remora.worker import Worker

REST = 0.5  # seconds between chunks, each of which takes as long: a person's machine keeps half a core free of us
_log = logging.getLogger("remora.learn")


class Background:
    """`wake` whenever something may wait; `stop` before the process ends."""

    def __init__(self, embedding: Embedding) -> None:
        self._embedding = embedding
        self._worker: Worker[None] = Worker("embedding", self._work, log=_log, meanwhile="notes wait for their vectors")

    def wake(self) -> None:
        """Work if there is work. Where there is none it costs a turn microseconds; a thread costs hundreds of them."""
        if not self._worker.stopped and not self._embedding.settled:
            self._worker.wake(None)

    def stop(self) -> None:
        """Begin nothing more. Never waits: stopping the embedder ends the run that is under way."""
        self._worker.stop()

    def join(self, seconds: float) -> bool:
        """Wait for the work under way; whether it ended in time."""
        return self._worker.join(seconds)

    def after_fork(self) -> None:
        """In a child: the thread stayed with the parent."""
        self._worker.after_fork()

    def _work(self, _: None) -> None:
        """What fails is left to the next turn, which wakes us again."""
        if self._embedding.prepare():
            self._embedding.catch_up(self._rest)
        warm()  # the first secret of a session would cost its turn a quarter of a second

    def _rest(self, done: int) -> bool:
        return self._worker.rest(REST) if done else self._worker.stopped
