"""The open memory of each profile that clients ask for: built on first use, closed with the process.

Shared by all threads. A profile whose memory cannot be had is asked for again after a while; its events wait in the
spool meanwhile.
"""

import logging
import os
import threading
import time
from pathlib import Path

from remora.errors import RemoraError
from remora.settings import DEFAULT_PROFILE, PROFILE_VARIABLE
from remora.wiring import Remora, build, settings_of

MOST = 8  # profiles: each has a model of its own in memory
RETRY = 10.0  # seconds: settings are corrected by people, and a lock that lasts is no lock of ours
_log = logging.getLogger("remora.serve")


class Riders:
    """Callable as `riders(profile)`; the empty name is the default profile."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._open: dict[str, Remora] = {}
        self._failed: dict[str, float] = {}
        self._closed = False

    def __call__(self, profile: str) -> Remora | None:
        name = profile or os.environ.get(PROFILE_VARIABLE) or DEFAULT_PROFILE
        found = self._open.get(name)
        if found is not None:
            return found
        with self._lock:
            return self._open.get(name) or self._build(name)

    def all(self) -> tuple[Remora, ...]:
        """Those that are open."""
        return tuple(self._open.values())

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._open))

    def close(self) -> None:
        """Write what waits, and let go of the files."""
        with self._lock:
            self._closed = True
            for remora in self._open.values():
                remora.close()

    def _build(self, name: str) -> Remora | None:
        if self._closed or time.monotonic() - self._failed.get(name, -RETRY) < RETRY:
            return None
        if len(self._open) >= MOST:
            trouble = f"{MOST} profiles are open already"
        else:
            try:
                remora = build(settings_of(home=self._home, profile=name), stays=True)
            except RemoraError as error:
                trouble = f"{error.message} {error.hint}"
            else:
                self._open[name] = remora
                return remora
        self._failed[name] = time.monotonic()
        if len(self._failed) > MOST:
            self._failed.pop(next(iter(self._failed)))
        _log.warning("no memory for profile %s: %s", name, trouble)
        return None
