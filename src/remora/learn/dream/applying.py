"""Carries a plan out, step by step, each in one short transaction that the lease guards. Called by the dreams facade.

What stands for others is written before they are archived; nothing is deleted. A step that no longer fits, because a
note changed since it was planned, is left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from remora import signals
from remora.errors import Refused
from remora.learn.draft import Draft, Judge, Ready
from remora.learn.dream.plan import Plan, Step
from remora.learn.embedding import Embedding
from remora.learn.pipeline import prepare, put
from remora.notes import MANUAL, Note
from remora.scan import scan
from remora.store import Connection, Store, dreams, leases, notes

LEASE = "dream"
STALE_MS = 30 * 60_000  # no step takes a minute: who has not renewed for so long has died
TRIGGER = "dream"


@dataclass(frozen=True, slots=True)
class Applied:
    """One step that was carried out: `target` stands for `sources` now."""

    kind: str
    target: Note
    made: bool
    sources: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Dreamt:
    """`whole` is False where it was stopped, or its lease was taken over: what was done by then stands."""

    id: str
    applied: tuple[Applied, ...]
    whole: bool


def carry_out(
    store: Store, plan: Plan, holder: str, *, judge: Judge = scan, embedding: Embedding | None = None,
    host: str | None = None, stop: Callable[[], bool] = lambda: False,
) -> Dreamt:  # fmt: skip
    """Apply the steps under one change set. Raises EnvironmentTrouble where the store cannot be written."""
    applied: list[Applied] = []
    with store.write() as db:
        if not leases.renew(db, LEASE, holder, store.clock()):
            return Dreamt("", (), whole=False)
        dream, dream_id = dreams.begin(db, store.clock())
    for step in plan.steps:
        if stop():
            return Dreamt(dream_id, tuple(applied), whole=False)
        try:
            ready = _ready(step, host, judge)
            with store.write() as db:
                if not leases.renew(db, LEASE, holder, store.clock()):
                    return Dreamt(dream_id, tuple(applied), whole=False)
                done = _apply(db, dream, step, ready, embedding, store.clock())
        except Refused:  # a person had this very text forgotten, or the scan has learned meanwhile
            continue
        if done is not None:
            applied.append(done)
            signals.send(signals.notes_consolidated, note=done.target, members=done.sources)
    with store.write() as db:
        if not leases.renew(db, LEASE, holder, store.clock()):
            return Dreamt(dream_id, tuple(applied), whole=False)
        dreams.see(db, plan.answered, store.clock())  # now: after a death the model is asked again
        dreams.end(db, dream, store.clock())
    return Dreamt(dream_id, tuple(applied), whole=True)


def _ready(step: Step, host: str | None, judge: Judge) -> Ready | None:
    if step.target is not None:
        return None
    rated = [note.importance for note in step.sources if note.importance is not None]
    draft = Draft(
        text=step.text, namespace=step.sources[0].namespace, importance=max(rated, default=None), trigger=TRIGGER,
        by_a_person=False, host=host,
        created_at=max(note.created_at for note in step.sources),  # what was said is not newer for being tidied
    )  # fmt: skip
    return prepare(draft, scan_on_write="off", judge=judge)


def _apply(
    db: Connection, dream: int, step: Step, ready: Ready | None, embedding: Embedding | None, now: int
) -> Applied | None:
    sources = [note for note in step.sources if _as_planned(db, note)]
    if ready is not None:
        if len(sources) < len(step.sources):  # the text says what one of them no longer does
            return None
        learned = put(db, ready, now)
        target, made = learned.note, not learned.known
        if made and embedding is not None and step.vector is not None:
            embedding.put(db, target, step.vector)
    elif step.target is not None and _as_planned(db, step.target):
        target, made = step.target, False
    else:
        return None
    sources = [note for note in sources if note.row != target.row]
    if not sources:
        return None
    rates, rated = (False, None) if step.kind == "replaced" or made else _rate(db, target, sources)
    for note in sources:
        notes.archive(db, note, now, superseded_by=target.id)
    dreams.add(
        db, dream, kind=step.kind, target=target.id, made=made, sources=[note.id for note in sources], at=now,
        rates=rates, rated=rated,
    )  # fmt: skip
    return Applied(step.kind, target, made, tuple(sources))


def _as_planned(db: Connection, note: Note) -> bool:
    """Whether the note still stands as it did: a person may have forgotten, moved or purged it."""
    now = notes.by_row(db, note.row)
    return now is not None and now.id == note.id and now.archived_at is None and now.namespace == note.namespace


def _rate(db: Connection, target: Note, sources: Sequence[Note]) -> tuple[bool, float | None]:
    """Give what stays the highest rating of all, unless a person rated it; returns whether, and what it had."""
    fresh = notes.by_row(db, target.row) or target
    highest = max((note.importance for note in sources if note.importance is not None), default=None)
    by_a_person = fresh.importance is not None and fresh.provenance.trigger in MANUAL
    if highest is None or by_a_person or highest <= (fresh.importance if fresh.importance is not None else -1.0):
        return False, None
    notes.rate(db, fresh, highest)
    return True, fresh.importance
