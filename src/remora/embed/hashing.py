"""An embedder without a model: each term of a text falls on a few places of the vector. For tests; chosen by name only.

The same terms have the same vector on every machine: their places come from SHA-256.
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from remora.embed.protocol import HASHING, Identity
from remora.text import TERMS_VERSION, terms

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix, Vector

DIM = 256  # a dozen words of a note rarely meet in one place
PLACES = 4  # of each term: with one, two terms that meet there would be the same word


class Hashing:
    """Texts are near where they share terms; a text without any has a vector of its own."""

    identity = Identity(provider=HASHING, model=f"terms-{TERMS_VERSION}", dim=DIM, pooling="sum")
    ready = True

    def load(self) -> None:
        """There is nothing to load."""

    def query(self, text: str) -> "Vector":
        vector: Vector = self.passages((text,))[0]
        return vector

    def passages(self, texts: Sequence[str]) -> "Matrix":
        import numpy as np

        rows = np.zeros((len(texts), DIM), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for term in terms(text) or (f" {text}",):
                for place, sign in _places(term):
                    row[place] += sign
            if not row.any():  # every term has met its opposite
                row[0] = 1.0
            row /= np.sqrt(row @ row)
        return rows

    def stop(self) -> None:
        """Nothing outlasts a call."""


@lru_cache(maxsize=8192)
def _places(term: str) -> tuple[tuple[int, float], ...]:
    digest = hashlib.sha256(term.encode("utf-8", "surrogatepass")).digest()
    return tuple((digest[at] % DIM, 1.0 if digest[at + PLACES] % 2 else -1.0) for at in range(PLACES))
