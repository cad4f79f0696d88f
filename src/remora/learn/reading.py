"""What a file holds, as drafts with the numbers of their lines: JSON lines, one JSON document, or markdown.

Called by import. Stores nothing; what is no note is handed to `refuse`, and the rest goes on.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import Protocol, TextIO

from remora.errors import UsageError
from remora.learn import documents
from remora.learn.draft import Draft
from remora.learn.lines import Line, parse
from remora.learn.markdown import parts, pieces
from remora.notes import GLOBAL

STDIN = "-"


class Refuse(Protocol):
    """Who is told of a line that is no note, why, and what to do."""

    def __call__(self, line: int, reason: str, hint: str = "") -> None: ...


@contextmanager
def opened(path: Path, wanted: str = "a file of JSON or markdown") -> Iterator[TextIO]:
    """The lines of a file, or of standard input for `-`. Raises UsageError, which names what is `wanted`, where it
    cannot be read."""
    # Bytes that are no UTF-8 become lone surrogates: their line is refused by number, the others are stored.
    if str(path) == STDIN:
        if sys.stdin is None or sys.stdin.closed:
            raise UsageError("Nothing was imported: standard input is closed.", "Name a file, or pipe one in.")
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
        yield sys.stdin
        return
    try:
        file = path.open(encoding="utf-8-sig", errors="surrogateescape", newline=None)
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        raise UsageError(
            f"Nothing was imported: {path} cannot be read ({getattr(error, 'strerror', error)}).",
            f"Name {wanted}.",
        ) from error
    with file:
        yield file


def drafts(lines: Iterable[str], base: Draft, refuse: Refuse, *, keep_namespaces: bool) -> Iterator[tuple[int, Draft]]:
    """Each note that the lines hold. `base` says what they do not say themselves; its text is not used.

    The first line decides: JSON in braces or brackets, as lines or as one document; anything else is markdown. Raises
    UsageError, before the first note, for a document of JSON that is broken.
    """
    numbered = enumerate(lines, 1)
    first = next(((number, line) for number, line in numbered if line.strip()), None)
    if first is None:
        return
    before, line = first[0] - 1, first[1]
    rest: Iterable[str] = chain([line], (each for _, each in numbered))
    values: Iterable[tuple[int, object]] | None = None
    if line.lstrip().startswith(("{", "[")):
        if not _is_json_line(line):
            rest = list(rest)
            values = documents.notes("".join(rest))
            if values is None:
                documents.check("".join(rest), before)
        if values is None and line.lstrip().startswith("{"):
            values = _lines(rest, before, refuse)
    if values is None:
        for place, text in pieces(rest):
            for part in parts(text):
                yield before + place, replace(base, text=part)
        return
    for place, value in values:
        yield from _of_value(before + place, value, base, refuse, keep_namespaces)


def _is_json_line(line: str) -> bool:
    """Whether the first line is a note by itself, so that the others need not be read to know."""
    try:
        document = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and set(document) != {"notes"}


def _lines(lines: Iterable[str], before: int, refuse: Refuse) -> Iterator[tuple[int, object]]:
    for place, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield place, json.loads(line)
            except (ValueError, RecursionError) as error:
                refuse(before + place, f"It is not a note in JSON: {error}.")


def _of_value(number: int, value: object, base: Draft, refuse: Refuse, keep: bool) -> Iterator[tuple[int, Draft]]:
    try:
        said = parse(value)
    except ValueError as error:
        refuse(number, f"It is not a note in JSON: {error}.")
        return
    if not keep:
        said = replace(said, namespace=None)
    elif said.of_a_project and said.namespace is None and base.namespace == GLOBAL:
        reason = "It is a note of a project, and there is none here."
        refuse(number, reason, "Import it in the project's folder, or say --global.")
        return
    cut = parts(said.text)
    for part in cut:
        yield number, _told(base, replace(said, text=part, id=said.id if len(cut) == 1 else None))


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
