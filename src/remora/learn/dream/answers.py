"""Turns what a model wrote into steps, item by item; what does not hold is dropped with a reason. Pure.

A model's word is never enough: indices, namespaces, lengths, values and words are checked against the notes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from remora.errors import RemoraError
from remora.learn import untrusted
from remora.learn.draft import Draft, Judge, Ready
from remora.learn.dream import wording
from remora.learn.dream.groups import Group
from remora.learn.dream.plan import Step
from remora.learn.dream.prompt import MERGED_CHARS, MOST_MERGES, TOPIC_CHARS, Merge, Replaced
from remora.learn.pipeline import prepare
from remora.learn.sameness import values
from remora.notes import MANUAL, Note
from remora.scan import scan

OWN_WORDS = 0.5  # of a merged note's words that its members hold: as much as of a captured fact its source
KEPT_WORDS = 0.5  # of each member's words that the merged note holds; its numbers and names all

Numbered = dict[int, tuple[int, Note]]


@dataclass(frozen=True, slots=True)
class Read:
    """`understood`: the model answered in the shape that was asked for, were it with nothing."""

    steps: tuple[Step, ...]
    dropped: tuple[str, ...]
    understood: bool


def read(answer: str | None, groups: Sequence[Group], judge: Judge = scan) -> Read:
    """The steps that hold. Each note takes part in one at most; the first that names it has it."""
    merges = untrusted.read(answer, Merge, key="merges", most=MOST_MERGES)
    replaced = untrusted.read(answer, Replaced, key="replaced", most=MOST_MERGES)
    numbered = _numbered(groups)
    steps: list[Step] = []
    # A list of the other kind stands in for one that is missing, and is no mistake of the model's.
    dropped = [] if replaced.items and '"merges"' not in (answer or "") else [one.reason for one in merges.dropped]
    used: set[int] = set()

    def take(numbers: Sequence[int], make: Callable[[Sequence[Note]], Step | str]) -> None:
        why = _unusable(numbers, numbered, used)
        made: Step | str = why or make([numbered[number][1] for number in numbers])
        if isinstance(made, str):
            dropped.append(made)
        else:
            used.update(numbers)
            steps.append(made)

    for pair in replaced.items:  # before the merges: what is untrue must not get into one
        take([pair.newer, pair.older], _replacing)
    for merge in merges.items:
        take(merge.members, lambda members, merge=merge: _merging(members, merge, judge))  # type: ignore[misc]
    return Read(tuple(steps), tuple(dropped), merges.understood or replaced.understood)


def _numbered(groups: Sequence[Group]) -> Numbered:
    notes = [(place, note) for place, group in enumerate(groups) for note in group.notes]
    return dict(enumerate(notes, start=1))


def _unusable(numbers: Sequence[int], numbered: Numbered, used: set[int]) -> str:
    if any(number not in numbered for number in numbers):
        return "a number that no note has"
    if len(set(numbers)) != len(numbers) or len(numbers) < 2:
        return "fewer than two different notes"
    if not used.isdisjoint(numbers):
        return "a note that another item has"
    if len({numbered[number][0] for number in numbers}) > 1:
        return "notes of two groups"
    if len({numbered[number][1].namespace for number in numbers}) > 1:
        return "notes of two namespaces"
    return ""


def _replacing(pair: Sequence[Note]) -> Step | str:
    newer, older = pair
    if newer.created_at <= older.created_at:
        return "the newer note is not newer"
    by_a_person = older.provenance.trigger in MANUAL and newer.provenance.trigger not in MANUAL
    if by_a_person and not wording.replaces(newer.text, older.text):
        return "what a person wrote is replaced by what a person wrote"
    one, other = wording.content(newer.text), wording.content(older.text)
    if not one & other or not (one - other or values(newer.text) != values(older.text)):
        return "nothing tells the two apart, or nothing joins them"
    return Step("replaced", (older,), target=newer)


def _merging(members: Sequence[Note], merge: Merge, judge: Judge) -> Step | str:
    for place, one in enumerate(members):
        for other in members[place + 1 :]:
            if wording.conflict(wording.said(one.text), wording.said(other.text)):
                return "notes that contradict each other"
    try:
        ready = _prepared(merge.text, members, judge)
    except RemoraError:  # empty, unreadable, or an order to the reader
        return "a text that is not stored"
    if ready.masked or "\n" in ready.text or len(ready.text) > MERGED_CHARS:
        return "a text that is no single fact"
    why = _unsupported(ready.text, members)
    if why:
        return why
    kept = next((note for note in members if wording.statement(note.text) == wording.statement(ready.text)), None)
    if kept is not None:  # the model chose one of them: nothing new need be written
        return Step("duplicate", tuple(note for note in members if note is not kept), target=kept)
    return Step("merged", tuple(members), text=_headed(ready.text, merge.topic, members, judge))


def _unsupported(text: str, members: Sequence[Note]) -> str:
    """Why the text does not say what its members say; empty where it does."""
    numbers, names, negated = values(text)
    said = [values(note.text) for note in members]
    if numbers != frozenset().union(*(each[0] for each in said)):
        return "other numbers than its notes have"
    if names != frozenset().union(*(each[1] for each in said)):
        return "other names than its notes have"
    if any(each[2] != negated for each in said):
        return "it denies what its notes say"
    words = wording.content(text)
    known = [wording.content(note.text) for note in members]
    if not words or len(words & frozenset().union(*known)) < OWN_WORDS * len(words):
        return "words that its notes do not have"
    if any(len(words & each) < KEPT_WORDS * len(each) for each in known):
        return "it leaves out what a note says"
    return ""


def _headed(text: str, topic: str | None, members: Sequence[Note], judge: Judge) -> str:
    """The text under its topic, where that is a heading, speaks of the notes, and there is room."""
    heading = " ".join((topic or "").split()).strip(":.# ")
    if not heading or len(heading) > TOPIC_CHARS or text.lower().startswith(heading.lower()):
        return text
    known = frozenset().union(*(wording.content(note.text) for note in members))
    headed = f"{heading}: {text}"
    if not wording.content(heading) & known or values(headed) != values(text) or len(headed) > MERGED_CHARS:
        return text
    try:
        ready = _prepared(headed, members, judge)
    except RemoraError:
        return text
    return text if ready.masked else headed


def _prepared(text: str, members: Sequence[Note], judge: Judge) -> Ready:
    """Raises RemoraError for what is not stored."""
    draft = Draft(text=text, namespace=members[0].namespace, by_a_person=False)
    return prepare(draft, scan_on_write="off", judge=judge)
