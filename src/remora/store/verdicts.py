"""What the scan said of a note, so that it need not be scanned at every recall; and what a person released."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import apsw

from remora.store import codec
from remora.store.fields import integer, storable, string
from remora.store.query import rows

# Asked twice in each turn: a join takes half the time of IN, which first makes a table of the ids.
_MANY = """
    SELECT note, rules_version, digest, action, kind, rule FROM json_each(?) CROSS JOIN verdicts ON note = value
"""
# Anybody may name an id in a block: a verdict on a note that is not there would stay for ever.
_PUT = """
    INSERT OR REPLACE INTO verdicts (note, rules_version, digest, action, kind, rule)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM notes WHERE id = ?1)
"""
_DELETE = "DELETE FROM verdicts WHERE note = ?"
# Row by row from where the last look ended: a store whose verdicts all stand is walked once, not once a slice.
_STALE = """
    SELECT notes.n, notes.id, notes.text FROM notes LEFT JOIN verdicts ON verdicts.note = notes.id
    WHERE notes.n > ? AND (verdicts.note IS NULL OR verdicts.rules_version <> ?) ORDER BY notes.n LIMIT ?
"""
_AGAINST = "SELECT note FROM verdicts WHERE rules_version = ? AND action <> 'pass'"
_RELEASE = "INSERT OR REPLACE INTO releases (note, at) VALUES (?, ?)"
_WITHDRAW = "DELETE FROM releases WHERE note = ?"
_RELEASED = "SELECT note FROM json_each(?) CROSS JOIN releases ON note = value"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredVerdict:
    """A verdict on the text with this digest, by the rules of this version. Anything else must be scanned anew."""

    note: str
    rules_version: str | int
    digest: str
    action: str
    kind: str
    rule: str


def get_many(db: apsw.Connection, note_ids: Sequence[str]) -> dict[str, StoredVerdict]:
    """The verdicts there are for these ids."""
    return {
        note: StoredVerdict(note=note, rules_version=version, digest=digest, action=action, kind=kind, rule=rule)
        for note, version, digest, action, kind, rule in rows(db, _MANY, (codec.dumps(list(note_ids)),))
    }


@dataclass(frozen=True, slots=True)
class Unjudged:
    """A note whose stored verdict is of other rules, or that has none."""

    row: int
    id: str
    text: str


def stale(db: apsw.Connection, version: str, after: int, limit: int) -> list[Unjudged]:
    """The next notes, behind row `after`, without a verdict by the rules of this version; archived ones as well."""
    return [Unjudged(row, note, text) for row, note, text in rows(db, _STALE, (after, version, limit))]


def against(db: apsw.Connection, version: str) -> list[str]:
    """The ids of the notes that the rules of this version let pass to no model."""
    return [str(note) for (note,) in rows(db, _AGAINST, (version,))]


def put(db: apsw.Connection, verdict: StoredVerdict) -> None:
    """Store a verdict, in place of an older one. Nothing happens where the note is gone."""
    values = (verdict.note, verdict.rules_version, verdict.digest, verdict.action, verdict.kind, verdict.rule)
    db.execute(_PUT, values)


def apply(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `verdict`: note, rules_version, digest, action, attack (its class), rule. Of a note that exists."""
    version = record.get("rules_version")
    if isinstance(version, bool) or not isinstance(version, (int, str)):
        raise ValueError("rules_version is neither text nor a number")
    version = storable(version) if isinstance(version, str) else integer(record, "rules_version")
    texts = (
        string(record, "digest"),
        string(record, "action"),
        string(record, "attack", ""),
        string(record, "rule", ""),
    )
    db.execute(_PUT, (string(record, "note"), version, *texts))


def release(db: apsw.Connection, note_id: str, at: int) -> None:
    """A person says that this note may speak whatever the scan thinks of it."""
    db.execute(_RELEASE, (note_id, at))


def withdraw(db: apsw.Connection, note_id: str) -> None:
    """The scan judges this note again."""
    db.execute(_WITHDRAW, (note_id,))


def released(db: apsw.Connection, note_ids: Sequence[str]) -> set[str]:
    """Those of the ids that a person released."""
    return {str(note) for (note,) in rows(db, _RELEASED, (codec.dumps(list(note_ids)),))}


def delete(db: apsw.Connection, note_id: str) -> None:
    """Part of purging a note: verdict and release go."""
    db.execute(_DELETE, (note_id,))
    db.execute(_WITHDRAW, (note_id,))
