"""A dream's plan as a recipe: each line is a step. Called by the dreams facade; writes nothing."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from heapq import nlargest
from typing import TYPE_CHECKING

from remora.errors import ModelUnavailable
from remora.learn.draft import Judge
from remora.learn.dream import answers, check, duplicates, groups, prompt
from remora.learn.dream.apart import Apart
from remora.learn.dream.groups import MOST_FACTS, MOST_GROUPS, Group
from remora.learn.dream.place import Place
from remora.learn.dream.plan import Plan, Step
from remora.learn.embedding import Embedding
from remora.notes import Note
from remora.store import Store, dreams, namespaces
from remora.store.vectors import Identity
from remora.text.tokens import CHARS_PER_TOKEN
from remora_hookspecs import Entry

if TYPE_CHECKING:
    from remora.learn.dream.check import Places

MOST_SOURCES = 8  # of one step: archiving them takes milliseconds, and a step is one transaction
# Between what this model calls an answer and what it calls the same: there paraphrases lie, and there even a full stop
# may put two texts of the same words (.91 in MiniLM, which calls .92 the same).
HALFWAY = 0.5

MOST_TOLD = 20  # poisoned notes that one question leaves out and the log of withheld text names

Ask = Callable[[str], str | None]
Readable = Callable[[Sequence[Entry]], Sequence[bool]]


def plan(
    store: Store, ask: Ask, *, readable: Readable, judge: Judge, embedding: Embedding | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Plan:  # fmt: skip
    """What a dream would do with every namespace. `ask` is the model's writing, None where there is none; what it
    says is checked like any stranger's word, and it reads only what is `readable`. Raises EnvironmentTrouble where the
    store cannot be read.
    """
    db = store.read()
    identity, width = (embedding.identity, embedding.width) if embedding else (None, 0)
    apart, seen = Apart(dreams.apart(db)), dreams.seen(db)
    places: dict[str, Place] = {}
    certain: list[Step] = []
    near: list[tuple[float, Group]] = []
    poisoned: list[Note] = []
    looked_at = 0
    for namespace, live in namespaces.all_live(db).items():
        if live < 2 or stop():
            continue
        place = Place(db, namespace, identity, width, judge)
        steps = list(check.sound(_certain(place, identity, apart)))
        found = _near(place, identity, apart, seen, _touched(steps)) if identity else []
        looked_at += len(place.outlines)
        if steps or found:
            places[namespace] = place
        certain += steps
        near += found
        poisoned += place.poisoned
    chosen = _shown(_chosen(near), poisoned[:MOST_TOLD], readable)
    question = prompt.question(chosen) if chosen else ""
    answer = ask(question) if chosen and not stop() else None
    said = answers.read(answer, chosen, judge)
    made = [_embedded(step, embedding) for step in check.sound(said.steps)]
    kept, lost = _kept(certain, made, places)
    return Plan(
        steps=tuple(kept), looked_at=looked_at, groups=len(chosen), calls=int(answer is not None),
        asked=sum(len(group.notes) for group in chosen),
        tokens=(len(question) + len(answer)) // CHARS_PER_TOKEN if answer is not None else 0,
        dropped=(*(said.dropped if answer is not None else ()), *lost),
        answered=tuple(group.fingerprint for group in chosen) if said.understood else (),
    )  # fmt: skip


def _certain(place: Place, identity: Identity | None, apart: Apart) -> Iterator[Step]:
    """What needs no model: repetitions, and notes that a later one says it replaces."""
    least = _halfway(identity)
    for newer, older in duplicates.replaced(place.outlines, place.load):
        if not apart.keeps(newer.id, older.id):
            yield Step("replaced", (older,), target=newer)
    for first, others in duplicates.repeated(place.outlines, place.load):
        same = [
            note for note in others
            if not apart.keeps(first.id, note.id) and check.same_meaning(place, first, note, least)
        ]  # fmt: skip
        if same:
            yield Step("duplicate", tuple(same), target=first)


def _near(
    place: Place, identity: Identity, apart: Apart, seen: set[bytes], touched: set[int]
) -> list[tuple[float, Group]]:
    """Groups for a model: near in meaning, and nothing speaks against them."""
    if place.lines is None:
        return []
    from remora.learn.dream import near  # brings NumPy

    least = _halfway(identity)
    rows = place.rows
    found = [
        (cosine, rows[one], rows[other])
        for cosine, one, other in near.pairs(place.lines, least)
        if rows[one] not in touched and rows[other] not in touched
    ]
    return groups.gathered(
        found, place.load, lambda one, other: not apart.keeps(one.id, other.id) and place.fits(one, other), seen
    )


def _halfway(identity: Identity | None) -> float:
    """The cosine from which two notes may be one; out of reach for a model that was never measured."""
    if identity is None or identity.hi is None or identity.dup is None:
        return math.inf
    return identity.hi + HALFWAY * (identity.dup - identity.hi)


def _chosen(near: Sequence[tuple[float, Group]]) -> list[Group]:
    """The nearest groups of all namespaces, as many as one prompt may hold."""
    chosen: list[Group] = []
    for _, group in nlargest(MOST_GROUPS, near, key=lambda found: found[0]):
        if sum(len(each.notes) for each in chosen) + len(group.notes) <= MOST_FACTS:
            chosen.append(group)
    return chosen


def _shown(chosen: Sequence[Group], poisoned: Sequence[Note], readable: Readable) -> list[Group]:
    """The groups without the notes that may not stand in a question. The poisoned ones go along for the inspection to
    log: that there are some must not stay unseen."""
    notes = [*(note for group in chosen for note in group.notes), *poisoned]
    try:
        passed = iter(readable([Entry(text=note.text, note_id=note.id) for note in notes]) if notes else ())
    except ModelUnavailable:  # nobody could look: no question is asked, and the groups stay for another dream
        return []
    shown = [Group(tuple(note for note in group.notes if next(passed))) for group in chosen]
    return [group for group in shown if len(group.notes) > 1]


def _embedded(step: Step, embedding: Embedding | None) -> Step:
    if step.target is not None or embedding is None:
        return step
    try:
        return replace(step, vector=embedding.of(step.text))
    except ModelUnavailable:  # it is stored without, and embedded later
        return step


def _kept(certain: Sequence[Step], made: Sequence[Step], places: dict[str, Place]) -> tuple[list[Step], list[str]]:
    """The steps that lose nothing, cut into transactions; and why others are left. What is certain says the same, or
    is not to be found; what a model made is put to the test."""
    kept = [part for step in certain for part in _cut(step)]
    lost: list[str] = []
    gone: dict[str, Places] = {}
    for step in made:
        namespace = step.sources[0].namespace
        if namespace not in gone:
            gone[namespace] = check.going([*certain, *made], places[namespace])
        if step.kind != "replaced" and check.loses(step, places[namespace], gone[namespace]):
            lost.append("its notes would be found less well")
        else:
            kept += _cut(step)
    return kept, lost


def _cut(step: Step) -> Iterator[Step]:
    for start in range(0, len(step.sources), MOST_SOURCES):
        yield replace(step, sources=step.sources[start : start + MOST_SOURCES])


def _touched(steps: Sequence[Step]) -> set[int]:
    return {note.row for step in steps for note in (*step.sources, *([step.target] if step.target else []))}
