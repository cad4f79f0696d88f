"""What happens when the process ends or forks: the `at_exit` callback gets a second, a forked child starts afresh.

The bus owns one `Leaving`. It knows nothing of what the callbacks do.
"""

import atexit
import os
import threading
import weakref
from collections.abc import Callable
from typing import Protocol

PATIENCE = 1.0  # seconds that a person waits for their prompt to come back; stopping a running model takes 0.3 at most


class Forks(Protocol):
    """Who is told of a fork, in the child."""

    def forked(self) -> None: ...


class Leaving:
    """Calls `callback` once when the process ends, on a daemon thread, and waits at most `PATIENCE` for it.

    The thread is started beforehand, by `prepare`: newer Pythons start none once the interpreter is on its way out.
    """

    def __init__(self, callback: Callable[[], object] | None) -> None:
        self._callback = callback
        self._go = threading.Event()
        self._thread: threading.Thread | None = None
        if callback is not None:
            atexit.register(self._leave)

    def prepare(self) -> None:
        """Have the thread ready. Cheap when it is."""
        if self._callback is not None and self._thread is None:
            self._thread = threading.Thread(target=self._wait, name="remora-exit", daemon=True)
            self._thread.start()

    def forked(self) -> None:
        """The thread stayed in the parent."""
        self._go = threading.Event()
        self._thread = None

    def cancel(self) -> None:
        """Call nothing at exit: the bus is closed."""
        atexit.unregister(self._leave)
        self._callback = None
        self._go.set()

    def _leave(self) -> None:
        self._go.set()
        try:
            self.prepare()
        except RuntimeError:  # no thread was ready and none can be started: the callback's own bound must do
            self._thread = None
            self._wait()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _wait(self) -> None:
        self._go.wait()
        if self._callback is not None:
            self._callback()


def on_fork(whom: Forks) -> None:
    """Tell `whom` in every forked child, as long as it lives. Such a registration cannot be taken back."""
    reference = weakref.ref(whom)

    def told() -> None:
        alive = reference()
        if alive is not None:
            alive.forked()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=told)
