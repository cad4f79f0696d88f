"""Lessons as `failures.json`: the readable export that is kept in the home, and the way in for an earlier program's.

{project: {sha256 of the command: {command, error, fix, at, …}}}. A file that cannot be read counts as empty and is kept
aside under another name; one that somebody else changed is taken in before it is written over.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from remora.errors import Refused
from remora.home import FAILURES
from remora.learn.lessons.attempts import blank
from remora.learn.reading import opened
from remora.learn.redact import masked
from remora.notes import GLOBAL
from remora.store import Connection, Store, in_slices, lessons, meta, namespaces
from remora.store.lessons import Kind
from remora.text.commands import digest, error_form, exact, shape

FILE = FAILURES
KEPT = "failures_file"  # the key of meta: the count of changes that the file holds, and the digest of its bytes
BYTES = 64 * 1024 * 1024  # sixteen times what 10,000 lessons take; a file beyond this is none of ours
TEXT_CHARS = 2_000  # of a command, as the journal keeps them
ERROR_CHARS = 300
SESSION = "import"  # the session that an imported failure is held to have happened in
_PROJECT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SECONDS = 10_000_000_000  # a time below this is in seconds: as milliseconds it would be in 1970


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What an import did: lessons that are new, that were known, and entries that are none."""

    added: int = 0
    known: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of the file, its texts masked."""

    project: str
    command: str
    key: bytes
    error: str
    kind: Kind
    follow: str
    at: int


def keep(store: Store) -> bool:
    """Bring the home's file up to date; whether it was written. Raises OSError, RemoraError where it cannot be.

    A home without lessons gets no file. What somebody else wrote there is taken in first.
    """
    path = store.home / FILE
    said = (meta.get(store.read(), KEPT) or "").split()
    known = said[1] if len(said) == 2 else ""
    found = _read(path)
    if found is not None and hashlib.sha256(found).hexdigest() != known:
        entries = _entries(found, store.clock())
        if entries is None:
            path.replace(_aside(path, store.clock()))
        else:
            _take_in(store, entries[0], by_a_person=False)
        said = []
    changes = lessons.changes(store.read())
    if said and said[0] == str(changes) and found is not None:
        return False
    if found is None and not lessons.count(store.read()):
        return False
    text = dump(store).encode()
    _write(path, text)
    with store.write() as db:
        meta.put(db, KEPT, f"{changes} {hashlib.sha256(text).hexdigest()}")
    return True


def dump(store: Store) -> str:
    """Every live lesson, by project and command; the same lessons give the same bytes."""
    projects: dict[str, dict[str, object]] = {}
    for lesson in lessons.all_lessons(store.read()):
        if lesson.forgotten_at is None:
            projects.setdefault(lesson.namespace, {})[lesson.key.hex()] = {
                "command": lesson.command,
                "error": lesson.error,
                "fix": lesson.follow if lesson.kind == "fix" else None,
                "tried_next": lesson.follow if lesson.kind == "tried_next" else None,
                "at": f"{datetime.fromtimestamp(lesson.last_at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}",
                "sessions": lesson.sessions,
                "resolved": lesson.resolved_at is not None,
            }
    return json.dumps(projects, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def import_file(store: Store, path: Path) -> Exchanged:
    """Take over a file that a person names, `-` for standard input. Raises UsageError where it cannot be read, Refused
    where it is none."""
    with opened(path, "a file that `remora lessons export` wrote") as file:
        try:
            text = file.read(BYTES + 1)
        except OSError as error:  # a folder, a disk that fails
            raise Refused(f"Nothing was imported: {path} cannot be read ({error.strerror}).") from error
    found = _entries(text.encode("utf-8", "surrogateescape") if len(text) <= BYTES else b"", store.clock())
    if found is None:
        raise Refused(
            f"Nothing was imported: {path} is no {FILE}.", "It holds {project: {sha256: {command, error, fix, at}}}."
        )
    entries, refused = found
    added, known = _take_in(store, entries, by_a_person=True)
    return Exchanged(added, known, refused)


def _take_in(store: Store, entries: list[Entry], *, by_a_person: bool) -> tuple[int, int]:
    added = 0

    def one(db: Connection, entry: Entry) -> None:
        nonlocal added
        added += _put(db, entry, by_a_person=by_a_person)

    in_slices(store, entries, one)
    return added, len(entries) - added


def _put(db: Connection, entry: Entry, *, by_a_person: bool) -> bool:
    """Store an entry unless its command is known. What was forgotten comes back only if a person brings it."""
    namespace = namespaces.number_for(db, entry.project)
    known = lessons.by_key(db, namespace, entry.key)
    if known is not None:
        if known.forgotten_at is not None and by_a_person:
            lessons.forget(db, known.row, None)
        if known.kind == "alone" and entry.follow and (known.forgotten_at is None or by_a_person):
            lessons.follow(db, known.row, entry.kind, entry.follow, digest(exact(entry.follow)), 1)
        return False
    form = error_form(entry.error)
    row = lessons.add(
        db, namespace, key=entry.key, shape=digest(shape(exact(entry.command))), tool="", command=entry.command,
        error=entry.error, error_key=digest(form) if form else None, at=entry.at,
    )  # fmt: skip
    lessons.mark(db, row, SESSION, "failed", entry.at)
    if entry.follow:
        lessons.follow(db, row, entry.kind, entry.follow, digest(exact(entry.follow)), 1)
    return True


def _entries(content: bytes, now: int) -> tuple[list[Entry], int] | None:
    """The file's entries and how many were none; None where the file as a whole is none."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or not all(isinstance(part, dict) for part in document.values()):
        return None
    found = list(_each(document, now))
    return [entry for entry in found if entry is not None], found.count(None)


def _each(document: Mapping[str, Mapping[str, Any]], now: int) -> Iterator[Entry | None]:
    for project, commands in document.items():
        for said in commands.values():
            command = said.get("command") if isinstance(said, dict) else None
            named = _PROJECT.fullmatch(project) is not None and project != GLOBAL
            if not isinstance(command, str) or blank(command) or not named:
                yield None
            else:
                clean = masked(command)
                fix, tried = _text(said, "fix"), _text(said, "tried_next")
                yield Entry(
                    project=project,
                    command=clean[:TEXT_CHARS],
                    key=digest(exact(clean)),
                    error=masked(_text(said, "error"))[:ERROR_CHARS],
                    kind="fix" if fix else "tried_next" if tried else "alone",
                    follow=masked(fix or tried)[:TEXT_CHARS],
                    at=_moment(said.get("at"), now),
                )


def _text(said: Mapping[str, Any], name: str) -> str:
    value = said.get(name)
    return value.strip() if isinstance(value, str) else ""


def _moment(value: object, now: int) -> int:
    """Milliseconds since the epoch, from a number in either unit or an ISO moment; never in the future."""
    if isinstance(value, str):
        with suppress(ValueError, OverflowError):
            read = datetime.fromisoformat(value)
            return max(0, min(now, int((read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp() * 1000)))
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e15:
        return min(now, int(value if value > _SECONDS else value * 1000))
    return now


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.stat().st_size <= BYTES else b""
    except FileNotFoundError:
        return None


def _aside(path: Path, now: int) -> Path:
    """A free name beside it for a file that cannot be read."""
    name = f"{path.name}.unreadable-{now}"
    return next(
        place for number in range(1_000_000)
        if not (place := path.with_name(f"{name}-{number}" if number else name)).exists()
    )  # fmt: skip


def _write(path: Path, text: bytes) -> None:
    """The file appears whole or not at all, for its owner alone."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
