"""What a fact means for the notes that are there: new, known, or a change of one. Reads only.

Called by the recipe before its transaction. Near in meaning with the same values is known; near with other values is a
change, and the newer supersedes the older. What a person wrote gives way to the user's own words alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from remora.learn.draft import MANUAL
from remora.learn.sameness import one_word_apart, same_values
from remora.notes import GLOBAL, Note
from remora.store import Connection, notes

if TYPE_CHECKING:
    from remora.store.readers import Vector

Kind = Literal["new", "known", "changes"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`note`: the one that says it already, or the one that it replaces."""

    kind: Kind
    note: Note | None = None


def places(namespace: str) -> tuple[str, ...]:
    """Where a fact of this namespace may be known already: a project's also among what is for all."""
    return tuple(dict.fromkeys((namespace, GLOBAL)))


def judge(db: Connection, namespace: str, text: str, near: Mapping[str, Sequence[Note]], *, by_user: bool) -> Verdict:
    """What the fact is to the live notes of its namespace, and for a project's fact to the global ones.

    `near`: by place the notes that are near in meaning, nearest first; empty without a model.
    """
    digest = notes.digest_of(text)
    for place in places(namespace):
        same = notes.same_text(db, place, digest)
        if same is not None:
            return Verdict("known", same)
    for place in places(namespace):
        for note in near.get(place, ()):
            if says_the_same(note.text, text):
                return Verdict("known", note)
    for note in near.get(namespace, ())[:1]:  # the nearest alone: those behind are of other things that look alike
        if by_user or note.provenance.trigger not in MANUAL:
            return Verdict("changes", note)
    return Verdict("new")


def says_the_same(one: str, other: str) -> bool:
    """Whether nothing but the wording differs between two texts that are near in meaning."""
    return same_values(one, other) and not one_word_apart(one, other)


def said_before(text: str, vector: "Vector", accepted: Sequence[tuple[str, "Vector"]], dup: float | None) -> bool:
    """Whether the same answer said it already. Facts of one answer never replace each other: all of them hold now."""
    if dup is None:
        return False
    return any(float(vector @ other) >= dup and says_the_same(text, said) for said, other in accepted)
