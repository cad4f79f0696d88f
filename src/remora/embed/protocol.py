"""What an embedder is: an identity, a query side and a passage side. No model, no NumPy at run time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]
    Matrix: TypeAlias = NDArray[np.float32]

WORDS_ONLY, HASHING = "none", "hashing"
NOT_REAL = frozenset({WORDS_ONLY, HASHING})
"""Providers whose vectors, if any, carry no meaning: no store takes its identity from them unasked."""

UNIT_SLACK = 1e-3  # of the squared length: embedders round to about 1e-6

_NAME = re.compile(r"(?P<provider>[a-z0-9]+)/(?P<model>.+)@(?P<dim>\d+)#(?P<pooling>[a-z0-9-]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Whose vectors they are: two are compared only where the names are equal.

    `lo` and `hi` are the mean cosines of a question with any note and with the right one, `dup` the cosine from which
    two notes say the same; None until measured. `preset` names the ranking that suits the model better than the usual.
    """

    provider: str
    model: str
    dim: int
    pooling: str
    lo: float | None = field(default=None, compare=False)
    hi: float | None = field(default=None, compare=False)
    dup: float | None = field(default=None, compare=False)
    preset: str | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """`provider/model@dim#pooling`, as the store writes it."""
        return f"{self.provider}/{self.model}@{self.dim}#{self.pooling}"

    @property
    def real(self) -> bool:
        """Whether the vectors carry meaning."""
        return self.provider not in NOT_REAL

    @classmethod
    def parse(cls, name: str) -> "Identity | None":
        """The identity of this name, without constants; None where it is none of ours."""
        found = _NAME.fullmatch(name)
        return found and cls(
            provider=found["provider"], model=found["model"], dim=int(found["dim"]), pooling=found["pooling"]
        )


def sound(vector: "Vector", dim: int) -> bool:
    """Whether a vector has the width and length one: a broken model makes NaN or zeros, which compare with nothing."""
    return len(vector) == dim and abs(float(vector @ vector) - 1.0) <= UNIT_SLACK


class Embedder(Protocol):
    """Turns texts into unit vectors of float32. Thread-safe; nothing is loaded before `load` or the first text.

    `query`, `passages` and `load` raise ModelUnavailable and nothing else. Once stopped they refuse: see `held`.
    """

    @property
    def identity(self) -> Identity: ...

    @property
    def ready(self) -> bool:
        """Whether the model is in memory."""
        ...

    def load(self) -> None:
        """Bring the model into memory, from local files only; nothing where it is there."""
        ...

    def query(self, text: str) -> "Vector":
        """The vector of a question; of one longer than 128 tokens, that of its head and tail."""
        ...

    def passages(self, texts: Sequence[str]) -> "Matrix":
        """One row a note, in order; of each its first 512 tokens."""
        ...

    def stop(self) -> None:
        """End what runs, for the process is about to leave. Waits at most a moment; may be called twice."""
        ...
