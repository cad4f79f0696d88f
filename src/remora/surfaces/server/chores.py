"""What the resident process does besides answering: drain both spools, embed, capture, dream, and see when to leave.

Ticked by `life` on the main thread. Leaves the work to the memory's own doors, which decide whether there is any.
"""

import logging
import time
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import remora
from remora.errors import RemoraError
from remora.settings import FILE, Settings
from remora.surfaces.server import mark
from remora.surfaces.server.door import Door
from remora.surfaces.server.hearing import Hearing
from remora.surfaces.server.inbox import Inbox
from remora.surfaces.server.riders import Riders
from remora.surfaces.server.workers import Workers
from remora.wiring import Remora, settings_of
from remora_hookspecs import Session

TICK = 1.0  # seconds: how long a spooled event waits at most, and what an idle process costs (microseconds of work)
UPKEEP = 60.0  # seconds between looks at what waits: vectors, other processes' spool, silent sessions, a due dream
STUCK = 30.0  # seconds with every thread busy: answers take milliseconds, so none will come any more
DRAIN = 0.5  # seconds of spooled events at a time: the process is to notice a signal meanwhile
PACKAGE = Path(remora.__file__)
_log = logging.getLogger("remora.serve")


class Reason(Enum):
    """Why the process leaves."""

    IDLE = "nothing was asked for a while"
    LOST = "clients cannot find it any more"
    CHANGED = "the settings were changed"
    MOVED = "the memory's file was removed or replaced"
    REPLACED = "the package was upgraded or uninstalled"
    STUCK = "no thread answers any more"


class Chores:
    """`tick` does what is due and says when to leave, and why."""

    def __init__(
        self, home: Path, settings: Settings, door: Door, workers: Workers, hearing: Hearing, riders: Riders,
        inbox: Inbox,
    ) -> None:  # fmt: skip
        self._home, self._idle = home, settings.serve_idle_minutes * 60
        self._door, self._workers, self._hearing, self._riders, self._inbox = door, workers, hearing, riders, inbox
        self._file = home / FILE
        self._stamp = _stamp(self._file)
        self._package = _stamp(PACKAGE)
        self._upkept = time.monotonic()
        self._events, self._active = 0, time.monotonic()

    def drain(self, stop: Callable[[], bool], seconds: float = DRAIN) -> int:
        """Keep the events that wait in the spool, for so long."""
        until = time.monotonic() + seconds
        return self._inbox.drain(self._hearing.late, lambda: stop() or time.monotonic() > until)

    def tick(self, stop: Callable[[], bool]) -> Reason | None:
        """One round; None to stay."""
        if not self._home.is_dir() or not self._door.check():
            return Reason.LOST
        if self._workers.stuck > STUCK or not self._workers.alive:
            return Reason.STUCK
        if _stamp(PACKAGE) != self._package:  # at once: what is imported from now on would be of another version
            return Reason.REPLACED
        if any(rider.moved for rider in self._riders.all()):
            return Reason.MOVED
        if self._settings_changed():
            return Reason.CHANGED
        if not self._workers.stuck:  # a client may have met it while it was stopped, or only starting
            mark.clear(self._home)
        self.drain(stop)
        if time.monotonic() - self._upkept > UPKEEP:
            self._upkept = time.monotonic()
            for rider in self._riders.all():
                self._keep_up(rider)
        return Reason.IDLE if self._is_idle() else None

    def _keep_up(self, rider: Remora) -> None:
        memory = rider.memory
        try:
            memory.drain()
            memory.warm()
            memory.capture.begun(Session(id=""))  # nobody's session: what others left behind
            memory.dreams.wake()
        except RemoraError as trouble:
            _log.warning("what waits was not looked at: %s %s", trouble.message, trouble.hint)

    def _is_idle(self) -> bool:
        now = time.monotonic()
        if self._hearing.events != self._events or self._hearing.busy:
            self._events, self._active = self._hearing.events, now
        if now - self._active < self._idle:
            return False
        return all(one.memory.dreams.join(0) and one.memory.capture.settle(0) for one in self._riders.all())

    def _settings_changed(self) -> bool:
        stamp = _stamp(self._file)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            settings_of(home=self._home)
        except RemoraError as trouble:  # somebody is in the middle of writing it
            _log.warning("the settings stay as they were: %s %s", trouble.message, trouble.hint)
            return False
        return True


def _stamp(file: Path) -> tuple[int, int, int]:
    try:
        found = file.stat()
    except OSError:
        return 0, 0, 0
    return found.st_mtime_ns, found.st_size, found.st_ino
