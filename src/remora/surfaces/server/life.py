"""A resident process that has its lock and its socket: it opens the memory, answers, does its chores, and leaves.

Made by `process`. Leaves within about a second of a signal; what waits is written, or spooled, first.
"""

import json
import logging
import os
import resource
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from remora import __version__
from remora.hosts.hooks.places import PROTOCOL
from remora.surfaces.server import mark, wire
from remora.surfaces.server.chores import TICK, Chores, Reason
from remora.surfaces.server.door import Door
from remora.surfaces.server.hearing import Factory, Hearing
from remora.surfaces.server.inbox import Inbox
from remora.surfaces.server.riders import Riders
from remora.surfaces.server.versions import newer
from remora.surfaces.server.wire import Request
from remora.surfaces.server.workers import Workers
from remora.wiring import settings_of

if TYPE_CHECKING:
    from remora.surfaces.server.http import Http

WARM_SECONDS = 1.5  # for the model before the first answer; a client that waits gives up a little later
FIRST_DRAIN = 0.3  # seconds: what lay in the spool comes before what happens now, unless it is very much
SWITCH = 0.0005  # seconds: a busy thread lets another one in ten times sooner than Python's own default
_log = logging.getLogger("remora.serve")


class Life:
    """`run` returns whether the process is to start anew. Raises RemoraError where the settings cannot be read."""

    def __init__(self, home: Path, door: Door, dialects: Factory | None) -> None:
        self._settings = settings_of(home=home)
        self._home, self._door = home, door
        self._stopping = threading.Event()
        self._riders = Riders(home)
        self._dialects = (dialects or _dialects())(self._riders)
        self._hearing = Hearing(self._dialects, self._riders)
        self._inbox = Inbox(home)
        self._workers = Workers(door, self._reply)
        self._began = time.time()

    def run(self) -> bool:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)
        sys.setswitchinterval(SWITCH)
        _log.info("version %s, process %d listens on %s", __version__, os.getpid(), self._door.address.place)
        reason: Reason | None = None
        try:
            self._warm()
            chores = Chores(
                self._home, self._settings, self._door, self._workers, self._hearing, self._riders, self._inbox
            )
            chores.drain(self._stopping.is_set, FIRST_DRAIN)
            self._workers.start()
            mark.clear(self._home)
            http = self._http()
            while reason is None and not self._stopping.wait(TICK):
                reason = chores.tick(self._stopping.is_set)
            if reason is Reason.STUCK:
                _log.error("leaves at once: %s", reason.value)
                os._exit(1)
            if http is not None:
                http.stop()
            _log.info("leaves: %s", reason.value if reason else "it was asked to")
        finally:
            self._leave()
        return reason in (Reason.CHANGED, Reason.REPLACED, Reason.LOST, Reason.MOVED) and self._home.is_dir()

    def _leave(self) -> None:
        self._workers.leave()  # first: its threads wait at the door
        self._door.close()
        self._dialects.close()
        self._riders.close()

    def _warm(self) -> None:
        """Open the memory of the default profile, and have the model at hand before the first answer."""
        remora = self._riders("")
        if remora is None:
            return
        thread = threading.Thread(target=remora.memory.vectors.wordless, name="remora-warm", daemon=True)
        thread.start()
        thread.join(WARM_SECONDS)
        remora.memory.warm()

    def _reply(self, asked: Request) -> bytes:
        if asked.operation == "status":
            return wire.reply("ok", json.dumps(self._status()).encode())
        if asked.operation == "leave":
            if asked.fields[2:3] != ("always",) and not newer(asked.version, asked.protocol, __version__):
                return wire.reply("refused", f"this is version {__version__}".encode())
            self._stopping.set()
            return wire.reply("ok")
        if asked.operation != "event" or asked.protocol != PROTOCOL:
            raise wire.Malformed("nobody knows this operation")
        answer = self._hearing.live(wire.heard_of(asked))
        if answer is None:
            return wire.reply("none")
        return wire.reply("ok", answer, *(["older"] if newer(asked.version, asked.protocol, __version__) else []))

    def _status(self) -> dict[str, object]:
        return {
            "pid": os.getpid(),
            "version": __version__,
            "protocol": PROTOCOL,
            "address": f"{self._door.address.kind}:{self._door.address.place}",
            "http": self._settings.serve_http_port or None,
            "since": int(self._began * 1000),
            "events": self._hearing.events,
            "refused": self._workers.refused,
            "profiles": list(self._riders.names),
            "models": self._riders.models,
            "memory": _resident(),
        }

    def _http(self) -> "Http | None":
        port = self._settings.serve_http_port
        if not port:
            return None
        try:
            from remora.surfaces.server.http import Http  # starlette and uvicorn: an extra
        except ImportError:
            _log.warning("no HTTP: install remora[serve] for the setting serve_http_port")
            return None
        try:
            return Http(self._home, port, self._door.address, self._inbox)
        except OSError as trouble:
            _log.warning("no HTTP: port %d cannot be had (%s)", port, trouble.strerror)
            return None

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping.set()


def _dialects() -> Factory:
    from remora.hosts.hooks.dialects import Dialects

    return Dialects


def _resident() -> int:
    """Bytes of this process in memory; the most it ever had where the system tells no more."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
