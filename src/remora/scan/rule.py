"""What a rule is: data with an example of what it catches and a twin that it must let pass. No rules live here.

A rule looks for one of three things: word classes near each other (`Words`), a regular expression (`Shape`) or
something that reading the text brought to light (`Flag`).
"""

from dataclasses import dataclass
from typing import Literal

from remora.scan.finding import Kind

Severity = Literal["low", "medium", "high"]

# The sum of weights that blocks. The lowest at which hardly one in five hundred ordinary notes and pages is hit, none
# of them short; a tenth less costs many more of them, a tenth more lets every fortieth attack through.
THRESHOLD = 0.8


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the named classes near each other.

    Each step is a class of `remora.scan.lexicon`, or several joined by `|`. `gap` is the largest distance from one
    step to the next, in words, one for all or one for each; a line break counts as several. Where `ordered` is False
    the steps may come in any order within `gap` words altogether, and `gap` is one number.
    """

    steps: tuple[str, ...]
    gap: int | tuple[int, ...] = 5
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

    `weight` is added to the score, once for a text, where the rule fires. Rules that share a `group` see the same
    thing: only the heaviest of them counts. A rule with `needs` counts only beside one of the rules with these ids.
    `attack` is a text in which it fires and which is blocked, `benign` a near twin that passes.
    """

    id: str
    kind: Kind
    weight: float
    reason: str
    match: Words | Shape | Flag
    attack: str
    benign: str
    group: str = ""
    needs: tuple[str, ...] = ()

    @property
    def severity(self) -> Severity:
        """How much it takes besides: nothing (high), a little (medium), several others (low)."""
        if self.weight >= THRESHOLD:
            return "high"
        return "medium" if self.weight >= THRESHOLD / 2 else "low"
