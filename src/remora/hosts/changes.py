"""What an installer would change: files before and after, to be shown first. Reads, and writes nothing."""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from remora.errors import EnvironmentTrouble, UsageError


@dataclass(frozen=True, slots=True)
class Change:
    """One file: its text before and after, None where it is not there. Where it goes, the folders that it leaves empty
    go too, up to `within`."""

    file: Path
    before: str | None
    after: str | None
    within: Path | None = None

    def diff(self) -> Iterator[str]:
        """The difference, as `diff -u` shows it."""
        yield from difflib.unified_diff(
            (self.before or "").splitlines(), (self.after or "").splitlines(), lineterm="",
            fromfile="/dev/null" if self.before is None else str(self.file),
            tofile="/dev/null" if self.after is None else str(self.file),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """`changes` are the host's files, to be shown first; `record` is ours, written with them.

    `told`: what the difference does not say by itself. `left`: files that stay where ours were.
    """

    changes: tuple[Change, ...]
    record: Change
    told: tuple[str, ...] = ()
    left: tuple[Path, ...] = ()


def read(file: Path) -> str | None:
    """A file's text, every byte of it; None where there is none. Raises EnvironmentTrouble where it cannot be read."""
    try:
        return file.read_bytes().decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        raise UsageError(f"Nothing was changed: {file} is not UTF-8.", "Correct that file.") from error
    except OSError as error:
        raise EnvironmentTrouble(
            f"Nothing was changed: {file} cannot be read ({error.strerror}).", "Make it readable."
        ) from error
