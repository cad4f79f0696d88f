"""Capture as a recipe: what one session said since it was captured last, as notes. Called by the capture facade.

One question to a model, and one transaction that stores what came of it and moves the session's cursor. Whatever fails
leaves the journal where it was; an answer that nobody can read is asked for three times, then left.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from remora.learn import untrusted
from remora.learn.capture import settle
from remora.learn.capture.lines import Chunk, chunk
from remora.learn.capture.prompt import KEY, MOST_FACTS, Fact, prompt
from remora.learn.capture.report import Captured, End, Weighed
from remora.learn.capture.weigh import weigh
from remora.learn.draft import Draft, Judge
from remora.learn.embedding import Embedding
from remora.store import Connection, Store, captures, journal, projects, sessions
from remora.writers import conversation_of
from remora_hookspecs import Entry

HOLD_MS = 60_000  # three times what a query may take: a process that died in it holds nobody up for long
TRIES = 3  # answers in a row that nobody can read, before the part of the journal is left
EVENTS = 1_000  # read at once; what is more waits for the next boundary
HEARD = 4  # events before the cursor that may be told of once more
SILENT = "capture:session_start"  # the trigger of what a session left that ended without saying so

Ask = Callable[[str], str | None]
Readable = Callable[[Sequence[Entry]], Sequence[bool]]


def capture(
    store: Store, session: str, *, ask: Ask, readable: Readable, judge: Judge, embedding: Embedding | None = None,
    stopped: Callable[[], bool] = bool, trigger: str | None = None, dry: bool = False,
) -> Captured:  # fmt: skip
    """Capture a session up to now. `stopped` says that the process is about to leave; `dry` stores nothing.

    `trigger`: the boundary that came, where its mark may not be in the store yet; without one the mark counts.
    `readable`: which lines a model may be shown. Raises EnvironmentTrouble where the store cannot be read or written,
    or nobody says what is readable; nothing is stored then, and the journal waits.
    """
    if captures.role(store.read(), session) != "primary":
        return Captured(session=session, end="not a person's")
    cursor = captures.cursor(store.read(), session) if dry else _hold(store, session)
    if cursor is None:
        return Captured(session=session, end="held")
    part = _shown(_part(store.read(), session, cursor.upto), readable)
    trigger = trigger or cursor.due
    due = trigger if part.more else None
    if not part.lines:
        if not dry:
            _move(store, session, part.upto, due)
        return Captured(session=session, end="empty")
    with conversation_of(captures.host(store.read(), session) or ""):
        written = ask(prompt(part.lines))
    if stopped():
        return Captured(session=session, end="stopped")
    answer = untrusted.read(written, Fact, key=KEY, most=MOST_FACTS)
    if not answer.understood or (answer.dropped and not answer.items):
        end: End = "unreadable" if written else "no answer"
        if not dry:
            _leave(store, session, part.upto, due, cursor.tries + (end == "unreadable"))
        return Captured(session=session, end=end)
    candidates, refused = weigh(store.read(), _draft(store.read(), session, trigger), answer.items, part.lines, judge)
    new, known = settle.judged(store.read(), embedding, candidates)
    stored = settle.would(new) if dry else settle.store(store, session, embedding, new, part.upto, due)
    dropped = [Weighed(text="", what="refused", why=one.reason) for one in answer.dropped]
    return Captured(session=session, end="stored", facts=(*stored, *known, *refused, *dropped), more=part.more)


def _hold(store: Store, session: str) -> captures.Cursor | None:
    with store.write() as db:
        now = store.clock()
        return captures.hold(db, session, now, now + HOLD_MS)


def _part(db: Connection, session: str, after: int) -> Chunk:
    heard = [one for kind in ("turn", "heard") for one in journal.before(db, session, kind, after + 1, HEARD)]
    found = journal.since(db, session, after, EVENTS)
    part = chunk(found, after, heard)
    return replace(part, more=True) if len(found) == EVENTS else part


def _shown(part: Chunk, readable: Readable) -> Chunk:
    """The part without what would give a model orders: whatever quotes it, the question does not."""
    passed = readable([Entry(text=line.text) for line in part.lines]) if part.lines else ()
    return replace(part, lines=tuple(line for line, fine in zip(part.lines, passed, strict=True) if fine))


def _draft(db: Connection, session: str, trigger: str | None) -> Draft:
    """What all notes of this capture have in common."""
    project = sessions.project_of(db, session)
    return Draft(
        text="", namespace=(projects.resolve(db, project) or project) if project else "", trigger=trigger or SILENT,
        by_a_person=False, session_id=session, host=captures.host(db, session),
    )  # fmt: skip


def _move(store: Store, session: str, upto: int, due: str | None) -> None:
    with store.write() as db:
        captures.done(db, session, upto, store.clock(), due)


def _leave(store: Store, session: str, upto: int, due: str | None, tries: int) -> None:
    """Leave the journal for the next boundary. No answer is no try: perhaps there is no model today."""
    if tries >= TRIES:
        _move(store, session, upto, due)
        return
    with store.write() as db:
        captures.failed(db, session, tries, store.clock())
