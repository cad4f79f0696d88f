"""The resident process from its lock to its end. Called by `__main__` and the command line; light before that.

It listens before it is ready: a client that has just started it waits a moment for its answer.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from remora.hosts.hooks import places
from remora.surfaces.server import ask
from remora.surfaces.server.door import Door
from remora.surfaces.server.lock import Lock
from remora.surfaces.server.mark import Mark

if TYPE_CHECKING:
    from remora.surfaces.server.hearing import Factory

TAKE_OVER = 15.0  # seconds for an older process to leave; one that hangs is left to its own watch
PAUSE = 0.05
RUNS_ALREADY = 4  # the exit code, for whoever started this one; clients look at none


def serve(
    home: Path, *, dialects: "Factory | None" = None, tcp: bool = False, said: Callable[[str], object] = str
) -> int:
    """Serve until it is time to leave; `RUNS_ALREADY` where another process of this version or a newer one does.

    `dialects` makes what translates; `tcp` does without a Unix socket; `said` is told, once, where it listens.
    Raises RemoraError where settings cannot be read, OSError where the home cannot be written.
    """
    places.make(home)
    starting = home / places.SERVE / places.STARTING
    lock = Lock(home / places.SERVE / places.LOCK)
    if not _taken(lock, home):
        starting.unlink(missing_ok=True)  # when the one that runs is gone, the next event may start another at once
        return RUNS_ALREADY
    again = False
    mark = Mark.of(home)
    try:
        door = Door(home, tcp=tcp)
        starting.unlink(missing_ok=True)
        try:
            said(f"{door.address.kind}:{door.address.place}")
            again = _lived(home, door, dialects)
        finally:
            door.close()
    except Exception as fault:
        mark.leave(fault)  # the next one fails in the same way: neither started nor waited for at every event
        raise
    finally:
        lock.free()
    if again:  # other settings, or another version in our place
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    return 0


def _lived(home: Path, door: Door, dialects: "Factory | None") -> bool:
    """Whether to start anew. What ends it too soon is in the log, for nobody else may be there to read it."""
    from remora.surfaces.server import log  # with what follows a third of a second: spared to those without the lock

    handler = log.begin(home)
    try:
        from remora.surfaces.server.life import Life

        return Life(home, door, dialects).run()
    except BaseException as fault:
        log.failed(fault)
        raise
    finally:
        log.end(handler)


def _taken(lock: Lock, home: Path) -> bool:
    """Take the lock, from an older process if need be."""
    until = time.monotonic() + TAKE_OVER
    while not lock.take():
        if ask.give_way(home) is False or time.monotonic() > until:
            return False
        time.sleep(PAUSE)
    return True
