"""What a fact means for the notes that are there: new, known, or a change of one. Reads only.

Called by the recipe before its transaction. Near in meaning with the same values is known; near with other values is a
change, and the newer supersedes the older. What a person wrote gives way to the user's own words alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from remora.learn.draft import MANUAL
from remora.learn.embedding import Embedding
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


def judge(
    db: Connection, embedding: Embedding | None, namespace: str, text: str, vector: "Vector | None", *, by_user: bool
) -> Verdict:
    """What the fact is to the live notes of its namespace, and for a project's fact to the global ones."""
    digest = notes.digest_of(text)
    places = dict.fromkeys((namespace, GLOBAL))
    for place in places:
        same = notes.same_text(db, place, digest)
        if same is not None:
            return Verdict("known", same)
    if embedding is None or vector is None:
        return Verdict("new")
    near = {place: [note for note, _ in embedding.near(place, vector)] for place in places}
    for found in near.values():
        for note in found:
            if says_the_same(note.text, text):
                return Verdict("known", note)
    for note in near[namespace][:1]:  # the nearest alone: those behind it are of other things that look alike
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
