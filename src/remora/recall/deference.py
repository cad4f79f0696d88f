"""Lets what a dream merged stand back behind what a person wrote: never before it where both answer as well. Pure.

Age and rating are left out of "as well": a merge is new by nature, and has the best rating of its members.
"""

from collections.abc import Iterable, Sequence

from remora.notes import MANUAL, Note

MERGED = "dream"  # the trigger of a note that a dream wrote
STEP = 1e-9  # behind, by less than any two scores differ in what they show


def any_merged(notes: Iterable[Note]) -> bool:
    """Whether there is anything to stand back: in most pools no note is of a dream."""
    return any(note.provenance.trigger == MERGED for note in notes)


def caps(notes: Sequence[Note], relevance: Sequence[float], scores: Sequence[float]) -> dict[int, float]:
    """The scores, by place, of merged notes that would pass a person's: a little less than the lowest of those that
    answer at least as well. Other notes keep theirs and are left out."""
    persons = [(relevance[at], scores[at]) for at, note in enumerate(notes) if note.provenance.trigger in MANUAL]
    found: dict[int, float] = {}
    for at, note in enumerate(notes):
        if note.provenance.trigger == MERGED:
            lowest = min((score for other, score in persons if other >= relevance[at] - STEP), default=None)
            if lowest is not None and scores[at] >= lowest:
                found[at] = lowest - STEP
    return found
