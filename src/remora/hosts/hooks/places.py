"""Where clients and the resident process meet, in a home. Names alone: the client, which imports nothing, repeats them.

A change of what lies here or of the frames is a new PROTOCOL, for a client may be older than the process, or newer.
"""

from pathlib import Path

from remora import home as _home

PROTOCOL = 1

HOOKS = "hooks"
CLIENT = "client.py"  # a copy: host configurations name it, and it outlives the package
COMPILED = "client.pyc"  # what is run: compiling the copy at every event would cost a quarter of a bare start
CLIENT_LINES = "client.conf"  # a line each: version, Python that serves, a file that is gone once uninstalled
CLIENT_LOG = "client.log"

SERVE = "serve"
ADDRESS = f"address-{PROTOCOL}"  # a line each: unix or tcp, where, token
LOCK = "lock"
STARTING = "starting"  # somebody is starting the process: nobody else needs to
FAILED = "failed"  # none could start, or it was silent: clients wait no longer until a process takes it away
TOKEN = "token"
LOG = "log"

SPOOL = "spool"
EVENTS = _home.EVENTS  # what nobody was there to hear
READY = _home.READY
HELD = _home.HELD  # its client still waits for an answer and will bring it itself

MODE = 0o700


def make(home: Path) -> None:
    """The folders, private to this user. Raises OSError."""
    for folder in folders(home):
        folder.mkdir(mode=MODE, exist_ok=True)


def folders(home: Path) -> tuple[Path, ...]:
    """The folders, each behind the one that it lies in."""
    return tuple(home / name for name in (HOOKS, SERVE, SPOOL, EVENTS))
