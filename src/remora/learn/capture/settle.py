"""Stores what is new of a capture, in one transaction with the session's cursor. The last steps of the recipe.

What changes a note takes its place; a note that another process stored, archived or deleted meanwhile is left alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from remora.errors import Refused
from remora.learn.capture.changes import Verdict, judge, places, said_before
from remora.learn.capture.prompt import VERSION
from remora.learn.capture.report import Candidate, Weighed
from remora.learn.draft import Learned
from remora.learn.embedding import Embedding
from remora.learn.pipeline import announce, put
from remora.notes import Note
from remora.store import Connection, Store, captures, history, notes

if TYPE_CHECKING:
    from remora.store.readers import Vector


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with its vector, and what it is to the notes that are there."""

    candidate: Candidate
    vector: "Vector | None"
    verdict: Verdict


def judged(
    db: Connection, embedding: Embedding | None, candidates: Sequence[Candidate]
) -> tuple[list[Judged], list[Weighed]]:
    """What is new, or changes a note; and what is known, with the note that says it."""
    vectors = embedding.of_all([one.ready.text for one in candidates]) if embedding else None
    near = _near(embedding, candidates, vectors)
    accepted: list[tuple[str, Vector]] = []
    new: list[Judged] = []
    known: list[Weighed] = []
    for number, one in enumerate(candidates):
        text, vector = one.ready.text, None if vectors is None else vectors[number]
        by_user = one.line.who == "user"
        beside = {place: found[number] for place, found in near.items()}
        verdict = judge(db, one.ready.draft.namespace, text, beside, by_user=by_user)
        if verdict.kind == "known":
            known.append(Weighed(text=text, what="known", note=verdict.note))
        elif embedding and vector is not None and said_before(text, vector, accepted, embedding.dup):
            known.append(Weighed(text=text, what="known", why="the same answer says it twice"))
        else:
            new.append(Judged(one, vector, verdict))
            if vector is not None:
                accepted.append((text, vector))
    return new, known


def _near(
    embedding: Embedding | None, candidates: Sequence[Candidate], vectors: "Vector | None"
) -> dict[str, list[list[Note]]]:
    """By place: for each candidate the notes that are near to it, from one pass over the place for all of them."""
    if embedding is None or vectors is None:
        return {}
    asked = dict.fromkeys(place for one in candidates for place in places(one.ready.draft.namespace))
    return {place: embedding.near_each(place, vectors) for place in asked}


def would(new: Sequence[Judged]) -> list[Weighed]:
    """What `store` would say."""
    return [
        Weighed(
            text=one.candidate.ready.text,
            what="changed" if one.verdict.kind == "changes" else "stored",
            replaces=one.verdict.note,
        )
        for one in new
    ]


def store(
    into: Store, session: str, embedding: Embedding | None, new: Sequence[Judged], upto: int, due: str | None
) -> list[Weighed]:
    """Store them, and move the cursor: all of it, or nothing. Raises as `Store.write` does."""
    weighed: list[Weighed] = []
    learned: list[Learned] = []
    with into.write() as db:
        now = into.clock()
        for one in new:
            try:
                made = put(db, one.candidate.ready, now)
            except Refused as refused:  # before anything of this fact was written
                weighed.append(Weighed(text=one.candidate.ready.text, what="refused", why=refused.message))
                continue
            learned.append(made)
            weighed.append(_stored(db, embedding, one, made, now))
        captures.done(db, session, upto, now, due)
    for made in learned:
        announce(made)
    return weighed


def _stored(db: Connection, embedding: Embedding | None, one: Judged, made: Learned, now: int) -> Weighed:
    """What goes with a note: its vector, where it came from, and the end of the one that it replaces."""
    text, line = one.candidate.ready.text, one.candidate.line
    if made.known:
        return Weighed(text=text, what="known", note=made.note)
    if embedding is not None and one.vector is not None:
        embedding.put(db, made.note, one.vector)
    old = one.verdict.note and notes.by_row(db, one.verdict.note.row)
    if old is not None and (old.archived_at is not None or old.id == made.note.id):
        old = None
    history.add(
        db, made.note.row, now, "captured", event=line.event, said_by=line.who, quote=one.candidate.quote,
        prompt=VERSION, replaces=old.id if old else None,
    )  # fmt: skip
    if old is None:
        return Weighed(text=text, what="stored", note=made.note)
    archived = notes.archive(db, old, now, superseded_by=made.note.id)
    return Weighed(text=text, what="changed", note=made.note, replaces=archived)
