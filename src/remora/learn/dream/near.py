"""Which notes of a namespace are near each other in meaning: all pairs, in blocks. Needs NumPy; called by the recipe.

The one step whose work grows with the square of the notes; it is one product of matrices, half of it left out.
"""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix

BLOCK = 512  # lines at a time: 10 MB beside five thousand notes
EACH = 16  # pairs kept of one note, the nearest: a group has eight, and a thousand likes are no million pairs

Pair = tuple[float, int, int]


def pairs(lines: "Matrix", least: float) -> list[Pair]:
    """(cosine, place, later place) of the lines that are at `least` or nearer, nearest first."""
    found: list[Pair] = []
    for start in range(0, len(lines), BLOCK):
        block = lines[start : start + BLOCK]
        cosines = block @ lines[start:].T
        cosines[np.tril_indices(len(block))] = -1.0  # itself, and pairs that the other line has counted
        near = cosines >= least
        crowded = np.flatnonzero(np.count_nonzero(near, axis=1) > EACH)
        for line in crowded:
            others = np.flatnonzero(near[line])
            far = others[np.argsort(-cosines[line, others], kind="stable")[EACH:]]
            near[line, far] = False
        at, other = np.nonzero(near)
        values = cosines[at, other]
        found += zip(values.tolist(), (at + start).tolist(), (other + start).tolist(), strict=True)
    found.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    return found
