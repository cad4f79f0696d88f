"""Reads a file that is one JSON document: a list of notes, or what `list --json` and `export --json` print. Pure.

Called by import for what is no JSON lines.
"""

import json
import re

_LIST = re.compile(r'\s*(?:\{\s*"notes"\s*:\s*)?\[')  # what stands before the first note
_BETWEEN = re.compile(r"[\s,]*")


def notes(text: str) -> list[tuple[int, object]] | None:
    """Each note's value with the number of the line it begins in; None where the text is no such document."""
    found = whole(text)
    start = _LIST.match(text)
    if found is None or start is None:
        return None if found is None else [(1, value) for value in found]
    decoder, place, line = json.JSONDecoder(), start.end(), 1 + text.count("\n", 0, start.end())
    numbered: list[tuple[int, object]] = []
    for _ in found:
        begin = _after(text, place)
        line += text.count("\n", place, begin)
        value, end = decoder.raw_decode(text, begin)
        numbered.append((line, value))
        line += text.count("\n", begin, end)
        place = end
    return numbered


def whole(text: str) -> list[object] | None:
    """The values of the document's list; a single note counts as a list of one. None for anything else."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(document, dict) and set(document) == {"notes"}:
        document = document["notes"]
    if isinstance(document, dict):
        return [document]
    return document if isinstance(document, list) else None


def _after(text: str, place: int) -> int:
    between = _BETWEEN.match(text, place)
    return between.end() if between else place
