"""Spreads a turn's few places: of notes that say nearly the same, all but the best stand back. Pure; off by default.

mmr = λ · score − (1 − λ) · the greatest likeness to a note before it     (Carbonell and Goldstein, 1998)
"""

from collections.abc import Iterable
from dataclasses import replace

from remora.recall.likeness import Alike
from remora.recall.select import Weighed


def spread(weighed: Iterable[Weighed], limit: int, weight: float, alike: Alike) -> list[Weighed]:
    """The same notes with the `limit` that are to be said first, by `mmr`; the others follow in their order.

    `weight` is λ, 0..1, and `alike` how alike two notes are, 0..1. A note with a reason against it takes no place, and
    none stands back for it. What was chosen carries its `mmr` among the stages.
    """
    ranked = list(weighed)
    likeness = {at: 0.0 for at, one in enumerate(ranked) if not one.why}
    chosen: dict[int, Weighed] = {}
    while likeness and len(chosen) < limit:
        worth = {at: weight * ranked[at].hit.score - (1 - weight) * like for at, like in likeness.items()}
        best = max(worth, key=worth.__getitem__)  # the first of several: they are in the order of the ranking
        hit = ranked[best].hit
        chosen[best] = Weighed(replace(hit, stages={**hit.stages, "mmr": worth[best]}))
        del likeness[best]
        for at in likeness:
            likeness[at] = max(likeness[at], alike(hit.note, ranked[at].hit.note))
    return [*chosen.values(), *(one for at, one in enumerate(ranked) if at not in chosen)]
