"""The facade of failure memory, for the failures plugin, the command line, hosts and benchmarks.

Built by the memory facade, one a process and home; safe to share between threads. Decides nothing that `learn.lessons`
decides. What hooks call never raises for what the machine does to us: a hint is worth no failed turn.
"""

import itertools
import logging
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from remora.errors import RemoraError
from remora.learn import masked
from remora.learn.journal import error_line
from remora.learn.lessons import exchange, following, hints
from remora.scan import Finding, scan
from remora.text.commands import error_form
from remora.upkeep import Outbox, Store, projects
from remora.upkeep import lessons as keeping
from remora.upkeep.lessons import Lesson
from remora_hookspecs import Block, Entry, Session, ToolCall, ToolResult, outcome

RUNNING = 256  # calls that began and have not ended; hosts that never tell of an end must not fill the memory
TOLD = 4_096  # hints given by this process, until the store knows them
LOOKED_AT = 1_000  # lessons among which one is looked for by its words: years of a project's, some milliseconds
SPARE = 50  # lessons looked at beyond those wanted: some have nothing to say
FRESH_MS = 1_000  # a project that was linked to another in the meantime is noticed after a second

_log = logging.getLogger("remora.lessons")


class Lessons:
    """`on` is the setting `failures`: without it nothing is learned or told. `judge`: the rules of the scan in use."""

    def __init__(
        self, store: Store, outbox: Outbox, project_of: Callable[[Session], str | None], *, on: bool = True,
        judge: Callable[[str], Finding] = scan,
    ) -> None:  # fmt: skip
        self._judge = judge
        self._store, self._outbox, self._project_of, self._on = store, outbox, project_of, on
        self._forget_process()

    # in hooks

    def before(self, call: ToolCall) -> Block | None:
        """What is known of a command that is about to run: one hint a command and later session, else None."""
        if not self._on or not call.command:
            return None
        self._begin(call)
        namespace = self._namespace(call.session)
        if namespace is None:
            return None
        lesson = hints.before(self._store.read(), namespace, masked(call.command), call.session.id)
        return None if lesson is None else self._tell(lesson, call.session)

    def beside(self, result: ToolResult) -> Block | None:
        """What is known of the error that a command ended in, where another command ended in it before."""
        call = result.call
        if not self._on or not call.command or outcome(result) != "failed":
            return None
        namespace = self._namespace(call.session)
        if namespace is None:
            return None
        error = error_form(masked(error_line(result.output)))
        lesson = hints.beside(self._store.read(), namespace, masked(call.command), error, call.session.id)
        return None if lesson is None else self._tell(lesson, call.session)

    def order(self, call: ToolCall) -> dict[str, object]:
        """Where a call that has just ended stands among others of this process: for its record in the journal."""
        began = self._running.pop((call.session.id, call.id), None)
        place: dict[str, object] = {"process": self._process, "ended": next(self._count)}
        return place if began is None else {**place, "began": began}

    def learn(self, *, wait_ms: float) -> None:
        """Draw lessons from what the journal holds by now. What does not succeed in time is left to the next call."""
        if not self._on:
            return
        try:
            if following.follow(self._store, wait_ms=max(0, int(wait_ms))):
                self._namespaces.clear()
        except RemoraError as trouble:
            _log.info("lessons wait: %s", trouble.message)

    def leave(self) -> None:
        """The process is about to end: the readable export is brought up to date."""
        try:
            exchange.keep(self._store)
        except (RemoraError, OSError) as trouble:
            _log.info("%s was not written: %s", exchange.FILE, trouble)

    def after_fork(self) -> None:
        """In a forked child: what was counted belongs to the parent."""
        self._forget_process()

    # for people

    def catch_up(self) -> None:
        """Draw all lessons that wait. Raises RemoraError where the store cannot be written."""
        while self._on and following.follow(self._store, wait_ms=keeping.WAIT_MS):
            pass

    def listing(self, *, project: str | None, everywhere: bool = False, limit: int = 50) -> tuple[Lesson, ...]:
        """The newest lessons of a project, or of all."""
        own = projects.resolved(self._store, project)
        return keeping.newest(self._store, None if everywhere else [own] if own else [], limit)

    def told(self, *, project: str | None, about: str = "", limit: int = 10) -> tuple[tuple[Lesson, str], ...]:
        """The newest lessons of a project in a hint's words; of commands or errors that hold every word of `about`.

        What a hint would not say is not told here either: what passed since, questions that were answered no.
        """
        words = about.casefold().split()
        found: list[tuple[Lesson, str]] = []
        for lesson in self.listing(project=project, limit=LOOKED_AT if words else limit + SPARE):
            where = f"{lesson.command}\n{lesson.error}".casefold()
            said = hints.standing(lesson) if all(word in where for word in words) else ""
            if said:
                found.append((lesson, said))
        return tuple(found[:limit])

    def find(self, lesson_id: str) -> Lesson:
        """The lesson whose id begins so. Raises UnknownLesson, AmbiguousLesson."""
        return keeping.find(self._store, lesson_id)

    def forget(self, lesson_id: str) -> Lesson:
        """Take a lesson out of use; the same failure does not bring it back, `undo` does."""
        return keeping.forget(self._store, keeping.find(self._store, lesson_id))

    def undo(self, lesson_id: str) -> Lesson:
        """Bring a forgotten lesson back."""
        return keeping.undo(self._store, keeping.find(self._store, lesson_id))

    def purge(self, lesson_id: str) -> Lesson:
        """Delete a lesson for good, with the journal's records of its command."""
        self._outbox.flush(wait_ms=keeping.WAIT_MS)
        return keeping.purge(self._store, keeping.find(self._store, lesson_id))

    def import_file(self, path: Path) -> exchange.Exchanged:
        """Take over the lessons of a `failures.json`. Raises Refused where it is none."""
        return exchange.import_file(self._store, path)

    def export(self) -> str:
        """Every live lesson as `failures.json` holds it."""
        return exchange.dump(self._store)

    def _tell(self, lesson: Lesson, session: Session) -> Block | None:
        told = (session.id, lesson.id)
        if told in self._told:
            return None
        self._told[told] = None
        if len(self._told) > TOLD:
            self._told.popitem(last=False)
        text = self._harmless(lesson)
        if text is None:
            return None
        self._outbox.put("hinted", session=session.id, lesson=lesson.id)
        return Block(entries=(Entry(text=text),))

    def _harmless(self, lesson: Lesson) -> str | None:
        """The hint's words that the scan lets pass: without the error, which is somebody else's text, if need be.

        A placeholder in its stead would tell the model of every session nothing, at the price of a hint.
        """
        said = (hints.words(lesson), hints.words(lesson, error=False))
        return next((text for text in said if text and not self._judge(text).blocked), None)

    def _begin(self, call: ToolCall) -> None:
        self._running[(call.session.id, call.id)] = next(self._count)
        if len(self._running) > RUNNING:
            self._running.popitem(last=False)

    def _namespace(self, session: Session) -> int | None:
        """The number of the namespace whose lessons the session's are, looked up once a second."""
        project = self._project_of(session)
        if project is None:
            return None
        now = self._store.clock()
        number, until = self._namespaces.get(project, (None, 0))
        if number is None or until < now:
            number = projects.number_of(self._store, project)
            if number is None:
                return None
            if len(self._namespaces) >= RUNNING:
                self._namespaces.clear()
            self._namespaces[project] = number, now + FRESH_MS
        return number

    def _forget_process(self) -> None:
        self._process = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._count = itertools.count()
        self._running: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._told: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._namespaces: dict[str, tuple[int, int]] = {}


__all__ = ["Lesson", "Lessons"]
