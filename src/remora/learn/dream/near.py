"""Which notes of a namespace are near each other in meaning: all pairs, in blocks. Needs NumPy; called by the recipe.

The one step whose work grows with the square of the notes; it is one product of matrices, half of it left out.
"""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from remora.embed.protocol import Matrix, Vector

    Places = npt.NDArray[np.int64]

BLOCK = 512  # lines at a time: 10 MB beside five thousand notes
EACH = 16  # pairs kept of one note, the nearest: a group has eight, and a thousand likes are no million pairs

Pair = tuple[float, int, int]


def pairs(lines: "Matrix", least: float) -> list[Pair]:
    """(cosine, place, later place) of the lines that are at `least` or nearer, nearest first."""
    found: list[Pair] = []
    room = np.empty(min(BLOCK, len(lines)) * len(lines), np.float32)  # one for all blocks: fresh pages cost as much
    for start in range(0, len(lines), BLOCK):
        block, rest = lines[start : start + BLOCK], lines[start:]
        cosines = np.matmul(block, rest.T, out=room[: len(block) * len(rest)].reshape(len(block), len(rest)))
        flat = np.flatnonzero(cosines >= least)
        at, other = np.divmod(flat, len(rest))
        later = other > at  # not itself, nor a pair that the other line has counted
        at, other = at[later], other[later]
        values = cosines[at, other]
        if len(at) and np.bincount(at).max() > EACH:
            at, other, values = _nearest(at, other, values)
        found += zip(values.tolist(), (at + start).tolist(), (other + start).tolist(), strict=True)
    found.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    return found


def _nearest(at: "Places", other: "Places", values: "Vector") -> tuple["Places", "Places", "Vector"]:
    """The pairs without those beyond the nearest few of their line."""
    order = np.lexsort((other, -values, at))
    at, other, values = at[order], other[order], values[order]
    first = np.searchsorted(at, at)  # where each pair's line begins
    kept = np.arange(len(at)) - first < EACH
    return at[kept], other[kept], values[kept]
