"""Stores of the earlier program: recognised by their table's shape and copied into ours in the opening transaction.

A table with any other column is somebody else's. Importance stays neutral and the trigger "unknown" where the old rows
say nothing. vec0 tables are left alone.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import apsw

from remora.notes import GLOBAL, Provenance
from remora.project import key_of
from remora.store import history, notes
from remora.store.fields import LARGEST
from remora.store.ids import ALPHABET, LENGTH, new_id
from remora.store.query import rows
from remora.text import terms

NAMES = ("memories", "notes", "memory", "facts")  # the names its versions gave the table
TEXT = ("text", "content")
REQUIRED = frozenset({"id", "namespace", "created_at"})
LATER = frozenset({"importance", "source"})  # added by its later versions
VECTOR = frozenset({"embedding", "vector"})
SECONDS_BELOW = 100_000_000_000  # 1e11 is the year 5138 in seconds and 1973 in milliseconds

_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
_COLUMNS = "SELECT lower(name), name FROM pragma_table_info(?)"
_FULLTEXT = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING fts%'"


@dataclass(frozen=True, slots=True, kw_only=True)
class OldTable:
    """Where the old notes lie, and how their columns are called; None where there is no such column."""

    name: str
    text: str
    importance: str | None
    source: str | None


@dataclass(frozen=True, slots=True)
class OldNote:
    """One old row, as it was stored."""

    id: object
    text: str
    namespace: str
    created: object
    importance: object
    source: object


def table(db: apsw.Connection) -> OldTable | None:
    """The old notes' table, if this database has one."""
    present = {str(name).lower(): str(name) for (name,) in db.execute(_TABLES)}
    for wanted in NAMES:
        if wanted not in present:
            continue
        columns: dict[str, str] = dict(db.execute(_COLUMNS, (present[wanted],)))
        text = [columns[name] for name in TEXT if name in columns]
        others = set(columns) - REQUIRED - LATER - VECTOR - set(TEXT)
        if len(text) == 1 and set(columns) >= REQUIRED and not others:
            return OldTable(
                name=present[wanted], text=text[0], importance=columns.get("importance"), source=columns.get("source")
            )
    return None


def take_out(db: apsw.Connection, old: OldTable) -> list[OldNote]:
    """Read the old rows and drop their table and its indexes: purging a note must not leave a copy behind.

    Other tables whose names we need step aside. Part of the opening transaction; a backup was made before it.
    """
    kept = [
        OldNote(note_id, _decoded(text), _decoded(namespace), created, importance, source)
        for note_id, text, namespace, created, importance, source in rows(db, _select(old))
    ]
    for name in [old.name, *(str(name) for (name,) in rows(db, _FULLTEXT))]:
        db.execute(f"DROP TABLE IF EXISTS {_quoted(name)}")
    for (name,) in rows(db, _TABLES):
        if not str(name).startswith("sqlite_") and str(name).lower() in OUR_NAMES:
            db.execute(f"ALTER TABLE {_quoted(name)} RENAME TO {_quoted(f'old_{name}')}")
    return kept


def put_in(db: apsw.Connection, old_notes: Sequence[OldNote], now: int, clean: Callable[[str], str]) -> int:
    """Store the old notes in the new tables, in their order; returns how many. Empty ones are left out.

    `clean` takes out of a text what a note may not hold: the earlier program masked no secrets.
    """
    stored = 0
    for old in old_notes:
        if not old.text.strip():
            continue
        text, source = clean(old.text), clean(old.source) if isinstance(old.source, str) else ""
        note = notes.insert(
            db,
            notes.NewNote(
                id=_id(db, old.id), text=text, words=" ".join(terms(text)),
                namespace=_namespace(old.namespace), importance=_importance(old.importance),
                created_at=_milliseconds(old.created, now), provenance=_provenance(source, now),
                digest=notes.digest_of(text),
            ),
        )  # fmt: skip
        history.add(db, note.row, now, "upgraded", id=str(old.id))
        stored += 1
    return stored


# Tables of our scripts; whatever else the old file holds under these names steps aside.
OUR_NAMES = frozenset(
    {"meta", "counters", "namespaces", "notes", "fulltext", "fulltext_terms", "fulltext_pairs", "identities"}
    | {"note_vectors", "sessions", "shown", "turn_log", "kept", "journal", "tombstones", "verdicts", "releases"}
    | {"history", "projects", "drained", "captured", "echoes", "spending"}
)


def _select(old: OldTable) -> str:
    """Texts as bytes: an old file may hold what is not UTF-8."""
    importance, source = (_quoted(name) if name else "NULL" for name in (old.importance, old.source))
    text, namespace = (f"CAST({_quoted(name)} AS BLOB)" for name in (old.text, "namespace"))
    return f"SELECT id, {text}, {namespace}, created_at, {importance}, {source} FROM {_quoted(old.name)}"


def _quoted(name: str) -> str:
    """A name of the old file as an SQL identifier: names cannot be parameters."""
    return '"' + name.replace('"', '""') + '"'


def _decoded(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "replace")


def _id(db: apsw.Connection, old: object) -> str:
    """The old id where it is one of ours in shape, else a new one; the history keeps the old."""
    ours = isinstance(old, str) and len(old) == LENGTH and not set(old) - set(ALPHABET)
    return str(old) if ours and notes.by_id(db, str(old)) is None else new_id()


def _namespace(old: str) -> str:
    """The old program named a project by its key or its folder."""
    name = old.strip()
    if not name or name.lower() in (GLOBAL, "user"):
        return GLOBAL
    if Path(name).is_absolute():
        return key_of(Path(name)) or name
    return name.removeprefix("project:") or GLOBAL


def _importance(old: object) -> float | None:
    return float(old) if isinstance(old, (int, float)) and 0.0 <= old <= 1.0 else None


def _milliseconds(old: object, now: int) -> int:
    """Seconds, milliseconds or ISO 8601; what cannot be read, or is beyond all calendars, counts as now."""
    try:
        found = _moment(old, now)
    except (ValueError, OverflowError):  # an infinity, a year that no calendar has
        return now
    return found if abs(found) <= LARGEST else now


def _moment(old: object, now: int) -> int:
    if isinstance(old, str) and re.fullmatch(r"\d+(\.\d+)?", old.strip()):
        old = float(old)
    if isinstance(old, (int, float)):
        return int(old * 1_000) if old < SECONDS_BELOW else int(old)
    if isinstance(old, str):
        moment = datetime.fromisoformat(old.strip())
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1_000)
    return now


def _provenance(source: str, now: int) -> Provenance:
    """The old source: JSON with `trigger` and `sessionId`, a bare trigger, or nothing."""
    if not source.strip():
        return Provenance(trigger="unknown", recorded_at=now)
    try:
        parsed = json.loads(source)
    except (ValueError, RecursionError):
        return Provenance(trigger=source.strip(), recorded_at=now)
    if not isinstance(parsed, dict):
        return Provenance(trigger="unknown", recorded_at=now)
    trigger, session = parsed.get("trigger"), parsed.get("sessionId", parsed.get("session_id"))
    return Provenance(
        trigger=trigger if isinstance(trigger, str) and trigger else "unknown",
        session_id=session if isinstance(session, str) else None,
        recorded_at=now,
    )
