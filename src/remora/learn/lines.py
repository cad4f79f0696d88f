"""What one line of an import says: the shape of our own exports, or any object with a text. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from remora.notes import GLOBAL

MILLISECONDS = 1_000
LABEL = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,200}")
NOTE_ID = re.compile(r"[a-z2-7]{16}")
NAMESPACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")  # a key is a slug of 40 and a hash; settings may name others


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One note to be; None where the line says nothing."""

    text: str
    id: str | None = None
    namespace: str | None = None
    of_a_project: bool = False
    """Whether it says so, and not of which."""
    importance: float | None = None
    created_at: int | None = None
    archived: bool = False
    trigger: str | None = None
    session_id: str | None = None
    host: str | None = None
    model: str | None = None
    recorded_at: int | None = None


def parse(document: object) -> Line:
    """The line that `note_json` wrote, or a poorer one with a text. Raises ValueError with what is wrong."""
    if isinstance(document, str):
        return Line(text=document)
    if not isinstance(document, Mapping):
        raise ValueError("neither an object nor a text")
    text = next((document[key] for key in ("text", "content", "body") if key in document), None)
    if not isinstance(text, str):
        raise ValueError('no "text"')
    source = document.get("provenance") or {}
    if not isinstance(source, Mapping):
        raise ValueError('"provenance" is not an object')
    return Line(
        text=text,
        id=_id(document),
        namespace=_namespace(document),
        of_a_project=document.get("scope") == "project",
        importance=_number(document, "importance"),
        created_at=_moment(document, "created_at"),
        archived=document.get("archived") is True,
        trigger=_label(source, "trigger"),
        session_id=_label(source, "session_id"),
        host=_label(source, "host"),
        model=_label(source, "model"),
        recorded_at=_moment(source, "recorded_at"),
    )


def _namespace(document: Mapping[str, object]) -> str | None:
    name = _text(document, "namespace")
    if name is None:
        return GLOBAL if document.get("scope") == GLOBAL else None
    if not NAMESPACE.fullmatch(name):
        raise ValueError('"namespace" is neither "global" nor a project\'s key')
    return name


def _id(document: Mapping[str, object]) -> str | None:
    """The id, if it is one of ours; other programs' numbers are theirs."""
    value = document.get("id")
    return value if isinstance(value, str) and NOTE_ID.fullmatch(value) else None


def _text(table: Mapping[str, object], key: str) -> str | None:
    value = table.get(key)
    if value is not None and not isinstance(value, str):
        raise ValueError(f'"{key}" is not a text')
    return value


def _label(table: Mapping[str, object], key: str) -> str | None:
    """A short name; it is printed beside notes, where a page of text would pass for one."""
    value = _text(table, key)
    if value is not None and not LABEL.fullmatch(value):
        raise ValueError(f'"{key}" is not a name of 1 to 200 printable characters')
    return value


def _number(table: Mapping[str, object], key: str) -> float | None:
    value = table.get(key)
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise ValueError(f'"{key}" is not a number')
    try:
        return None if value is None else float(value)
    except OverflowError as error:  # JSON's whole numbers have no end
        raise ValueError(f'"{key}" is no number between 0 and 1') from error


def _moment(table: Mapping[str, object], key: str) -> int | None:
    """A time as ISO 8601 (UTC where it does not say) or as milliseconds since the epoch."""
    value = table.get(key)
    if value is None:
        return None
    if isinstance(value, str):
        try:
            moment = datetime.fromisoformat(value)
        except ValueError as error:
            raise ValueError(f'"{key}" is not a time in ISO 8601') from error
        value = _milliseconds(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LATEST:
        raise ValueError(f'"{key}" is no time between 1970 and 9999')
    return value


def _milliseconds(moment: datetime) -> int:
    """Exactly: a float of seconds loses milliseconds."""
    since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * MILLISECONDS + since.microseconds // MILLISECONDS


LATEST = _milliseconds(datetime(9999, 12, 31, tzinfo=UTC))  # the last day that a calendar of ours can print
