"""Import: JSON or markdown, each line through the same steps as any other note, stored in short transactions.

Called by the memory facade. What was committed stays when an import is interrupted; repeating it adds the rest.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from remora.errors import Refused
from remora.learn.draft import Draft, Judge, Learned, Ready, ScanOnWrite
from remora.learn.pipeline import announce, prepare, put
from remora.learn.reading import drafts
from remora.scan import scan
from remora.store import Connection, Store, in_slices

BATCH = 200  # notes prepared at a time: megabytes at most, and the first are stored soon
PLACEHOLDER = re.compile(r"\[BLOCKED: [a-z0-9 _-]{1,24}\]")  # what an export to another program holds in its place


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not stored, counted from 1, why, and what to do."""

    line: int
    reason: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """Notes that were added, that were known already, and lines that were refused. `masked` counts secrets,
    `suspicious` the notes that the scan takes for an attack: they are stored, and no model is shown them.
    """

    added: int = 0
    known: int = 0
    masked: int = 0
    suspicious: int = 0
    refused: tuple[RefusedLine, ...] = ()


class ImportStopped(KeyboardInterrupt):
    """A person's Ctrl-C in an import; `done` is what had been stored for good."""

    def __init__(self, done: Imported) -> None:
        super().__init__()
        self.done = done


def import_lines(
    store: Store,
    lines: Iterable[str],
    draft: Draft,
    *,
    scan_on_write: ScanOnWrite = "off",
    judge: Judge = scan,
    keep_namespaces: bool = True,
) -> Imported:
    """Store what the lines hold. `draft` says what they do not say themselves; its text is not used.

    The first line decides: JSON in braces or brackets, as lines or as one document, anything else is markdown. With
    `keep_namespaces` a line that names its namespace goes there, else all go to the draft's. Raises UsageError for
    broken JSON, before anything is stored.
    """
    tally = _Tally()
    found = drafts(lines, draft, tally.refuse, keep_namespaces=keep_namespaces)
    advised: ScanOnWrite = "warn" if scan_on_write == "off" else scan_on_write  # nobody reads a whole file first
    try:
        while batch := list(islice(found, BATCH)):
            made = (_prepared(number, each, advised, judge, tally) for number, each in batch)
            _store(store, [one for one in made if one is not None], tally)
    except KeyboardInterrupt as stop:
        raise ImportStopped(tally.total()) from stop
    return tally.total()


def _prepared(number: int, draft: Draft, scan_on_write: ScanOnWrite, judge: Judge, tally: "_Tally") -> Ready | None:
    if PLACEHOLDER.fullmatch(draft.text.strip()):
        tally.refuse(number, "It is what stands for a blocked note, not the note.", "Export to a file, or with --raw.")
        return None
    try:
        return prepare(draft, scan_on_write=scan_on_write, judge=judge)
    except Refused as refused:
        tally.refuse(number, refused.message, refused.hint)
        return None


def _store(store: Store, ready: list[Ready], tally: "_Tally") -> None:
    learned: list[Learned] = []
    told = 0

    def one(db: Connection, each: Ready) -> None:
        learned.append(put(db, each, store.clock()))

    def committed(count: int) -> None:
        nonlocal told
        for note in learned[told:count]:
            tally.count(note)
            announce(note)
        told = count

    in_slices(store, ready, one, committed)


@dataclass(slots=True)
class _Tally:
    """The result while it grows."""

    added: int = 0
    known: int = 0
    masked: int = 0
    suspicious: int = 0
    refused: list[RefusedLine] = field(default_factory=list)

    def count(self, learned: Learned) -> None:
        self.known += learned.known
        self.added += not learned.known
        self.masked += learned.masked
        self.suspicious += bool(learned.suspicious)

    def refuse(self, line: int, reason: str, hint: str = "") -> None:
        self.refused.append(RefusedLine(line, reason, hint))

    def total(self) -> Imported:
        refused = tuple(sorted(self.refused, key=lambda one: one.line))
        return Imported(
            added=self.added, known=self.known, masked=self.masked, suspicious=self.suspicious, refused=refused
        )
