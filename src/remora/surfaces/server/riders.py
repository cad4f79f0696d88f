"""The open memory of each profile that clients ask for: built on first use, closed with the process.

Shared by all threads. A profile that the settings do not define rides as the default. One whose memory cannot be had is
asked for again after a while; its events wait in the spool meanwhile.
"""

import logging
import threading
import time
from pathlib import Path

from remora.errors import RemoraError
from remora.hosts.hooks import claude_model
from remora.settings import DEFAULT_PROFILE, FILE, profiles
from remora.wiring import Remora, build, settings_of

MOST = 8  # profiles: each has a model of its own in memory
NAMED = 64  # unknown profiles that are remarked on once; a host that makes names up is to fill no log
RETRY = 10.0  # seconds: settings are corrected by people, and a lock that lasts is no lock of ours
_log = logging.getLogger("remora.serve")


class Riders:
    """Callable as `riders(profile)`; the empty name is the default profile."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._open: dict[str, Remora] = {}
        self._failed: dict[str, float] = {}
        self._strangers = set[str]()
        self._closed = False

    def __call__(self, profile: str) -> Remora | None:
        name = profile or DEFAULT_PROFILE  # whatever this process was started with: that was one session's
        found = self._open.get(name)
        if found is not None:
            return found
        with self._lock:
            name = self._defined(name)
            return self._open.get(name) or self._build(name)

    def all(self) -> tuple[Remora, ...]:
        """Those that are open."""
        return tuple(self._open.values())

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._open))

    @property
    def models(self) -> dict[str, str]:
        """How far each profile's model is in memory."""
        return {name: self._open[name].memory.vectors.runtime for name in self.names}

    def close(self) -> None:
        """Write what waits, and let go of the files."""
        with self._lock:
            self._closed = True
            for remora in self._open.values():
                remora.close()

    def _defined(self, name: str) -> str:
        """The profile, or the default one where the settings have none of this name; it takes no place of its own."""
        try:
            if name == DEFAULT_PROFILE or name in profiles(self._home):
                return name
        except RemoraError:  # to build one will say why
            return name
        if name not in self._strangers and len(self._strangers) < NAMED:
            self._strangers.add(name)
            _log.warning("there is no profile %r in %s: it rides as the default", name, self._home / FILE)
        return DEFAULT_PROFILE

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
                claude_model.lend(remora.bus, remora.settings)
                self._open[name] = remora
                return remora
        self._failed[name] = time.monotonic()
        if len(self._failed) > MOST:
            self._failed.pop(next(iter(self._failed)))
        _log.warning("no memory for profile %s: %s", name, trouble)
        return None
