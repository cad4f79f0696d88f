"""Runs the scan over texts, and counts hits where the texts are labelled. Called by the command line alone.

hits   texts that would be withheld from a model; for attacks that is recall, for benign texts false alarms
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from remora.bench.rows import LabelledText
from remora.scan import Finding

Judge = Callable[[str], Finding]
ATTACK = "attack"  # the label whose rows have a class


@dataclass(frozen=True, slots=True)
class JudgedText:
    """`name`: the file, or the line."""

    name: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class Scanned:
    """The verdicts in order, and microseconds a text, of the scan alone."""

    judged: tuple[JudgedText, ...]
    us_per_text: float


@dataclass(frozen=True, slots=True)
class Rate:
    """Hits among `n` texts."""

    n: int
    hits: int

    @property
    def rate(self) -> float:
        return self.hits / self.n if self.n else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Hits by label, by source (all labels together), and by class, over attacks alone."""

    texts: int
    by_label: Mapping[str, Rate]
    by_class: Mapping[str, Rate]
    by_source: Mapping[str, Rate]
    us_per_text: float


def judge(texts: Iterable[tuple[str, str]], scan: Judge) -> Scanned:
    """Judge texts, each with its name."""
    found: list[JudgedText] = []
    spent = 0.0
    for name, text in texts:
        began = time.perf_counter()
        finding = scan(text)
        spent += time.perf_counter() - began
        found.append(JudgedText(name, finding))
    return Scanned(tuple(found), spent / max(1, len(found)) * 1e6)


def measure(rows: Sequence[LabelledText], scan: Judge) -> Measured:
    """Judge labelled texts. A row without a label, class or source is left out of that count."""
    found = judge(((row.id, row.text) for row in rows), scan)
    hits = [(row, one.finding.blocked) for row, one in zip(rows, found.judged, strict=True)]
    return Measured(
        texts=len(rows),
        by_label=_rates((row.label, hit) for row, hit in hits),
        by_class=_rates((row.kind, hit) for row, hit in hits if row.label == ATTACK),
        by_source=_rates((row.source, hit) for row, hit in hits),
        us_per_text=found.us_per_text,
    )


def _rates(hits: Iterable[tuple[str, bool]]) -> dict[str, Rate]:
    by: dict[str, list[bool]] = {}
    for name, hit in hits:
        if name:
            by.setdefault(name, []).append(hit)
    return {name: Rate(len(by[name]), sum(by[name])) for name in sorted(by)}
