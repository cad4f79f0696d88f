"""The injection scan: does a text try to command the model that will read it? Pure, no I/O, never raises.

`scan(text)` judges by the shipped catalogue. Every rule is an entry of `RULES`; whoever brings rules of their own
builds `catalogue().extended(…)`. `pipeline` tells the stages: normalise, words, shapes, flags, score.
"""

from functools import lru_cache

from remora.scan.catalogue import Catalogue, fingerprint
from remora.scan.finding import Finding, Kind
from remora.scan.lexicon import LEXICON
from remora.scan.rule import THRESHOLD, Flag, Rule, Shape, Words
from remora.scan.rules import RULES

__all__ = [
    "RULES",
    "RULES_VERSION",
    "THRESHOLD",
    "Catalogue",
    "Finding",
    "Flag",
    "Kind",
    "Rule",
    "Shape",
    "Words",
    "catalogue",
    "scan",
]


RULES_VERSION = fingerprint(RULES, LEXICON)
"""Names this very set of rules, words and engine: verdicts of another version are judged anew."""


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """The shipped catalogue, compiled on first use."""
    return Catalogue.build(RULES, LEXICON)


def scan(text: str) -> Finding:
    """Judge `text` by the shipped rules. Never raises; the time is linear in its length, and bounded."""
    return catalogue().scan(text)
