"""Files that this process must not open: it is a child that was forked while its parent was using them.

SQLite keeps a table of files and locks in each process. The child's copy says that it holds the locks of its parent,
and a connection to such a file would believe it. Only a new program (exec, spawn) is free of that.
"""

from pathlib import Path

from remora.errors import StoreLocked

_files: set[tuple[int, int]] = set()  # device and inode: SQLite's own key


def mark(path: Path) -> None:
    """The file was open when this process was forked."""
    key = _key(path)
    if key is not None:
        _files.add(key)


def check(path: Path) -> None:
    """Raise StoreLocked for a file that was marked."""
    if _files and _key(path) in _files:
        raise StoreLocked(
            "The memory was not opened: this process was forked while its parent was using the memory.",
            "Start it as a program of its own (multiprocessing's `spawn`), or fork while no call is running.",
        )


def _key(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
