"""A daemon thread for work behind the turns: one a job at a time, begun when somebody wakes it, gone when none is left.

Used by everything that works in the background of a host's process. It knows nothing of the work. A wake is never lost:
the thread ends only under the lock under which the next wake looks for it.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from remora.errors import EnvironmentTrouble, RemoraError
from remora_hookspecs import trace

Job = TypeVar("Job", bound=Hashable)


class Worker(Generic[Job]):
    """`work` does one job; what it raises is logged as why `meanwhile` is so, and ends neither thread nor host."""

    def __init__(self, name: str, work: Callable[[Job], object], *, log: logging.Logger, meanwhile: str) -> None:
        self._name, self._work, self._log, self._meanwhile = f"remora-{name}", work, log, meanwhile
        self._thread: threading.Thread | None = None
        self._last: threading.Thread | None = None
        self._jobs: deque[Job] = deque()
        self.after_fork()

    @property
    def busy(self) -> bool:
        """Whether the thread runs: no lock is taken, so that a turn may ask."""
        return self._thread is not None

    @property
    def stopped(self) -> bool:
        """Whether the process is about to end: work that takes long asks now and then."""
        return self._stop.is_set()

    def wake(self, job: Job) -> bool:
        """Let the job be done, unless it waits already; one under way is done once more. Whether a thread began."""
        if self._stop.is_set():
            return False
        with self._lock:
            if job not in self._jobs:
                self._jobs.append(job)
            if self._thread is not None:
                return False
            thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            thread.start()  # before others see it: one that has not begun cannot be waited for
            self._thread = self._last = thread
            return True

    def go_on(self) -> None:
        """Asked before each step into a C++ library, such as the scan's engine: a thread that the interpreter ends in
        there takes the process with it. Raises EnvironmentTrouble where the process is about to end."""
        if self._stop.is_set():
            raise EnvironmentTrouble("Nothing more was done: the process is about to end.", "")

    def rest(self, seconds: float) -> bool:
        """Wait a while, or until the stop; whether it came."""
        return self._stop.wait(seconds)

    def stop(self) -> None:
        """The process is about to end: begin no further job. Never waits."""
        self._stop.set()

    def join(self, seconds: float) -> bool:
        """Wait for the thread, if it is another's; whether it ended in time."""
        thread = self._last
        if thread is not None and thread is not threading.current_thread():
            thread.join(max(0.0, seconds))
        return thread is None or not thread.is_alive()

    def after_fork(self) -> None:
        """In a child: the thread stayed with the parent, and with it its jobs and its stop."""
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._jobs = deque()
        self._thread = self._last = None

    def _run(self) -> None:
        while True:
            with self._lock:
                if self._stop.is_set() or not self._jobs:
                    self._thread = None
                    return
                job = self._jobs.popleft()
            try:
                self._work(job)
            except RemoraError as trouble:
                self._log.info("%s: %s", self._meanwhile, trouble.message)
            except Exception as fault:  # noqa: BLE001 - a thread's entry in a host's process: no traceback reaches it
                # Whoever works while the interpreter goes meets modules that are gone: no news, and no line on stderr.
                level = logging.DEBUG if self._stop.is_set() else logging.WARNING
                self._log.log(level, "%s (%s)", self._meanwhile, type(fault).__name__, exc_info=trace.exc_info(fault))
