"""`blocked.log`: what the scan withheld, one JSON line an event. Written after an answer, read by `remora blocked`.

Private to its owner, rotated, and holding no more than the beginning of a text. Writing it never raises and never
delays a rendering: what cannot be logged is withheld all the same.
"""

import json
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from remora.signals import note_blocked, send
from remora.store import now_ms
from remora_hookspecs import Entry, Verdict

NAME = "blocked.log"
OLDER = "blocked.log.1"
MAX_BYTES = 256 * 1024  # about a thousand events; with the older file half a megabyte is the most a home holds of this
PREFIX_CHARS = 120  # enough to tell which text it was, too little to carry a whole attack into somebody's context
MAX_FIELD = 200  # characters of an id, kind or rule: a stranger's inspector may say anything there
PRIVATE = 0o600
NO_LINKS = getattr(os, "O_NOFOLLOW", 0)  # a link planted under our name would have us open somebody else's file


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    """One event of the log. `at` is milliseconds since the epoch, UTC; `prefix` the beginning of the withheld text."""

    at: int
    exit: str
    note_id: str | None
    kind: str
    rule: str
    prefix: str


def record(
    home: Path,
    entry: Entry,
    verdict: Verdict,
    *,
    exit: str,  # noqa: A002 - the contract's word
    clock: Callable[[], int] = now_ms,
) -> bool:
    """Log that `entry` was withheld at `exit` and tell the watchers. Whether the line was written; never raises."""
    event = {
        "at": clock(),
        "exit": exit[:MAX_FIELD],
        "note_id": entry.note_id[:MAX_FIELD] if entry.note_id else None,
        "kind": verdict.kind[:MAX_FIELD],
        "rule": verdict.rule[:MAX_FIELD],
        "prefix": entry.text[:PREFIX_CHARS],
    }
    line = json.dumps(event).encode("ascii")  # in ASCII no control or direction mark survives to fool a terminal
    written = _append(home, line + b"\n")
    send(note_blocked, note_id=entry.note_id, kind=verdict.kind, rule=verdict.rule, exit=exit)
    return written


def read(home: Path) -> Iterator[Blocked]:
    """The events that are still there, oldest first. A line that is not ours is passed over; a missing log is empty."""
    for name in (OLDER, NAME):
        for line in _lines(home / name):
            if (event := _parsed(line)) is not None:
                yield event


def erase(home: Path, note_ids: Collection[str]) -> int:
    """Take out the events of these notes, for good, and answer how many there were. Part of a purge.

    Raises OSError where a log that names one of them cannot be written anew.
    """
    erased = 0
    for name in (OLDER, NAME):
        lines = list(_lines(home / name))
        kept = [line for line in lines if (event := _parsed(line)) is None or event.note_id not in note_ids]
        if len(kept) < len(lines):
            _replace(home / name, kept)
            erased += len(lines) - len(kept)
    return erased


def _append(home: Path, line: bytes) -> bool:
    """One write of one line, so that two processes never mix theirs."""
    path = home / NAME
    try:
        if path.exists() and path.stat().st_size + len(line) > MAX_BYTES:
            path.replace(home / OLDER)
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | NO_LINKS, PRIVATE)
        try:
            if os.fstat(handle).st_mode & 0o077:  # an older file that others may read
                path.chmod(PRIVATE)
            return os.write(handle, line) == len(line)
        finally:
            os.close(handle)
    except OSError:
        return False


def _lines(path: Path) -> list[bytes]:
    try:
        return path.read_bytes().splitlines(keepends=True)
    except OSError:
        return []


def _parsed(line: bytes) -> Blocked | None:
    try:
        found = json.loads(line)
        note_id = found["note_id"]
        return Blocked(
            at=int(found["at"]),
            exit=str(found["exit"]),
            note_id=None if note_id is None else str(note_id),
            kind=str(found["kind"]),
            rule=str(found["rule"]),
            prefix=str(found["prefix"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _replace(path: Path, lines: list[bytes]) -> None:
    fresh = path.with_name(path.name + ".new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | NO_LINKS, PRIVATE)
    with os.fdopen(handle, "wb") as out:
        out.writelines(lines)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(path)
