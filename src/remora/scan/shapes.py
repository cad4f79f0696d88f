"""Regular expressions, all of them in one pass of RE2's automaton: the third stage of the scan.

The automaton cannot backtrack: its time is linear in the text, whatever the patterns and however many.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import re2

from remora.scan.rule import Shape

MAX_MEMORY = 64 << 20  # bytes the automaton may use for its states; beyond, it starts them afresh and goes on


@dataclass(frozen=True, slots=True)
class ShapeRules:
    """Shapes of a catalogue, ready to run: `find` tells which of them a text holds, by their place."""

    folded: re2.Set | None
    folded_places: tuple[int, ...]
    cased: re2.Set | None
    cased_places: tuple[int, ...]

    @classmethod
    def build(cls, rules: Sequence[tuple[int, Shape]]) -> "ShapeRules":
        """Raises ValueError for a pattern that RE2 does not take."""
        folded = [(place, shape.pattern) for place, shape in rules if not shape.cased]
        cased = [(place, shape.pattern) for place, shape in rules if shape.cased]
        return cls(
            _automaton([pattern for _, pattern in folded]),
            tuple(place for place, _ in folded),
            _automaton([pattern for _, pattern in cased]),
            tuple(place for place, _ in cased),
        )

    def find(self, folded: str) -> list[int]:
        """The places of the shapes that `folded` holds."""
        return [self.folded_places[index] for index in self.folded.Match(folded) or ()] if self.folded else []

    def find_cased(self, plain: str) -> list[int]:
        """The places of the shapes that mind the case and that `plain` holds."""
        return [self.cased_places[index] for index in self.cased.Match(plain) or ()] if self.cased else []


def _automaton(patterns: Sequence[str]) -> re2.Set | None:
    if not patterns:
        return None
    options = re2.Options()
    options.max_mem = MAX_MEMORY
    options.log_errors = False
    automaton = re2.Set.SearchSet(options)
    for pattern in patterns:
        try:
            automaton.Add(f"(?m){pattern}")
        except re2.error as refused:
            raise ValueError(f"no pattern of RE2: {pattern}") from refused
    automaton.Compile()
    return automaton
