"""Where strangers' plugins run: one daemon thread for each, which may be late as long as it likes.

`ask` puts jobs here. A lane whose job is late is skipped until that job returns, and it never holds the process: the
interpreter does not wait for daemon threads.
"""

import threading
from collections.abc import Callable
from queue import SimpleQueue


class Job:
    """One call of one plugin. Set `abandoned` when nobody waits for it any more."""

    __slots__ = ("abandoned", "work")

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work
        self.abandoned = False


class Lane:
    """A thread of its own for one plugin, started with its first job."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._running: Job | None = None

    @property
    def stuck(self) -> bool:
        """Whether the plugin is still at a job that nobody waits for."""
        running = self._running
        return running is not None and running.abandoned

    @property
    def here(self) -> bool:
        """Whether the caller runs on this lane."""
        return threading.current_thread() is self._thread

    def put(self, job: Job) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=f"remora-lane-{self._name}", daemon=True)
                self._thread.start()
        self._jobs.put(job)

    def stop(self) -> None:
        """Let the thread end after its present job. Never waits."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            if not job.abandoned:  # a call that gave up while it stood in the queue is not made at all
                self._running = job
                try:
                    job.work()  # guarded by `ask`: a plugin's failure does not come this far
                finally:
                    self._running = None
