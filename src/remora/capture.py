"""The facade of capture, for the capture plugin, wiring and the command line.

Built by the memory facade, one a process and home. Hooks only say that a boundary came; the work is done on a thread
behind them, for a model takes seconds and a host is about to compact or to leave. Never raises in a hook.
"""

import logging
from collections.abc import Sequence

from remora.learn import masked
from remora.learn.capture.recipe import Ask, Readable, capture
from remora.learn.capture.report import Captured, Weighed
from remora.learn.draft import Judge
from remora.learn.embedding import Embedding
from remora.scan import Finding
from remora.upkeep import Outbox, Store, capturing
from remora.worker import Worker
from remora_hookspecs import Block, Session

QUIET_MS = 5 * 60 * 1_000  # a session that says nothing for so long has ended, or has a minute's worth of new words
SILENT = 3  # sessions that ended silently and are captured at one start: each is a query of its own
# Nobody answered: a process that looks every minute leaves it be for so long, then for twice as long, up to the most.
# Three sessions that wait for a model which is away all day then cost it thirty calls, not the day's whole cap.
REST_MS, MOST_REST_MS = 2 * 60_000, 4 * 60 * 60_000

Job = tuple[str, str]
"""A session, and the boundary that it came to; without one the session begins, and others may wait."""

_log = logging.getLogger("remora.capture")


class Capture:
    """`on` is the setting `capture`: without it nothing is captured, and nothing is kept of what was said.

    `ask` asks a cheap model, `readable` says what it may read of the conversation, `judge` what may be stored.
    """

    def __init__(
        self, store: Store, outbox: Outbox, ask: Ask, embedding: Embedding | None, *, on: bool, readable: Readable,
        judge: Judge,
    ) -> None:  # fmt: skip
        self._store, self._outbox, self._ask, self._embedding, self._on = store, outbox, ask, embedding, on
        self._readable, self._judge = readable, judge
        self._rest = self._rests_until = 0  # milliseconds, and the moment
        self._worker: Worker[Job] = Worker(
            "capture", self._work, log=_log, meanwhile="what was said waits in the journal"
        )

    # in hooks

    def begun(self, session: Session) -> None:
        """A session begins: what others left behind that ended without saying so is captured now.

        One without an id is nobody's, and begins for that alone: not soon again where no model answered.
        """
        if self._on and session.role == "primary":
            self._worker.wake((session.id, ""))

    def boundary(self, session: Session, trigger: str, *, wait: float = 0.0) -> None:
        """The session loses its context or ends. What it said is marked as due, which outlives this process.

        `wait`: seconds in which a model may still come in time, where the host may be gone a moment later.
        """
        if not self._on or session.role != "primary" or not session.id:
            return
        self._outbox.put("due", session=session.id, trigger=f"capture:{trigger}")
        self._worker.wake((session.id, f"capture:{trigger}"))
        if wait > 0:
            self.settle(wait)

    def told(self, session: Session, blocks: Sequence[Block]) -> None:
        """The session was handed these: so that nobody learns them from its model. Called after the answer."""
        if not self._on or not session.id or not blocks:
            return
        entries = [entry for block in blocks for entry in block.entries]
        ids = [entry.note_id for entry in entries if entry.note_id]
        texts = [masked(entry.text) for entry in entries if not entry.note_id]
        capturing.told(self._store, self._outbox, session.id, ids, texts)

    def settle(self, seconds: float) -> bool:
        """Wait for the work under way; whether it ended in time."""
        return self._worker.join(seconds)

    def leave(self) -> None:
        """The process is about to end: begin nothing more. What is under way is given up; its journal waits."""
        self._worker.stop()

    def after_fork(self) -> None:
        """In a child: the thread stayed with the parent."""
        self._worker.after_fork()

    # for people

    def now(self, *, dry: bool = False) -> tuple[Captured, ...]:
        """Capture every session that holds words nobody captured. `dry` asks the model and stores nothing.

        Raises EnvironmentTrouble where the store cannot be used.
        """
        names = capturing.waiting(self._store, quiet_ms=0, but="", limit=capturing.MOST)
        return tuple(self._one(name, dry=dry) for name in names)

    def waiting(self) -> int:
        """How many sessions hold words that nobody captured yet."""
        return len(capturing.waiting(self._store, quiet_ms=0, but="", limit=capturing.MOST))

    def _work(self, job: Job) -> None:
        session, trigger = job
        self._outbox.flush()
        for name in [session] if trigger else self._silent(session):
            if not self._worker.stopped:
                self._learn_of_model(self._one(name, trigger or None))

    def _silent(self, but: str) -> Sequence[str]:
        rests = self._store.clock() < self._rests_until
        if rests and not but:
            return ()
        return capturing.waiting(self._store, quiet_ms=QUIET_MS, but=but, limit=1 if rests else SILENT)

    def _learn_of_model(self, done: Captured) -> None:
        """Whether there is one today; a session without words asked nobody."""
        now = self._store.clock()
        if done.end in ("stored", "unreadable"):
            self._rest = self._rests_until = 0
        elif done.end == "no answer" and now >= self._rests_until:
            self._rest = min(self._rest * 2 or REST_MS, MOST_REST_MS)
            self._rests_until = now + self._rest

    def _one(self, session: str, trigger: str | None = None, *, dry: bool = False) -> Captured:
        done = capture(
            self._store, session, ask=self._ask, readable=self._readable, judge=self._judged,
            embedding=self._embedding, stopped=self._stopped, trigger=trigger, dry=dry,
        )  # fmt: skip
        _log.info("%s: %s, %d facts", session, done.end, len(done.facts))
        return done

    def _judged(self, text: str) -> Finding:
        self._worker.go_on()
        return self._judge(text)

    def _stopped(self) -> bool:
        return self._worker.stopped


__all__ = ["Capture", "Captured", "Weighed"]
