"""Whether a step loses anything: each note that goes must be found again, by its own meaning, in what stands for it.

The store's own probes: every source asks for itself. Pure but for the vectors it looks at; called by the recipe.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from remora.learn.dream.place import Place
from remora.learn.dream.plan import Step
from remora.notes import Note

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Places = npt.NDArray[np.int64]

FOUND = 5  # recall@5: before the dream a note is first among the answers to itself


def sound(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps without those that touch a note of an earlier one: then each source ends archived, with one link, and
    what it links to stays."""
    touched: set[int] = set()
    for step in steps:
        rows = {note.row for note in step.sources} | ({step.target.row} if step.target else set())
        if touched.isdisjoint(rows):
            touched |= rows
            yield step


def going(steps: Iterable[Step], place: Place) -> "Places":
    """Which of the place's lines the steps archive."""
    import numpy as np

    return np.array([place.at[note.row] for step in steps for note in step.sources if note.row in place.at], np.int64)


def loses(step: Step, place: Place, gone: "Places") -> bool:
    """Whether a source would be found less well in what a model put in its place, with `gone` lines archived. Words
    have been compared already where there are no vectors."""
    vector = step.vector if step.target is None else place.vector(step.target)
    sources = [place.at[note.row] for note in step.sources if note.row in place.at]
    if vector is None or place.lines is None or not sources:
        return False
    import numpy as np

    probes = place.lines[sources]
    cosines = probes @ place.lines.T
    cosines[:, gone] = -1.0
    if step.target is not None:
        cosines[:, place.at[step.target.row]] = -1.0
    better = np.count_nonzero(cosines > (probes @ vector)[:, None], axis=1)
    return bool((better >= FOUND).any())


def same_meaning(place: Place, one: Note, other: Note, least: float) -> bool:
    """Whether vectors agree that two texts of the same words mean the same; no vector speaks against nothing."""
    first, second = place.vector(one), place.vector(other)
    return first is None or second is None or float(first @ second) >= least
