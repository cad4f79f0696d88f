"""Writes the files of an installer's plan all together or not at all: a full disk must not leave half of them.

Called by `changing`. What is new is written beside its place first, which is what may fail; then all of it is moved.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from remora.errors import FULL, DiskFull, EnvironmentTrouble, RemoraError, advice
from remora.hosts.changes import Change, read
from remora.surfaces.cli import writing


@dataclass(slots=True)
class _One:
    """A change under way. `part` lies beside its place; `made` are folders that were not there."""

    change: Change
    part: Path | None = None
    made: list[Path] = field(default_factory=list)

    @property
    def real(self) -> Path:
        """A link stays a link, whatever becomes of the file it leads to."""
        return Path(os.path.realpath(self.change.file))

    def prepare(self) -> None:
        if self.change.after is None:
            return
        for folder in reversed((self.change.file.parent, *self.change.file.parent.parents)):
            if not folder.is_dir():
                folder.mkdir(exist_ok=True)
                self.made.append(folder)
        self.part = writing.prepare(self.change.file, self.change.after)

    def put(self) -> None:
        if self.change.after is None:
            self.real.unlink(missing_ok=True)
        elif self.part is None:
            writing.write(self.change.file, lambda out: out.write(self.change.after or ""))
        else:
            self.part.replace(self.real)

    def take_back(self) -> None:
        if self._stands():
            return
        if self.change.before is None:
            self.real.unlink(missing_ok=True)
        else:
            writing.write(self.change.file, lambda out: out.write(self.change.before or ""))

    def _stands(self) -> bool:
        """Whether it is as it was: what cannot be written was most often not begun."""
        try:
            return read(self.change.file) == self.change.before
        except RemoraError:
            return False

    def clean(self) -> None:
        """Without what was only prepared; a folder that holds something by now stays."""
        with suppress(OSError):
            if self.part is not None:
                self.part.unlink(missing_ok=True)
        for folder in reversed(self.made):
            with suppress(OSError):
                folder.rmdir()


def write(changes: Sequence[Change]) -> None:
    """Make every change. Raises EnvironmentTrouble where one cannot be made: then the others are taken back."""
    all_of_it = [_One(change) for change in changes if change.after != change.before]
    begun: list[_One] = []
    at: _One | None = None
    try:
        for at in all_of_it:
            at.prepare()
        for at in all_of_it:
            begun.append(at)
            at.put()
    except OSError as error:
        stands = [str(one.change.file) for one in reversed(begun) if not _taken_back(one)]
        raise _trouble(error, at.change.file if at else None, stands) from error
    finally:
        for one in reversed(all_of_it):  # a folder goes after those in it, which later changes may have made
            one.clean()
    for one in all_of_it:
        if one.change.after is None and one.change.within is not None:
            _clear(one.change.file.parent, one.change.within)


def _taken_back(one: _One) -> bool:
    try:
        one.take_back()
    except OSError:
        return False
    return True


def _trouble(error: OSError, file: Path | None, stands: list[str]) -> EnvironmentTrouble:
    why = f"{file} cannot be written ({error.strerror or error})"
    hint = advice(error, "See who may write there, and repeat.")
    if stands:
        return EnvironmentTrouble(f"Not all was changed: {why}, and {', '.join(stands)} could not be put back.", hint)
    return (DiskFull if error.errno in FULL else EnvironmentTrouble)(f"Nothing was changed: {why}.", hint)


def _clear(folder: Path, within: Path) -> None:
    """Take away what a file left empty. Python leaves its bytecode beside a file that it has read."""
    cache = folder / "__pycache__"
    for file in cache.glob("__init__.*.pyc"):
        file.unlink()
    for each in (cache, folder, *folder.parents):
        if each.is_symlink() or (each.is_dir() and any(each.iterdir())):
            return
        if each.is_dir():
            each.rmdir()
        if each == within:
            return
