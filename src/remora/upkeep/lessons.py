"""What people do to lessons: list, find, forget, undo, purge. Called by the lessons facade."""

from collections.abc import Sequence

from remora.errors import AmbiguousLesson, UnknownLesson, UsageError
from remora.store import Store, codec, ids, lessons, maintenance
from remora.store.lessons import Lesson
from remora.upkeep.lookup import SHORTEST

__all__ = ["WAIT_MS", "Lesson", "find", "forget", "newest", "purge", "undo"]

WAIT_MS = 5_000  # as long as any write of a person's waits


def newest(store: Store, names: Sequence[str] | None, limit: int) -> tuple[Lesson, ...]:
    """The newest live lessons of these namespaces, or of all."""
    return tuple(lessons.newest(store.read(), None if names is None else codec.dumps(list(names)), limit))


def find(store: Store, lesson_id: str) -> Lesson:
    """The lesson whose id begins so, forgotten or not. Raises UnknownLesson, AmbiguousLesson or UsageError."""
    prefix = lesson_id.strip().strip("[]").lower()
    if len(prefix) < SHORTEST:
        raise UsageError(
            f"Nothing was done: {lesson_id!r} is too short for an id.", f"Give at least {SHORTEST} characters of it."
        )
    possible = set(prefix) <= set(ids.ALPHABET) and len(prefix) <= ids.LENGTH
    found = lessons.by_prefix(store.read(), prefix) if possible else []
    if len(found) == 1:
        return found[0]
    if not found:
        raise UnknownLesson(
            f"Nothing was done: no lesson's id begins with {lesson_id!r}.", "`remora lessons list` shows the ids."
        )
    choice = ", ".join(lesson.id for lesson in found)
    raise AmbiguousLesson(f"Nothing was done: several ids begin with {lesson_id!r}.", f"Give more of one of: {choice}.")


def forget(store: Store, lesson: Lesson) -> Lesson:
    """Take it out of use. It stays as a mark: the same failure does not make it anew."""
    return _set(store, lesson, lesson.forgotten_at or store.clock())


def undo(store: Store, lesson: Lesson) -> Lesson:
    """Bring it back."""
    return _set(store, lesson, None)


def purge(store: Store, lesson: Lesson) -> Lesson:
    """Delete it and the journal's records of its command; the write-ahead log is emptied if nobody is in the way."""
    with store.write() as db:
        lessons.delete(db, lesson.row)
        maintenance.erase_events(db, lesson.key.hex())
    maintenance.checkpoint(store.read())
    return lesson


def _set(store: Store, lesson: Lesson, at: int | None) -> Lesson:
    with store.write() as db:
        lessons.forget(db, lesson.row, at)
    return find(store, lesson.id)
