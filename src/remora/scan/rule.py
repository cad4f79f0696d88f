"""What a rule is: data with an example of what it catches and a twin that it must let pass. No rules live here.

A rule looks for one of three things: word classes near each other (`Words`), a regular expression (`Shape`) or
something that reading the text brought to light (`Flag`).
"""

from dataclasses import dataclass
from typing import Literal

from remora.scan.finding import Kind

Severity = Literal["low", "medium", "high"]

THRESHOLD = 1.0  # the sum of weights that blocks; weights are fractions of it, so that a rule of 1.0 blocks alone


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the named classes near each other.

    Each step is a class of `remora.scan.lexicon`, or several joined by `|`. `gap` is the largest distance from one
    step to the next, in words (a line break counts as LINE_BREAK of them). Where `ordered` is False the steps may come in
    any order within `gap` words altogether.
    """

    steps: tuple[str, ...]
    gap: int = 5
    ordered: bool = True


@dataclass(frozen=True, slots=True)
class Shape:
    """A regular expression in RE2's syntax, searched in the folded text: lower case, look-alikes replaced.

    With `cased` it is searched in the text before its case is folded. No look-around and no back-references exist, so
    the time is linear whatever the text.
    """

    pattern: str
    cased: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that `remora.scan.normalise` noticed while it made the text readable, by its name there."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule of the catalogue.

    `weight` is added to the score, once for a text, where the rule fires. Rules that share a `group` see the same thing:
    only the heaviest of them counts. `attack` is a text in which it fires and which is blocked, `benign` a near twin that passes.
    """

    id: str
    kind: Kind
    weight: float
    reason: str
    match: Words | Shape | Flag
    attack: str
    benign: str
    group: str = ""

    @property
    def severity(self) -> Severity:
        """How much it takes besides: nothing (high), a little (medium), several others (low)."""
        if self.weight >= THRESHOLD:
            return "high"
        return "medium" if self.weight >= THRESHOLD / 2 else "low"
