"""Reads a file that is one JSON document: a list of notes, or what `list --json` and `export --json` print. Pure.

Called by import for what is no JSON lines.
"""

import json
import re

from remora.errors import UsageError

_LIST = re.compile(r'\s*(?:\{\s*"notes"\s*:\s*)?\[')  # what stands before the first note
# A document's beginning, and not "[a link](…)", "[x] done" or "[2026-03-14] …" of markdown.
_LIKE_JSON = re.compile(r'\s*(?:\{|\[[\s\[]*(?:[{"]|\Z|(?:-?\d+(?:\.\d+)?|true|false|null)\s*(?:,|\Z)))')
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


def check(text: str, before: int = 0) -> None:
    """Raise UsageError where the text is one JSON document that is broken: half of a list is not what was meant.

    Markdown may begin with a bracket too, and of JSON lines each is looked at by itself. `before`: lines above it.
    """
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        more = error.msg == "Extra data" and text.lstrip().startswith("[")  # "[1] a footnote"
        if more or not _LIKE_JSON.match(text) or any(_is_object(line) for line in text.splitlines()):
            return
        if error.msg.startswith("Unterminated string") or error.pos >= len(text.rstrip()):
            said = f"this JSON ends early, in line {before + 1 + text.rstrip().count(chr(10))}"
        else:
            said = f"this JSON is broken at line {before + error.lineno} ({error.msg})"
        raise UsageError(f"Nothing was imported: {said}.", "Write the file anew, or correct that line.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(
            "Nothing was imported: this JSON cannot be read.", "Notes are not nested, and their numbers are short."
        ) from error


def _is_object(line: str) -> bool:
    try:
        return line.lstrip().startswith("{") and isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


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
