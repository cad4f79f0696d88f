"""Where the socket lies: a folder that nobody else may enter, and a name short enough. Called by `door`."""

import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from remora.hosts.hooks.places import MODE, PROTOCOL, SERVE

LONGEST = 103  # bytes of a socket's path: macOS takes no more, Linux 107
SHARED = 0o077  # what others might have of a folder
NAME_BYTES = 8  # two homes of one user with the same name of 64 bits do not happen


def socket_path(home: Path) -> Path | None:
    """A path for this home's socket in a private folder; None where there is none that is short enough."""
    name = hashlib.blake2b(f"{os.path.realpath(home)}\0{PROTOCOL}".encode(), digest_size=NAME_BYTES).hexdigest()
    for folder in _folders(home):
        path = folder / f"{name}.sock"
        if len(os.fsencode(path)) <= LONGEST and private(folder):
            return path
    return None


def private(folder: Path) -> bool:
    """Make the folder; whether it is ours alone. A link or another user's folder of that name is not."""
    try:
        folder.mkdir(mode=MODE, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            return False
        if found.st_mode & SHARED:
            folder.chmod(MODE)
    except OSError:
        return False
    return True


def _folders(home: Path) -> Iterator[Path]:
    given = os.environ.get("XDG_RUNTIME_DIR", "")
    if given and Path(given).is_dir():
        yield Path(given) / "remora"
    yield Path(tempfile.gettempdir()) / f"remora-{os.geteuid()}"
    yield home / SERVE
