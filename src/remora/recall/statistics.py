"""What the notes in reach know of the query's words: how many notes there are, and how many hold each word."""

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statistics:
    """`notes`: live notes in the request's namespaces together; `frequencies`: how many of them hold each word."""

    notes: int
    frequencies: Mapping[str, int]

    def idf(self, word: str) -> float:
        """The weight of a word, above 0: the fewer notes hold it, the more. A word nobody holds weighs the most."""
        held = self.frequencies.get(word, 0)
        return math.log(1 + (max(self.notes, held) - held + 0.5) / (held + 0.5))

    def at_least(self, notes: int) -> "Statistics":
        """The same frequencies among more notes, where there are fewer than `notes`."""
        return self if self.notes >= notes else Statistics(notes, self.frequencies)
