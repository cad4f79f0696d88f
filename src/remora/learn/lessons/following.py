"""Draws lessons from the journal's new outcomes, each exactly once, whichever process wrote them. The recipe.

Called after a tool result is written. One short transaction: a counter in the store says how far the journal was read.
Sessions without a project teach nothing: no command of one place may be held against another.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from remora import signals
from remora.learn.lessons.attempts import Attempt, clues_of
from remora.learn.lessons.pairing import ROWS, Kind, answer, fixed
from remora.store import Connection, Store, journal, lessons, namespaces, projects, sessions
from remora.store.journal import JournalEvent
from remora.text.commands import digest, error_form, exact, shape

EVENTS = 50  # of one transaction: what a spool file brought in is read in several
KIND = "tool"
BETTER = {"alone": 0, "tried_next": 1, "fix": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A failed call and the call that answered it, by the host's ids. `lesson` is the id of what was learned."""

    lesson: str
    session: str
    failed: str
    followed: str
    kind: Kind


def follow(store: Store, *, wait_ms: int) -> int:
    """Read on in the journal and learn; returns how many events were read. Raises as `Store.write` does."""
    if not journal.new(store.read(), KIND, lessons.read_upto(store.read()), 1):
        return 0
    learned: list[str] = []
    pairs: list[Pair] = []
    with store.write(wait_ms=wait_ms) as db:
        events = journal.new(db, KIND, lessons.read_upto(db), EVENTS)
        for event in events:
            namespace = _namespace(db, event.session)
            if namespace is not None:
                learned.extend(_learn(db, event, namespace, pairs))
        if events:
            lessons.set_read_upto(db, events[-1].n)
    for lesson in learned:
        signals.send(signals.lesson_learned, lesson_id=lesson)
    for pair in pairs:
        signals.send(signals.lesson_paired, pair=pair)
    return len(events)


def attempt_of(event: JournalEvent) -> Attempt:
    """An outcome of the journal as pairing sees it. Older records lack the key."""
    record = event.record
    command, key = str(record.get("command") or ""), str(record.get("key") or "")
    return Attempt(
        n=event.n,
        event_id=event.event_id,
        tool=str(record.get("tool") or ""),
        command=command,
        key=bytes.fromhex(key) if key else digest(exact(command)),
        outcome=str(record.get("outcome") or ""),
        error=str(record.get("error") or ""),
        clues=clues_of(record),
        process=str(record.get("process") or ""),
        began=_whole(record, "began"),
        ended=_whole(record, "ended"),
    )


def _learn(db: Connection, event: JournalEvent, namespace: int, pairs: list[Pair]) -> Iterator[str]:
    """What one outcome teaches: a failure is a lesson, a success may answer earlier failures or speak against one."""
    now = attempt_of(event)
    if now.failed:
        yield from _failed(db, now, event, namespace)
    elif now.passed:
        for failure, kind, followed in _answers(db, now, event.session):
            lesson = _pair(db, namespace, failure, kind, followed, event)
            if lesson is not None:
                pairs.append(
                    Pair(lesson=lesson, session=event.session, failed=failure.event_id, followed=followed.event_id,
                         kind=kind)
                )  # fmt: skip
        _passed(db, now, event, namespace)


def _failed(db: Connection, now: Attempt, event: JournalEvent, namespace: int) -> Iterator[str]:
    form = error_form(now.error)
    error_key = digest(form) if form else None
    known = lessons.by_key(db, namespace, now.key)
    if known is None:
        row = lessons.add(
            db, namespace, key=now.key, shape=digest(shape(exact(now.command))), tool=now.tool, command=now.command,
            error=now.error, error_key=error_key, at=event.at,
        )  # fmt: skip
        lessons.mark(db, row, event.session, "failed", event.at, event.n)
    else:
        row = known.row
        lessons.mark(db, row, event.session, "failed", event.at, event.n)
        lessons.failed_again(db, row, error=now.error, error_key=error_key, at=event.at)
    for lesson in lessons.by_follow(db, namespace, now.key):
        # What worked there fails here: it is less than it was taken for.
        if lessons.marked(db, lesson.row, event.session, "paired") is None:
            if lesson.kind == "fix":
                lessons.follow(db, lesson.row, "tried_next", lesson.follow, now.key, 0)
            else:
                lessons.follow(db, lesson.row, "alone", "", None, 0)
    found = lessons.by_key(db, namespace, now.key)
    if known is None and found is not None:
        yield found.id


def _answers(db: Connection, now: Attempt, session: str) -> list[tuple[Attempt, Kind, Attempt]]:
    """The failures of the session that this success answers; the first fix of each stands."""
    if not journal.held(db, session, KIND, now.n, ROWS, outcome="failed"):
        return []
    rows = [attempt_of(each) for each in journal.before(db, session, KIND, now.n, ROWS)]
    found = []
    for place, failure in enumerate(rows):
        if failure.failed and failure.tool == now.tool and not fixed(failure, rows[place + 1 :]):
            answered = answer(failure, [*rows[place + 1 :], now])
            if answered is not None:
                found.append((failure, *answered))
    return found


def _pair(
    db: Connection, namespace: int, failure: Attempt, kind: Kind, followed: Attempt, event: JournalEvent
) -> str | None:
    """Keep what followed, unless something better is known. The lesson's id, None where it is gone."""
    lesson = lessons.by_key(db, namespace, failure.key)
    if lesson is None:
        return None
    same = lesson.follow_key == followed.key
    better = BETTER[kind] > BETTER[lesson.kind]
    here_before = lessons.marked(db, lesson.row, event.session, "paired") is not None
    if same or better or (kind == lesson.kind and not here_before and lesson.pairs < 2):
        kept: Kind = kind if better or not same else lesson.kind
        new = lessons.mark(db, lesson.row, event.session, "paired", event.at, event.n)
        pairs = lesson.pairs + new if same else 1
        lessons.follow(db, lesson.row, kept, followed.command, followed.key, pairs)
    return lesson.id


def _passed(db: Connection, now: Attempt, event: JournalEvent, namespace: int) -> None:
    """A command that failed before has passed: settled where it failed, a word against the lesson elsewhere."""
    for lesson in lessons.find(db, namespace, now.key, digest(shape(exact(now.command)))):
        if lesson.key != now.key:
            if lesson.kind == "fix" and lesson.follow_key != now.key:  # the others never speak by their shape
                lessons.mark(db, lesson.row, event.session, "unlike", event.at, event.n)
        elif lessons.marked(db, lesson.row, event.session, "failed") is not None:
            lessons.resolve(db, lesson.row, event.at)
        elif lessons.mark(db, lesson.row, event.session, "passed", event.at, event.n):
            lessons.passed(db, lesson.row)


def _namespace(db: Connection, session: str) -> int | None:
    """The namespace whose lessons a session's are; one is only made for a project that exists."""
    project = sessions.project_of(db, session)
    return None if project is None else namespaces.number_for(db, projects.resolve(db, project) or project)


def _whole(record: Mapping[str, object], name: str) -> int | None:
    value = record.get(name)
    return value if isinstance(value, int) else None
