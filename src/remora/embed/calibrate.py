"""Measures the constants of an identity with the shipped pairs: what a cosine of this model means.

One floor then serves every model: MiniLM calls a right note .66 and any other .04, another model .88 and .76.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from remora.embed.protocol import Embedder, Identity
from remora.errors import ModelUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PAIRS = "pairs.toml"
# The share of paraphrases that `dup` leaves below itself. High, for a repetition that is missed costs a row, and a
# fact that is taken for a repetition is lost; the same notes have few neighbours above it in models of unlike scale.
STRICT = 2 / 3
LEAST = 0.02  # a model whose right notes are no nearer than this to others tells them apart by chance

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """`changed_above`: the share of changed facts at `dup` or nearer, which only their values tell from repetitions."""

    identity: str
    lo: float
    hi: float
    dup: float
    changed_above: float
    pairs: int


def calibrate(embedder: Embedder) -> Measured:
    """Measure `lo`, `hi` and `dup`, loading the model if need be. Raises ModelUnavailable."""
    import numpy as np

    asked, paraphrases, changed = (pairs(kind) for kind in ("question_note", "paraphrase", "changed_fact"))
    questions = np.stack([embedder.query(question) for question, _ in asked])
    cosines = questions @ embedder.passages([note for _, note in asked]).T
    matched = np.eye(len(asked), dtype=bool)
    hi, lo = float(cosines[matched].mean()), float(cosines[~matched].mean())
    if not hi - lo >= LEAST:
        raise ModelUnavailable(
            f"The model was not measured: to it a right note ({hi:.2f}) is as near as any other ({lo:.2f}).",
            "Check that its files belong together and how it pools.",
        )
    # Two decimals, cut and not rounded: more would be the pairs' accident, and up would be the lax side's opposite.
    dup = int(float(np.quantile(_between(embedder, paraphrases), STRICT)) * 100) / 100
    return Measured(
        identity=embedder.identity.name,
        lo=round(lo, 3),
        hi=round(hi, 3),
        dup=dup,
        changed_above=round(float((_between(embedder, changed) >= dup).mean()), 3),
        pairs=len(asked) + len(paraphrases) + len(changed),
    )


def measured(embedder: Embedder) -> Identity:
    """The embedder's identity with all its constants: those that are data, the others measured now.

    Takes about the time of a hundred short texts where something is missing. Raises ModelUnavailable.
    """
    known = embedder.identity
    if None not in (known.lo, known.hi, known.dup):
        return known
    found = calibrate(embedder)
    return replace(
        known,
        lo=found.lo if known.lo is None else known.lo,
        hi=found.hi if known.hi is None else known.hi,
        dup=found.dup if known.dup is None else known.dup,
    )


@cache
def pairs(kind: str) -> Pairs:
    """The shipped pairs of one kind: `question_note`, `paraphrase` or `changed_fact`."""
    import tomllib  # for those alone who measure
    from importlib.resources import files

    document = tomllib.loads((files(__package__) / PAIRS).read_text(encoding="utf-8"))
    return tuple((first, second) for first, second in document[kind])


def _between(embedder: Embedder, texts: Pairs) -> "NDArray[np.float32]":
    import numpy as np

    sides = (embedder.passages([pair[side] for pair in texts]) for side in (0, 1))
    cosines: NDArray[np.float32] = np.vecdot(*sides)
    return cosines
