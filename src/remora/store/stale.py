"""Files that this process must not open or go on with: what a fork left, and what is no longer at its path.

SQLite keeps a table of files and locks in each process. The child's copy says that it holds the locks of its parent,
and a connection to such a file would believe it. Only a new program (exec, spawn) is free of that. A file that was
unlinked takes writes as before, and gives them back to nobody.
"""

from pathlib import Path

from remora.errors import HomeUnavailable, StoreLocked

Key = tuple[int, int]  # device and inode: SQLite's own

_files: set[Key] = set()


def mark(path: Path) -> None:
    """The file was open when this process was forked."""
    key = key_of(path)
    if key is not None:
        _files.add(key)


def check(path: Path) -> None:
    """Raise StoreLocked for a file that was marked."""
    if _files and key_of(path) in _files:
        raise StoreLocked(
            "The memory was not opened: this process was forked while its parent was using the memory.",
            "Start it as a program of its own (multiprocessing's `spawn`), or fork while no call is running.",
        )


def check_same(path: Path, opened: Key | None) -> None:
    """Raise HomeUnavailable where another file, or none, has taken the place of the one that was opened."""
    if opened is not None and key_of(path) != opened:
        raise HomeUnavailable(
            f"Nothing was read or written: {path} was removed or replaced while it was open.",
            "Try again; if that does not help, restart this program.",
        )


def key_of(path: Path) -> Key | None:
    """Which file lies there; None where none does."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
