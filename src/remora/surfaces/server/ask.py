"""Asks the resident process of a home: what it does, to leave, to give way. For the command line and for a newcomer."""

import json
import time
from pathlib import Path
from typing import Any

from remora import __version__
from remora.hosts.hooks import places
from remora.surfaces.server import door, lock, wire

SECONDS = 2.0  # a process that is well answers in milliseconds; one that starts, in half a second
LEAVE_SECONDS = 10.0  # it leaves within one; where a model is loaded just now, within a few


def status(home: Path) -> dict[str, Any] | None:
    """What the process of this protocol says of itself; None where none answers."""
    verdict, body = _ask(door.read(home), "status")
    try:
        found = json.loads(body) if verdict == "ok" else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def runs(home: Path) -> bool:
    """Whether a process holds this home, also one that does not answer."""
    return lock.held(home / places.SERVE / places.LOCK)


def stop(home: Path) -> bool:
    """Let the process leave, whatever its version; whether it has. True where there is none."""
    until = time.monotonic() + LEAVE_SECONDS
    while runs(home):
        _leave(home, "always")
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def give_way(home: Path) -> bool | None:
    """Whether the process leaves for one of our version; None where none answers (it starts, or leaves already)."""
    verdict = _leave(home, "newer")
    return verdict == "ok" if verdict else None


def _leave(home: Path, when: str) -> str:
    for file in sorted((home / places.SERVE).glob("address-*"), reverse=True):  # an older one has another protocol
        verdict, _ = _ask(door.read(home, file.name), "leave", when)
        if verdict:
            return verdict
    return ""


def _ask(address: "door.Address | None", operation: str, *fields: str) -> tuple[str, bytes]:
    if address is None:
        return "", b""
    try:
        with address.link(SECONDS) as link:
            link.sendall(wire.request(operation, address.token, __version__, *fields))
            return wire.answer(link)
    except (OSError, ValueError):
        return "", b""
