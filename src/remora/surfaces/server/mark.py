"""The mark in a home that says why no process answers: clients then wait no longer. Left by `process`, or by a client.

Its first line is the state of the settings and of the package: once that is another one the mark counts no more.
"""

import contextlib
from dataclasses import dataclass
from pathlib import Path

from remora.errors import RemoraError
from remora.home import SETTINGS
from remora.hosts.hooks import places

PACKAGE = Path(__file__).with_name("__main__.py")  # as `client.conf` names it


@dataclass(frozen=True, slots=True)
class Mark:
    """`stamp`: the state that a process began with."""

    file: Path
    stamp: str

    @classmethod
    def of(cls, home: Path) -> "Mark":
        return cls(home / places.SERVE / places.FAILED, _stamp(home))

    def leave(self, fault: BaseException) -> None:
        """A process of these settings ended by an error."""
        why = f"{fault.message} {fault.hint}" if isinstance(fault, RemoraError) else f"{type(fault).__name__}: {fault}"
        with contextlib.suppress(OSError):  # a full disk: clients cannot keep anything either
            self.file.write_text(f"{self.stamp}\n{' '.join(why.split())}\n", encoding="utf-8", errors="replace")
            self.file.chmod(0o600)


def clear(home: Path) -> None:
    """A process answers."""
    with contextlib.suppress(OSError):
        (home / places.SERVE / places.FAILED).unlink(missing_ok=True)


def reason(home: Path) -> str:
    """Why none answers; "" where nothing is known to be wrong."""
    try:
        stamp, why = (home / places.SERVE / places.FAILED).read_text(encoding="utf-8", errors="replace").split("\n")[:2]
    except (OSError, ValueError):
        return ""
    return why if stamp == _stamp(home) else ""


def _stamp(home: Path) -> str:
    return f"{_state(home / SETTINGS)} {_state(PACKAGE)}"


def _state(file: Path) -> str:
    try:
        found = file.stat()
    except OSError:
        return "none"
    return f"{found.st_ctime_ns}-{found.st_size}"
