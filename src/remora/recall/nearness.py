"""What recall needs to know of a query's meaning, and of a note's: plain data, no NumPy at run time.

u = (cosine − lo) / (hi − lo)    one scale for every model: 0 for strangers, 1 for a question and its note
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from remora.recall.presets import Preset
from remora.store.readers import Reader
from remora.store.vectors import Identity

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Sense:
    """The query as a unit vector, whose constants it is measured by, and who looks."""

    vector: "Vector"
    identity: Identity
    reader: Reader
    inside: bool = False
    """Whether to look at the sentences of notes too."""
    preset: Preset | None = None
    """The ranking that suits this model better; None where there is none, or a person chose one."""

    @property
    def lo(self) -> float:
        """The cosine of strangers."""
        return 0.0 if self.identity.lo is None else self.identity.lo

    @property
    def hi(self) -> float:
        """The cosine of a question and its note."""
        return 1.0 if self.identity.hi is None else self.identity.hi

    def u(self, cosine: float) -> float:
        """A cosine on the scale that all models share."""
        return (cosine - self.lo) / (self.hi - self.lo)

    def supposed(self, coverage: float) -> "Nearness":
        """For a note that has no vector yet: as near as the words it shares say, on the same scale."""
        cosine = self.lo + coverage * (self.hi - self.lo)
        return Nearness(cosine, cosine)


@dataclass(frozen=True, slots=True)
class Nearness:
    """A note's cosine with the query, plain and without what all notes of its namespace share."""

    cosine: float
    centred: float
    inside: float | None = None
    """The centred cosine of the nearest of its sentences, where these were embedded."""
