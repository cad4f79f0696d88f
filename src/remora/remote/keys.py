"""Reads the key of a service from the place that a person named, for each question anew. Never told, never kept."""

import os
import re
from pathlib import Path

from remora.errors import ModelUnavailable

KEY_CHARS = 4_096  # of a file: a longer one is no key

_KEY = re.compile(r"[\x21-\x7e]+")  # what may stand in a header: with anything else the client's error would quote it


def key(variable: str, file: Path | None, *, undone: str) -> str:
    """The key, "" where neither place is named. Raises ModelUnavailable, which begins with `undone` and names the
    place it should be in."""
    if variable:
        place, found = f"the variable {variable}", os.environ.get(variable, "")
    elif file:
        place = f"the file {file}"
        try:
            with file.expanduser().open(encoding="ascii", errors="replace") as opened:
                found = opened.read(KEY_CHARS)
        except OSError as error:
            raise ModelUnavailable(f"{undone}: {place} cannot be read ({error.strerror}).") from None
    else:
        return ""
    if not _KEY.fullmatch(found.strip()):
        raise ModelUnavailable(f"{undone}: {place} holds no key.", "Put the key there, and nothing else.")
    return found.strip()
