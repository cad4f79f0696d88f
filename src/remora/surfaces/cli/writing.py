"""Writes a file without destroying what it is. Called by whatever writes files; knows nothing of what is written.

A plain file is made whole beside the old one and put in its place, so that a full disk does not cost the old one. A
link stays a link, a file keeps its mode, and what is no plain file of the caller's own is written as it is.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TextIO, TypeVar

from remora.errors import EnvironmentTrouble, UsageError, advice

# Standard output by its names: it is what the command's own stream leads to, and not number 1 of this process.
STDOUT = frozenset({"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
SQLITE = b"SQLite format 3\0"  # how every database of SQLite's begins
PRIVATE = 0o600  # for a new file: what is exported is as private as the memory it comes from

Result = TypeVar("Result")


def export(file: Path, home: Path, work: Callable[[TextIO], Result]) -> Result:
    """Let `work` write the text of `file`. Raises UsageError for a file of the memory's own, EnvironmentTrouble where
    it cannot be written."""
    _must_not_be_ours(file, home)
    try:
        return write(file, work)
    except OSError as error:
        raise EnvironmentTrouble(
            f"Nothing was exported: {file} cannot be written ({error.strerror}).",
            advice(error, "Name a file in a folder of yours."),
        ) from error


def _must_not_be_ours(file: Path, home: Path) -> None:
    """An export over the memory itself would be the last one; a file linked to it is no other. Nor does anybody mean
    another database, be it the memory of another home."""
    within = home.resolve() in Path(os.path.realpath(file)).parents  # which a loop of links does not stop
    if within or any(file.exists() and one.is_file() and one.samefile(file) for one in home.iterdir()):
        raise UsageError(f"Nothing was exported: {file} lies in the memory's own folder.", "Name a file outside of it.")
    if _is_database(file):
        raise UsageError(f"Nothing was exported: {file} is a database, which would be lost.", "Name another file.")


def _is_database(file: Path) -> bool:
    try:
        if not file.is_file():  # a pipe would be read from for ever
            return False
        with file.open("rb") as there:
            return there.read(len(SQLITE)) == SQLITE
    except OSError:  # what cannot be read is told by writing
        return False


def write(file: Path, work: Callable[[TextIO], Result]) -> Result:
    """Let `work` write the text of `file`. Raises OSError where it cannot be written."""
    target = Path(os.path.realpath(file))
    try:
        known = file.stat()
    except FileNotFoundError:
        return _replace(target, PRIVATE, work)
    if _is_plain(known, target):
        return _replace(target, stat.S_IMODE(known.st_mode), work)
    with file.open("w", encoding="utf-8", newline="\n") as out:
        return work(out)


def prepare(file: Path, text: str) -> Path | None:
    """The text beside the file that it will be, to be moved onto its real path; None where that file must be written
    as it is. Raises OSError where there is no room for it, or it cannot be written."""
    target = Path(os.path.realpath(file))
    try:
        known = file.stat()
    except FileNotFoundError:
        mode = PRIVATE
    else:
        if not _is_plain(known, target):
            return None
        mode = stat.S_IMODE(known.st_mode)
    return _beside(target, mode, lambda out: out.write(text))[0]


def _is_plain(known: os.stat_result, target: Path) -> bool:
    """Whether a new file can take its place and be the same: no device or pipe, no second name, no other owner."""
    if not stat.S_ISREG(known.st_mode) or known.st_nlink != 1:
        return False
    if hasattr(os, "geteuid") and known.st_uid != os.geteuid():
        return False
    if not os.access(target.parent, os.W_OK):
        return False
    # The real path of an open file that was deleted leads nowhere, or to another.
    return target.exists() and os.path.samestat(known, target.stat())


def _replace(target: Path, mode: int, work: Callable[[TextIO], Result]) -> Result:
    part, result = _beside(target, mode, work)
    try:
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    return result


def _beside(target: Path, mode: int, work: Callable[[TextIO], Result]) -> tuple[Path, Result]:
    """A whole new file beside the old one, or none."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            result = work(out)
            out.flush()
            os.fsync(handle)
        part.chmod(mode)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part, result
