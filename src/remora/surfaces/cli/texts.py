"""Reads what `scan` judges: files or standard input, as whole texts or as JSON lines. Judges and prints nothing."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from remora.bench.rows import LabelledText
from remora.errors import UsageError
from remora.scan.pipeline import MAX_TEXT

STDIN = Path("-")
MAX_BYTES = 4 * MAX_TEXT + 1  # what is longer has too many characters, whatever they are: it is blocked unread
LABELS = ("attack", "benign", "contested")


def whole(files: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Each file as (name, text). What is no UTF-8 is judged all the same, with marks for the bytes that are none."""
    for file in files:
        with _opened(file) as source:
            yield _name(file), source.read(MAX_BYTES).decode("utf-8", "replace")


def records(files: Sequence[Path]) -> Iterator[LabelledText]:
    """Each line of the files that is not blank. Raises UsageError, with its number, for one that holds no text."""
    for file in files:
        with _opened(file) as source:
            for number, line in enumerate(source, 1):
                if line.strip():
                    yield _record(f"{_name(file)}:{number}", line)


def _record(name: str, line: bytes) -> LabelledText:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"Nothing was judged: {name} is no JSON.", "--jsonl wants an object a line.") from error
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise UsageError(f"Nothing was judged: {name} has no text.", 'Each line is an object like {"text": "…"}.')
    label = _said(row, "label")
    if label not in ("", *LABELS):
        raise UsageError(f"Nothing was judged: {name} has an unknown label.", f"Labels are {', '.join(LABELS)}.")
    return LabelledText(id=name, text=row["text"], label=label, kind=_said(row, "class"), source=_said(row, "source"))


def _said(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


def _name(file: Path) -> str:
    return "stdin" if file == STDIN else str(file)


def _opened(file: Path) -> IO[bytes]:
    if file == STDIN:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    try:
        return file.open("rb")
    except OSError as error:
        raise UsageError(f"Nothing was judged: {file} cannot be read ({error.strerror}).") from error
