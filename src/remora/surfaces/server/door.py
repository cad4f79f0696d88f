"""The listening socket and the file that tells clients where it is. Opened by `process` under the home's lock.

A Unix socket in a private folder; loopback TCP with a token where there is none to be had.
"""

import contextlib
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

from remora.hosts.hooks import places
from remora.surfaces.server import runtime

BACKLOG = 128  # clients that wait while all threads answer; each gives up by itself
PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Address:
    """Where a resident process listens. `place`: the socket's path, or a port."""

    kind: str
    place: str
    token: str = ""

    def link(self, seconds: float) -> socket.socket:
        """A connection to it. Raises OSError where nobody listens."""
        link = socket.socket(socket.AF_UNIX if self.kind == "unix" else socket.AF_INET, socket.SOCK_STREAM)
        try:
            link.settimeout(seconds)
            link.connect(self.place if self.kind == "unix" else ("127.0.0.1", int(self.place)))
        except BaseException:
            link.close()
            raise
        return link


class Door:
    """Of one home; open while its process takes events."""

    def __init__(self, home: Path, *, tcp: bool = False) -> None:
        """`tcp`: without a Unix socket, whatever the system has. Raises OSError where nothing can be bound."""
        self._file = home / places.SERVE / places.ADDRESS
        self._tcp = tcp
        self._home = home
        self.listener, self.address = self._bound()
        self._identity = self._found()
        self._tell()

    def check(self) -> bool:
        """Whether clients still find it; a socket that was swept away (a runtime folder at logout) is not to be had
        again here, while a lost address is told anew."""
        if self._identity is not None and self._found() != self._identity:
            return False
        if read(self._home) != self.address:
            with contextlib.suppress(OSError):  # a full disk: once more at the next look
                self._tell()
        return True

    def close(self) -> None:
        """Clients find nobody from now on."""
        if read(self._home) == self.address:
            self._file.unlink(missing_ok=True)
        if self._identity is not None and self._found() == self._identity:
            Path(self.address.place).unlink(missing_ok=True)
        self.listener.close()

    def _bound(self) -> tuple[socket.socket, Address]:
        path = None if self._tcp or not hasattr(socket, "AF_UNIX") else runtime.socket_path(self._home)
        if path is None:
            listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            listener.bind(("127.0.0.1", 0))
            address = Address("tcp", str(listener.getsockname()[1]), secrets.token_hex(32))
        else:
            path.unlink(missing_ok=True)  # of a process that was killed: we hold the lock
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            before = os.umask(0o177)
            try:
                listener.bind(str(path))
            finally:
                os.umask(before)
            address = Address("unix", str(path))
        listener.listen(BACKLOG)
        return listener, address

    def _found(self) -> tuple[int, int] | None:
        if self.address.kind != "unix":
            return None
        with contextlib.suppress(OSError):
            found = Path(self.address.place).lstat()
            return found.st_dev, found.st_ino
        return 0, 0

    def _tell(self) -> None:
        beside = self._file.with_name(f".{self._file.name}.{os.getpid()}")
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "w", encoding="utf-8") as out:
            out.write(f"{self.address.kind}\n{self.address.place}\n{self.address.token}\n")
        beside.replace(self._file)


def read(home: Path, name: str = places.ADDRESS) -> Address | None:
    """Where the home's process says that it listens; None where it says nothing."""
    try:
        kind, place, token = (home / places.SERVE / name).read_text(encoding="utf-8").split("\n")[:3]
    except (OSError, ValueError):
        return None
    return Address(kind, place, token) if kind in ("unix", "tcp") else None
