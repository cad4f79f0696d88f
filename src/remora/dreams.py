"""The facade of dreams, for the dream plugin, the command line and undo. Built by the memory facade.

Decides nothing that `learn.dream` decides. In hooks nothing here works or waits: a thread of its own does, and stops
with the process.
"""

import logging
import os
import secrets
from collections.abc import Callable
from typing import TypeVar

from remora.errors import StoreLocked
from remora.learn.draft import Judge
from remora.learn.dream import applying, pipeline
from remora.learn.dream.applying import LEASE, STALE_MS, Applied, Dreamt
from remora.learn.dream.gates import Gates, gates
from remora.learn.dream.pipeline import Readable
from remora.learn.dream.plan import Plan, Step
from remora.learn.embedding import Embedding
from remora.notes import Note
from remora.scan import Finding
from remora.settings import Settings
from remora.upkeep import Outbox, Store, dreaming
from remora.upkeep import dreams as keeping
from remora.upkeep.dreams import Change, Dream, Undone
from remora.worker import Worker

ASK_MS = 60_000  # a dream's answer is a few hundred words, and nobody waits for it
MINUTES = 60_000  # milliseconds
Result = TypeVar("Result")
_log = logging.getLogger("remora.dreams")


class Dreams:
    """`ask` writes what a model answers, None where there is none: dreams then do with what needs none. `readable` says
    which notes it may read, `judge` which texts of its own may be stored."""

    def __init__(
        self, store: Store, outbox: Outbox, settings: Settings, ask: Callable[[str], str | None], *,
        readable: Readable, judge: Judge, embedding: Embedding | None = None, host: str = "",
    ) -> None:  # fmt: skip
        self._store, self._outbox, self._settings = store, outbox, settings
        self._embedding, self._host = embedding, host
        self._readable, self._judge = readable, judge
        self.ask = ask
        self._worker: Worker[None] = Worker("dream", self._work, log=_log, meanwhile="no dream: the next start tries")
        self._woken_at = 0
        self._name_holder()

    # in hooks

    def mark_due(self) -> None:
        """A session has ended: the next start may dream. Written after the answer, like all that hooks leave."""
        if self._settings.dream:
            self._outbox.put("dream_due")

    def wake(self) -> None:
        """A session begins: dream on a thread of its own, if it is time. A look that is under way is taken again."""
        if self._settings.dream:
            self._woken_at = self._store.clock()
            self._worker.wake(None)

    def stop(self) -> None:
        """The process is about to end: begin no further step. Never waits; what was done stands."""
        self._worker.stop()

    def join(self, seconds: float) -> bool:
        """Wait for the dream under way; whether it ended in time."""
        return self._worker.join(seconds)

    def after_fork(self) -> None:
        """In a child: the dream is the parent's."""
        self._worker.after_fork()
        self._name_holder()

    # for people, and for the thread

    def gates(self, before: int | None = None) -> Gates:
        """Whether it is time to dream by itself. `before`: by the turns until then, not those of a session that has
        begun since."""
        wanted = self._settings.dream_sessions
        found = dreaming.since(self._store, wanted, self._store.clock() if before is None else before)
        return gates(
            now=self._store.clock(), last=found.last, hours=self._settings.dream_hours, sessions=found.sessions,
            wanted=wanted, due=found.due,
        )  # fmt: skip

    def plan(self) -> Plan:
        """What a dream would do now; may ask the model, and changes nothing."""
        if self._embedding is not None:
            self._embedding.catch_up(lambda done: self._worker.stopped)
        return self._planned()

    def run(self, agrees: Callable[[Plan], bool] = lambda plan: True) -> tuple[Plan, Dreamt | None]:
        """Plan, and apply what somebody `agrees` to; None where nobody does. Raises StoreLocked where another dream
        is under way."""

        def dream() -> tuple[Plan, Dreamt | None]:
            plan = self.plan()
            return plan, self._apply(plan) if agrees(plan) else None

        return self._held(dream)

    def undo(self, dream_id: str | None = None) -> Undone:
        """Undo a dream as a whole; None: the newest. Raises UsageError where there is none, or a later one builds on
        it; StoreLocked where a dream is under way."""
        return self._held(lambda: keeping.undo(self._store, keeping.find(self._store, dream_id)))

    def restore(self, note: Note) -> tuple[Note, ...]:
        """The members of the merge that wrote this note, live again in its place; () where no merge did."""
        merge = keeping.merge_of(self._store, note)
        return () if merge is None else keeping.undo_merge(self._store, merge)

    def listing(self, limit: int = 50) -> tuple[Dream, ...]:
        """The newest dreams that changed anything."""
        return keeping.newest(self._store, limit)

    def find(self, dream_id: str | None) -> Dream:
        """The dream whose id begins so; None: the newest of which something stands."""
        return keeping.find(self._store, dream_id)

    def changes(self, dream: Dream) -> tuple[Change, ...]:
        """What a dream did, in order."""
        return keeping.changes(self._store, dream)

    def _planned(self) -> Plan:
        return pipeline.plan(
            self._store, self.ask, readable=self._readable, judge=self._judged, embedding=self._embedding,
            stop=self._has_to_stop,
        )  # fmt: skip

    def _apply(self, plan: Plan) -> Dreamt:
        if self._worker.stopped:  # the model wrote for a while, and the process is leaving
            return Dreamt("", (), whole=False)
        return applying.carry_out(
            self._store, plan, self._holder, judge=self._judged, embedding=self._embedding, host=self._host or None,
            stop=self._has_to_stop,
        )  # fmt: skip

    def _held(self, work: Callable[[], Result]) -> Result:
        """Do work that only one process may do at a time."""
        other = keeping.take(self._store, LEASE, self._holder, STALE_MS)
        if other is not None:
            minutes = max(0, (self._store.clock() - other.taken_at) // MINUTES)
            raise StoreLocked(
                f"Nothing was done: a dream is under way, for {minutes} min.",
                f"Wait for it to end; one that died is taken over after {STALE_MS // MINUTES} minutes.",
            )
        try:
            return work()
        finally:
            keeping.give_back(self._store, LEASE, self._holder)

    def _work(self, _: None) -> None:
        self._outbox.flush()  # what this process has left for the gates to see
        if self.gates(self._woken_at).open:
            if self._embedding is not None:
                self._embedding.prepare()  # what merges is embedded; notes that wait are left to the background
            self._held(lambda: self._apply(self._planned()))

    def _judged(self, text: str) -> Finding:
        self._worker.go_on()
        return self._judge(text)

    def _has_to_stop(self) -> bool:
        return self._worker.stopped

    def _name_holder(self) -> None:
        self._holder = f"{os.getpid()}-{secrets.token_hex(8)}"


__all__ = ["Applied", "Change", "Dream", "Dreams", "Dreamt", "Gates", "Plan", "Step", "Undone"]
