"""Lessons: failed commands of a project and what followed them. Rows and statements; what pairs, `learn` decides.

Every write raises a counter, by which the readable export knows that it is old. Bounded: the oldest go.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import apsw

from remora.store.fields import integer, string
from remora.store.ids import new_id
from remora.store.query import rows, value

KEEP = 20_000  # in all: years of failures, and twice what the look-up is measured at
TRIM_ROWS = 8  # an insert may drop so many: more than it adds, and never a pause
SESSIONS_EACH = 50  # of a lesson: whether it happened again is known long before

Kind = Literal["fix", "tried_next", "alone"]
What = Literal["failed", "paired", "passed", "hinted", "unlike"]

_FIELDS = (
    "lessons.n, lessons.id, namespaces.name, key, shape, error_key, tool, command, error, kind, follow, follow_key,"
    " pairs, passes, first_at, last_at, resolved_at, forgotten_at,"
    " (SELECT count(*) FROM lesson_sessions WHERE lesson = lessons.n AND what = 'failed')"
)
_SELECT = f"SELECT {_FIELDS} FROM lessons JOIN namespaces ON namespaces.n = lessons.namespace"
# One statement for the hot path: nearly every call finds neither, at the cost of two probes of an index.
_FIND = """
    SELECT n FROM lessons WHERE namespace = ?1 AND key = ?2
    UNION ALL SELECT n FROM lessons WHERE namespace = ?1 AND shape = ?3 LIMIT 16
"""
_BY_ROWS = f"{_SELECT} WHERE lessons.n IN (SELECT value FROM json_each(?)) AND forgotten_at IS NULL"
_BY_KEY = f"{_SELECT} WHERE lessons.namespace = ? AND key = ?"
_BY_ERROR = f"{_SELECT} WHERE lessons.namespace = ? AND error_key = ? AND forgotten_at IS NULL LIMIT 16"
_BY_FOLLOW = f"{_SELECT} WHERE lessons.namespace = ? AND follow_key = ? LIMIT 16"
_BY_PREFIX = f"{_SELECT} WHERE lessons.id >= ?1 AND lessons.id < ?1 || '~' ORDER BY lessons.id LIMIT 20"
_NEWEST = f"""
    {_SELECT} WHERE forgotten_at IS NULL AND (?1 IS NULL OR namespaces.name IN (SELECT value FROM json_each(?1)))
    ORDER BY last_at DESC, lessons.n DESC LIMIT ?2
"""
_ALL = f"{_SELECT} WHERE lessons.n > ? ORDER BY lessons.n LIMIT 500"
_ADD = """
    INSERT INTO lessons (id, namespace, key, shape, error_key, tool, command, error, kind, follow, follow_key, pairs,
        passes, first_at, last_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'alone', '', NULL, 0, 0, ?, ?) RETURNING n
"""
_FAILED = """
    UPDATE lessons SET error = ?, error_key = ?, last_at = max(last_at, ?), passes = 0, resolved_at = NULL WHERE n = ?
"""
_FOLLOW = "UPDATE lessons SET kind = ?, follow = ?, follow_key = ?, pairs = ? WHERE n = ?"
_RESOLVED = "UPDATE lessons SET resolved_at = ? WHERE n = ?"
_PASSED = "UPDATE lessons SET passes = passes + 1 WHERE n = ?"
_FORGET = "UPDATE lessons SET forgotten_at = ? WHERE n = ?"
_DELETE = "DELETE FROM lessons WHERE n = ?"
_DELETE_SESSIONS = "DELETE FROM lesson_sessions WHERE lesson = ?"
_MARK = """
    INSERT INTO lesson_sessions (lesson, session, what, at, event) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (lesson, session, what) DO UPDATE SET at = excluded.at, event = excluded.event
"""
_MARKED = "SELECT event FROM lesson_sessions WHERE lesson = ? AND session = ? AND what = ?"
_EVER = "SELECT 1 FROM lesson_sessions WHERE lesson = ? AND what = ? LIMIT 1"
_UNMARK = "DELETE FROM lesson_sessions WHERE lesson = ? AND what = ?"
_ELSEWHERE = "SELECT 1 FROM lesson_sessions WHERE lesson = ? AND what = 'failed' AND session <> ? LIMIT 1"
_TRIM_SESSIONS = """
    DELETE FROM lesson_sessions WHERE lesson = ?1 AND at < (
        SELECT at FROM lesson_sessions WHERE lesson = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2
    )
"""
_ROW_OF = "SELECT n FROM lessons WHERE id = ?"
_COUNT = "SELECT count(*) FROM lessons WHERE forgotten_at IS NULL"
_COUNT_IN = """
    SELECT namespaces.name, count(*) FROM lessons JOIN namespaces ON namespaces.n = lessons.namespace
    WHERE forgotten_at IS NULL GROUP BY namespaces.name
"""
_TOTAL = "SELECT max(n) - min(n) FROM lessons"  # never less than there are but one, and read from two ends
_ROWS = "SELECT count(*) FROM lessons"
_OLDEST = "SELECT n FROM lessons ORDER BY last_at LIMIT ?"
_MOVE = "UPDATE lessons SET namespace = ? WHERE n = ?"
_IN = f"{_SELECT} WHERE lessons.namespace = ? ORDER BY lessons.n"
_HOLDING = """
    SELECT n FROM lessons WHERE instr(command, ?1) OR instr(error, ?1) OR instr(follow, ?1)
"""
_RAISE = "UPDATE counters SET value = value + 1 WHERE name = 'lessons'"
_COUNTER = "SELECT value FROM counters WHERE name = ?"
_SET_COUNTER = "UPDATE counters SET value = ? WHERE name = ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson. `sessions`: in how many it failed; `pairs`: in how many `follow` came after it.

    Keys are fingerprints of normal forms. Times are milliseconds since the epoch, UTC.
    """

    row: int
    id: str
    namespace: str
    key: bytes
    shape: bytes
    error_key: bytes | None
    tool: str
    command: str
    error: str
    kind: Kind
    follow: str
    follow_key: bytes | None
    pairs: int
    passes: int
    first_at: int
    last_at: int
    resolved_at: int | None
    forgotten_at: int | None
    sessions: int


def find(db: apsw.Connection, namespace: int, key: bytes, shape: bytes) -> list[Lesson]:
    """The live lessons of this very command or of its shape."""
    found = rows(db, _FIND, (namespace, key, shape))
    if not found:
        return []
    return _lessons(rows(db, _BY_ROWS, ("[" + ",".join(str(n) for (n,) in found) + "]",)))


def by_key(db: apsw.Connection, namespace: int, key: bytes) -> Lesson | None:
    """The lesson of this very command, forgotten or not."""
    return next(iter(_lessons(rows(db, _BY_KEY, (namespace, key)))), None)


def by_error(db: apsw.Connection, namespace: int, error_key: bytes) -> list[Lesson]:
    """The live lessons that ended in this error."""
    return _lessons(rows(db, _BY_ERROR, (namespace, error_key)))


def by_follow(db: apsw.Connection, namespace: int, key: bytes) -> list[Lesson]:
    """The lessons that this command is the answer of."""
    return _lessons(rows(db, _BY_FOLLOW, (namespace, key)))


def by_prefix(db: apsw.Connection, prefix: str) -> list[Lesson]:
    """The lessons whose id begins so, forgotten or not."""
    return _lessons(rows(db, _BY_PREFIX, (prefix,)))


def newest(db: apsw.Connection, names: str | None, limit: int) -> list[Lesson]:
    """The live lessons of the namespaces in a JSON list, or of all, newest first."""
    return _lessons(rows(db, _NEWEST, (names, limit)))


def all_lessons(db: apsw.Connection) -> Iterable[Lesson]:
    """Every lesson, forgotten ones too, in slices: no cursor stays open."""
    after = 0
    while found := _lessons(rows(db, _ALL, (after,))):
        yield from found
        after = found[-1].row


def add(
    db: apsw.Connection, namespace: int, *, key: bytes, shape: bytes, tool: str, command: str, error: str,
    error_key: bytes | None, at: int,
) -> int:  # fmt: skip
    """A new lesson of a failure; returns its row."""
    row = int(value(db, _ADD, (new_id(), namespace, key, shape, error_key, tool, command, error, at, at)))
    if (value(db, _TOTAL) or 0) >= KEEP:
        trim(db)
    changed(db)
    return row


def failed_again(db: apsw.Connection, row: int, *, error: str, error_key: bytes | None, at: int) -> None:
    """It happened again: the newest error stands, and what had spoken against the lesson is void."""
    db.execute(_FAILED, (error, error_key, at, row))
    db.execute(_UNMARK, (row, "passed"))
    changed(db)


def follow(db: apsw.Connection, row: int, kind: Kind, command: str, key: bytes | None, pairs: int) -> None:
    """What followed it is this."""
    db.execute(_FOLLOW, (kind, command, key, pairs, row))
    changed(db)


def resolve(db: apsw.Connection, row: int, at: int) -> None:
    """The very command passed later in a session where it had failed."""
    db.execute(_RESOLVED, (at, row))
    changed(db)


def passed(db: apsw.Connection, row: int) -> None:
    """The very command passed in a session where it had not failed."""
    db.execute(_PASSED, (row,))
    changed(db)


def mark(db: apsw.Connection, row: int, session: str, what: What, at: int, event: int = 0) -> bool:
    """Note that this happened in a session, last at this event of the journal; False if it was known."""
    new = marked(db, row, session, what) is None
    db.execute(_MARK, (row, session, what, at, event))
    if new:
        db.execute(_TRIM_SESSIONS, (row, SESSIONS_EACH))
    return new


def marked(db: apsw.Connection, row: int, session: str, what: What) -> int | None:
    """The last event at which this happened in the session, None where it did not."""
    found = value(db, _MARKED, (row, session, what))
    return None if found is None else int(found)


def ever(db: apsw.Connection, row: int, what: What) -> bool:
    """Whether this happened in any session."""
    return bool(rows(db, _EVER, (row, what)))


def hinted(db: apsw.Connection, record: Mapping[str, object]) -> None:
    """A record of `hinted`: lesson (its id), session, at. A lesson that is gone adds nothing."""
    for (row,) in rows(db, _ROW_OF, (string(record, "lesson"),)):
        mark(db, int(row), string(record, "session"), "hinted", integer(record, "at"))


def failed_elsewhere(db: apsw.Connection, row: int, session: str) -> bool:
    """Whether it failed in another session than this."""
    return bool(rows(db, _ELSEWHERE, (row, session)))


def forget(db: apsw.Connection, row: int, at: int | None) -> None:
    """Take a lesson out of use, so that it is not learned again; None brings it back."""
    db.execute(_FORGET, (at, row))
    changed(db)


def delete(db: apsw.Connection, row: int) -> None:
    """Delete a lesson for good."""
    db.execute(_DELETE_SESSIONS, (row,))
    db.execute(_DELETE, (row,))
    changed(db)


def delete_holding(db: apsw.Connection, text: str) -> int:
    """Delete the lessons that hold this text anywhere; returns how many. Part of a note's purge."""
    found = rows(db, _HOLDING, (text,))
    for (row,) in found:
        delete(db, row)
    return len(found)


def trim(db: apsw.Connection, rows_at_most: int = TRIM_ROWS) -> None:
    """Drop the oldest beyond the bound, a few at a time."""
    excess = int(value(db, _ROWS)) - KEEP
    for (row,) in rows(db, _OLDEST, (max(0, min(excess, rows_at_most)),)):
        delete(db, row)


def inside(db: apsw.Connection, namespace: int) -> list[Lesson]:
    """All lessons of a namespace."""
    return _lessons(rows(db, _IN, (namespace,)))


def move(db: apsw.Connection, lesson: Lesson, namespace: int) -> None:
    """Give a lesson to another project; where that knows the command, the better of the two stays."""
    twin = by_key(db, namespace, lesson.key)
    if twin is not None:
        worse = twin if rank(lesson) > rank(twin) else lesson
        delete(db, worse.row)
        if worse is lesson:
            return
    db.execute(_MOVE, (namespace, lesson.row))
    changed(db)


def rank(lesson: Lesson) -> tuple[int, int, int]:
    """What a lesson is worth beside another: what is known of the way out, how often it was seen, how lately."""
    known = {"fix": 2, "tried_next": 1, "alone": 0}[lesson.kind]
    return known, lesson.sessions + lesson.pairs - lesson.passes, lesson.last_at


def count(db: apsw.Connection) -> int:
    """How many live lessons there are."""
    return int(value(db, _COUNT))


def counts(db: apsw.Connection) -> dict[str, int]:
    """How many live lessons each namespace has, by name."""
    return {str(name): int(many) for name, many in rows(db, _COUNT_IN)}


def changed(db: apsw.Connection) -> None:
    """Raise the counter of changes."""
    db.execute(_RAISE)


def changes(db: apsw.Connection) -> int:
    """The counter of changes."""
    return int(value(db, _COUNTER, ("lessons",)) or 0)


def read_upto(db: apsw.Connection) -> int:
    """The number of the last journal event that lessons were drawn from."""
    return int(value(db, _COUNTER, ("lessons_read",)) or 0)


def set_read_upto(db: apsw.Connection, n: int) -> None:
    """Lessons were drawn from every event up to this one."""
    db.execute(_SET_COUNTER, (n, "lessons_read"))


def _lessons(found: Sequence[tuple[Any, ...]]) -> list[Lesson]:
    names = Lesson.__slots__
    return [Lesson(**dict(zip(names, row, strict=True))) for row in found]
