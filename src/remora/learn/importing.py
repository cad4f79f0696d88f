"""Import: JSON lines or markdown, each line through the same steps as any other note, stored in short transactions.

Called by the memory facade. What was committed stays when an import is interrupted; repeating it adds the rest.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import TextIO

from remora.errors import Refused, UsageError
from remora.learn.draft import Draft, Learned, Ready, ScanOnWrite
from remora.learn.lines import Line, parse
from remora.learn.markdown import parts, pieces
from remora.learn.pipeline import announce, prepare, put
from remora.store import Connection, Store, in_slices

BATCH = 200  # notes prepared at a time: megabytes at most, and the first are stored soon
STDIN = "-"


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not stored, counted from 1, and why."""

    line: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """Notes that were added, that were known already, and lines that were refused; `masked` counts secrets."""

    added: int = 0
    known: int = 0
    masked: int = 0
    refused: tuple[RefusedLine, ...] = ()


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """The lines of a file, or of standard input for `-`. Raises UsageError where it cannot be read."""
    if str(path) == STDIN:
        yield sys.stdin
        return
    try:
        # Bytes that are no UTF-8 become lone surrogates: their line is refused by number, the others are stored.
        file = path.open(encoding="utf-8-sig", errors="surrogateescape", newline=None)
    except OSError as error:
        raise UsageError(
            f"Nothing was imported: {path} cannot be read ({error.strerror}).", "Name a file of JSON lines or markdown."
        ) from error
    with file:
        yield file


def import_lines(store: Store, lines: Iterable[str], draft: Draft, *, scan_on_write: ScanOnWrite = "off") -> Imported:
    """Store what the lines hold. `draft` says what they do not say themselves; its text is not used.

    The first line decides: an object in braces means JSON lines, anything else markdown.
    """
    tally = _Tally()
    found = _read(lines, draft, tally)
    while batch := list(islice(found, BATCH)):
        ready = [one for number, each in batch if (one := _prepared(number, each, scan_on_write, tally)) is not None]
        _store(store, ready, tally)
    return tally.total()


def _read(lines: Iterable[str], draft: Draft, tally: "_Tally") -> Iterator[tuple[int, Draft]]:
    numbered = enumerate(lines, 1)
    first = next(((number, line) for number, line in numbered if line.strip()), None)
    if first is None:
        return
    number, line = first
    if line.lstrip().startswith("{"):
        for number, line in chain([first], numbered):
            if line.strip():
                yield from _of_json(number, line, draft, tally)
        return
    for offset, text in pieces(chain([line], (line for _, line in numbered))):
        for part in parts(text):
            yield number - 1 + offset, replace(draft, text=part)


def _of_json(number: int, line: str, draft: Draft, tally: "_Tally") -> Iterator[tuple[int, Draft]]:
    try:
        said = parse(json.loads(line))
    except (ValueError, RecursionError) as error:
        tally.refuse(number, f"It is not a note in JSON: {error}.")
        return
    cut = parts(said.text)
    for part in cut:
        yield number, _told(draft, replace(said, text=part, id=said.id if len(cut) == 1 else None))


def _told(draft: Draft, said: Line) -> Draft:
    """The draft, with what the line says itself."""
    return Draft(
        text=said.text,
        namespace=said.namespace or draft.namespace,
        importance=draft.importance if said.importance is None else said.importance,
        trigger=said.trigger or draft.trigger,
        by_a_person=True,
        session_id=said.session_id if said.trigger else said.session_id or draft.session_id,
        host=said.host if said.trigger else said.host or draft.host,
        model=said.model,
        created_at=said.created_at,
        recorded_at=said.recorded_at,
        note_id=said.id,
        archived=said.archived,
    )


def _prepared(number: int, draft: Draft, scan_on_write: ScanOnWrite, tally: "_Tally") -> Ready | None:
    try:
        return prepare(draft, scan_on_write=scan_on_write)
    except Refused as refused:
        tally.refuse(number, refused.message)
        return None


def _store(store: Store, ready: list[Ready], tally: "_Tally") -> None:
    learned: list[Learned] = []

    def one(db: Connection, each: Ready) -> None:
        learned.append(put(db, each, store.clock()))

    in_slices(store, ready, one)
    for note in learned:
        tally.count(note)
        announce(note)


@dataclass(slots=True)
class _Tally:
    """The result while it grows."""

    added: int = 0
    known: int = 0
    masked: int = 0
    refused: list[RefusedLine] = field(default_factory=list)

    def count(self, learned: Learned) -> None:
        self.known += learned.known
        self.added += not learned.known
        self.masked += learned.masked

    def refuse(self, line: int, reason: str) -> None:
        self.refused.append(RefusedLine(line, reason))

    def total(self) -> Imported:
        refused = tuple(sorted(self.refused, key=lambda one: one.line))
        return Imported(added=self.added, known=self.known, masked=self.masked, refused=refused)
