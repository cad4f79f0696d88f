"""What happens when the process ends: no new call, and a second for those in flight and for the `at_exit` callbacks.

A daemon thread that the interpreter stops inside a C++ library aborts the whole process, whatever the host's exit code.
Each bus owns one `Leaving`. It knows nothing of what the callbacks do.
"""

import atexit
import threading
import time
from collections.abc import Callable

from remora_hookspecs.forks import Living
from remora_hookspecs.gate import PATIENCE, Gate


class Leaving:
    """Closes `gate` when the process ends, waits for those inside, and calls `callback` once, on a daemon thread.

    The thread is started beforehand, by `prepare`: newer Pythons start none once the interpreter is on its way out.
    """

    def __init__(self, gate: Gate, callback: Callable[[], object] | None) -> None:
        self._gate = gate
        self._callback = callback
        self._go = threading.Event()
        self._thread: threading.Thread | None = None
        _gates.add(gate)
        if callback is not None:
            _waiting.add(self)

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
        """Call nothing at exit: the bus is closed. What is in flight is waited for all the same."""
        _waiting.discard(self)
        self._callback = None
        self._go.set()

    def start(self) -> None:
        """The process ends: let the callback begin."""
        self._go.set()
        try:
            self.prepare()
        except RuntimeError:  # no thread was ready and none can be started: the callback's own bound must do
            self._thread = None
            self._wait()

    def join(self, until: float) -> None:
        """Wait for the callback, at most to a moment."""
        if self._thread is not None:
            self._thread.join(max(0.0, until - time.monotonic()))

    def _wait(self) -> None:
        self._go.wait()
        if self._callback is not None:
            self._callback()


_gates: Living[Gate] = Living()
_waiting: set[Leaving] = set()  # strongly: a bus that the host dropped still has records to write


def _leave() -> None:
    """All buses at once, so that the process waits once."""
    until = time.monotonic() + PATIENCE
    gates, waiting = _gates.all(), list(_waiting)
    for gate in gates:
        gate.closed = True
    for leaving in waiting:
        leaving.start()
    for gate in gates:
        gate.wait(until)
    for leaving in waiting:
        leaving.join(until)


atexit.register(_leave)
