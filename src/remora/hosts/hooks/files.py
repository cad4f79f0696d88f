"""Memory files of a host, which its model reads in any case: we do not say again what stands there. Reads only."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

MOST_CHARS = 64_000  # of one file: hosts warn above forty thousand
MOST_FOLDERS = 8  # from the working folder upwards; a project is rarely worked on from deeper down


def files_of(folder: str, names: Iterable[str]) -> Iterator[Path]:
    """These files of a folder and of those above it, up to the top of its repository."""
    names = tuple(names)
    if not os.path.isabs(folder):  # noqa: PTH117 - asked at every turn
        return
    place = Path(folder)
    for above in (place, *place.parents)[:MOST_FOLDERS]:
        yield from (above / name for name in names)
        if (above / ".git").exists():
            return


def texts(files: Iterable[Path]) -> tuple[tuple[str, str], ...]:
    """What the files say, as (role, text); one that is not there says nothing."""
    return tuple(("system", text) for text in map(_text, dict.fromkeys(files)) if text)


def _text(file: Path) -> str:
    try:
        if not file.is_file():
            return ""
        with file.open(encoding="utf-8", errors="replace") as opened:
            return opened.read(MOST_CHARS)
    except OSError:
        return ""
