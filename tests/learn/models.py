"""Models for the tests of what embeds: the hashing embedder under a name of its own, and ways in which one can fail."""

from collections.abc import Sequence
from typing import Any

from remora.embed import Identity
from remora.embed.hashing import DIM, Hashing
from remora.errors import ModelUnavailable


class Model(Hashing):
    """Vectors of shared words that pass for a real model's. In memory only once somebody loaded it; may break."""

    def __init__(self, name: str = "one", *, known: bool = True) -> None:
        """`known`: its constants are data; else they are measured on first use."""
        constants = {"lo": 0.1, "hi": 0.6, "dup": 0.92} if known else {}
        self.identity = Identity(provider="test", model=name, dim=DIM, pooling="sum", **constants)
        self.ready = False
        self.broken = False
        self.texts: list[str] = []
        """Every note's text that it was given, in order."""

    def load(self) -> None:
        if self.broken:
            raise ModelUnavailable("the model is broken")
        self.ready = True

    def query(self, text: str) -> Any:
        return super().passages((text,))[0]

    def passages(self, texts: Sequence[str]) -> Any:
        self.load()
        self.texts += texts
        return super().passages(texts)


class Senseless(Model):
    """Makes `vector` of every text that holds the word "odd", or what `says_odd` is set to."""

    def __init__(self, vector: Sequence[float]) -> None:
        super().__init__()
        self.vector, self.says_odd = vector, "odd"

    def query(self, text: str) -> Any:
        return self._odd(text, super().query(text))

    def passages(self, texts: Sequence[str]) -> Any:
        rows = super().passages(texts)
        for text, row in zip(texts, rows, strict=True):
            row[:] = self._odd(text, row)
        return rows

    def _odd(self, text: str, row: Any) -> Any:
        if self.says_odd in text:
            row[:] = 0.0
            row[: len(self.vector)] = self.vector
        return row
