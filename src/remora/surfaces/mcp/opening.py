"""The memory behind the server: opened beside the handshake, and with each call until it succeeds, and while it lasts.

Called by `server`. One whose file was removed or replaced is opened anew. A store that cannot be opened is the answer
of a call, never the end of the server.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from remora.wiring import Remora
from remora_hookspecs.bus.runners import Runners

CLOSE_SECONDS = 1.0  # what an ending process gives the records that wait: as much as the bus does
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opened:
    """`project`: the key of the project that the person named, None where the client's folder decides."""

    remora: Remora
    project: str | None = None


class Opening:
    """`make` builds the memory and raises RemoraError where it cannot; it runs on a thread that holds up no exit."""

    def __init__(self, make: Callable[[], Opened]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._opened: Opened | None = None
        self._runners = Runners()

    async def get(self) -> Opened:
        """The memory. Raises RemoraError."""
        if self._opened is not None and not self._opened.remora.moved:
            return self._opened
        return await self._runners.run(self._have)

    async def run(self, function: Callable[[], T]) -> T:
        """`function()` beside the event loop."""
        return await self._runners.run(function)

    def close(self) -> None:
        """Write what waits and let go of the file, within a second: the client has left or wants to."""
        thread = threading.Thread(target=self._close, name="remora-mcp-close", daemon=True)
        thread.start()
        thread.join(CLOSE_SECONDS)
        self._runners.stop()

    def _have(self) -> Opened:
        with self._lock:
            opened = self._opened
            if opened is not None and opened.remora.moved:
                self._opened = None
                opened.remora.close()
                opened = None
            if opened is None:
                opened = self._opened = self._make()
                opened.remora.memory.warm()
            return opened

    def _close(self) -> None:
        with self._lock:
            if self._opened is not None:
                self._opened.remora.close()
