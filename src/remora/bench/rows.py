"""The files that benchmarks read: notes, queries, labelled texts as JSON lines. A line that is none is named."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from remora.bench.jsonl import objects
from remora.errors import UsageError

FIELDS = "Each line is an object with set, project, …"

CHAT_TIME = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchNote:
    """`place` is the project; `time` an ISO moment or empty."""

    set: str
    place: str
    id: str
    text: str
    session: str = ""
    time: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchQuery:
    """`gold`: ids of the notes that answer it; empty where none does."""

    set: str
    place: str
    text: str
    gold: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledText:
    """A text for the scan. `label` is attack, benign or contested, `kind` the class of attack; empty where not said."""

    id: str
    text: str
    label: str = ""
    kind: str = ""
    source: str = ""


def notes(path: Path, form: str | None) -> list[BenchNote]:
    """All notes of a file, or those of one form."""
    return [
        BenchNote(
            set=_text(row, "set", path, line), place=_text(row, "project", path, line), id=_text(row, "id", path, line),
            text=_text(row, "text", path, line), session=_session(row), time=_moment(str(row.get("time") or "")),
        )
        for line, row in objects(path, FIELDS)
        if not form or row.get("form") == form
    ]  # fmt: skip


def queries(path: Path, form: str | None) -> list[BenchQuery]:
    """All queries; the gold ones are `gold_FORMs` where the file has such a list for the form, else `gold`."""
    found = []
    for line, row in objects(path, FIELDS):
        gold = row.get(f"gold_{form}s", row.get("gold")) or []
        if row.get("kind") == "adversarial":  # asks for what no note says
            gold = []
        found.append(
            BenchQuery(
                set=_text(row, "set", path, line), place=_text(row, "project", path, line),
                text=_text(row, "text", path, line), gold=frozenset(map(str, gold)),
            )
        )  # fmt: skip
    return found


def _session(row: dict[str, Any]) -> str:
    """Sessions are counted within a project: its name makes them one of a kind."""
    return f"{row['project']}/{row['session']}" if row.get("session") not in (None, "") else ""


def _moment(said: str) -> str:
    """ISO 8601, from that or from the way chat transcripts write it; empty where it is neither."""
    for read in (datetime.fromisoformat, lambda text: datetime.strptime(text, CHAT_TIME)):
        with suppress(ValueError):
            return read(said).isoformat()
    return ""


def _text(row: dict[str, Any], key: str, path: Path, line: int) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value:
        raise UsageError(f"Nothing was measured: line {line} of {path} has no {key!r}.", "It must be a text.")
    return value
