"""The spool of events: what clients left there while nobody was listening, oldest first. Drained by `chores`.

An event is unlinked once it is kept. One that is no event of ours is moved aside, for a person to look at.
"""

import contextlib
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path

from remora.hosts.hooks import places
from remora.hosts.hooks.heard import Heard
from remora.surfaces.server import wire

BAD = "bad"
ABANDONED = 90.0  # seconds: its client waits at most sixty for an answer, then renames it or was killed
_log = logging.getLogger("remora.serve")


class Inbox:
    """Of one home. One thread drains it at a time."""

    def __init__(self, home: Path) -> None:
        self._folder = home / places.EVENTS

    def waiting(self) -> list[Path]:
        """The files that may be taken now, in the order of their events."""
        old = time.time() - ABANDONED
        found: list[str] = []
        with contextlib.suppress(OSError), os.scandir(self._folder) as entries:
            for entry in entries:
                if entry.name.endswith(places.READY):
                    found.append(entry.name)
                elif entry.name.endswith(places.HELD) or entry.name.startswith("."):
                    with contextlib.suppress(OSError):
                        if entry.is_file() and entry.stat().st_mtime < old:
                            found.append(entry.name)
        return [self._folder / name for name in sorted(found)]

    def drain(self, keep: Callable[[Heard], bool], stop: Callable[[], bool]) -> int:
        """Hand each event to `keep`, until none waits or `stop` says so; returns how many were kept.

        What `keep` refuses (its profile's memory cannot be had) waits on, and what of that profile comes behind it.
        """
        count, shut = 0, set[str]()
        for file in self.waiting():
            if stop():
                break
            try:
                heard = wire.heard_of(wire.parse(file.read_bytes()))
            except FileNotFoundError:  # its client got an answer meanwhile
                continue
            except (OSError, wire.Malformed) as trouble:
                self._aside(file, str(trouble))
                continue
            if heard.profile in shut or not keep(wire.late(heard)):
                shut.add(heard.profile)
                continue
            file.unlink(missing_ok=True)
            count += 1
        return count

    def put(self, heard: Heard) -> None:
        """Leave an event here, as a client does. Raises OSError."""
        name = f"{heard.at_ms:020d}-{heard.id}"
        part = self._folder / f".{name}"
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(wire.event(wire.late(heard)))
        part.replace(self._folder / f"{name}{places.READY}")

    def _aside(self, file: Path, why: str) -> None:
        _log.warning("a spooled event was not kept (%s); it is in %s", why, self._folder / BAD)
        with contextlib.suppress(OSError):
            (self._folder / BAD).mkdir(mode=places.MODE, exist_ok=True)
            file.replace(self._folder / BAD / file.name)
