"""The end of the record that a host keeps of a conversation, JSON lines, newest first. Reads, and never for long.

Called by dialects for what their host leaves out of its events. A record that cannot be read holds nothing.
"""

import json
import os
import stat
from collections.abc import Iterator
from typing import Any

BLOCK = 64 * 1024  # the newest event stands in the first of these nearly always
MOST_BYTES = 4 * 1024 * 1024  # how far back is looked; a turn of an hour writes less, and reading it takes 5 ms
SUFFIX = ".jsonl"  # nothing else is a record of Claude Code's or Codex's


def rows(path: str, *holding: bytes) -> Iterator[dict[str, Any]]:
    """The rows that hold all these bytes, newest first. Half a row, as a host may just be writing one, is left out."""
    for line in _lines(path):
        if all(part in line for part in holding):
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(found, dict):
                yield found


def _lines(path: str) -> Iterator[bytes]:
    if not path.endswith(SUFFIX) or not os.path.isabs(path):  # noqa: PTH117 - asked at every tool call of Codex
        return
    try:
        # Whoever names the file may name a pipe, which nobody shall wait for.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
        with open(handle, "rb") as file:  # noqa: PTH123 - a descriptor, not a path
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                return
            at, rest = found.st_size, b""
            least = max(0, at - MOST_BYTES)
            while at > least:
                start = max(least, at - BLOCK)
                file.seek(start)
                block = file.read(at - start) + rest
                rest, *whole = block.split(b"\n")
                yield from (line for line in reversed(whole) if line)
                at = start
            if rest and least == 0:
                yield rest
    except (OSError, ValueError):
        return
