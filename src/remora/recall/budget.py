"""Takes the best notes that fit: whole ones, at most so many, within so many characters. Pure."""

from collections.abc import Iterable

from remora.recall.request import Hit, Miss
from remora.recall.select import Weighed
from remora_hookspecs.render import FENCE_CHARS, cost
from remora_hookspecs.types import Entry

OVER_LIMIT = "below the best that a turn takes"
NO_ROOM = "does not fit into the turn's budget"

NEAR = 0.5  # of the floor; by meaning every note is somewhere, and most are nowhere near
# Near misses that are reported. Twenty fill a screen; the rest of the pool tells nobody anything.
MOST_MISSES = 20


def take(
    weighed: Iterable[Weighed], limit: int, budget_chars: int | None, floor: float | None = None
) -> tuple[tuple[Hit, ...], tuple[Miss, ...]]:
    """The hits and the nearest misses, both in rank order. A note that does not fit makes way for a shorter one.

    A note at less than half of `floor` came near nobody: it is no miss.
    """
    hits: list[Hit] = []
    missed: list[Miss] = []
    room = None if budget_chars is None else budget_chars - FENCE_CHARS
    for one in weighed:
        hit, why = one.hit, one.why
        if not why and len(hits) >= limit:
            why = OVER_LIMIT
        elif not why and room is not None and _rendered(hit) > room:
            why = NO_ROOM
        if not why:
            hits.append(hit)
            room = None if room is None else room - _rendered(hit)
        elif floor is not None and hit.gate < floor * NEAR:
            continue
        elif len(missed) < MOST_MISSES:
            missed.append(Miss(hit.note, hit.score, hit.gate, hit.stages, why))
        elif len(hits) >= limit:
            break
    return tuple(hits), tuple(missed)


def _rendered(hit: Hit) -> int:
    """The characters of a note as the contract renders it."""
    return cost((Entry(text=hit.note.text, note_id=hit.note.id),))
