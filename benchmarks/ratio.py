"""Measures an operation against its limit, by turns in one run. Each benchmark calls `compare` and prints its lines."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 7  # an odd number, so that the median is a round that happened; more says nothing new on a shared machine


@dataclass(frozen=True, slots=True)
class Line:
    """One comparison. Times are medians in seconds; the bar is what `ratio` must not exceed."""

    name: str
    operation: float
    limit: float
    ratio: float
    bar: float

    @property
    def held(self) -> bool:
        return self.ratio <= self.bar

    def __str__(self) -> str:
        verdict = "ok" if self.held else "TOO SLOW"
        return (
            f"{self.name}: {self.operation * 1e6:,.1f} µs, limit {self.limit * 1e6:,.1f} µs, "
            f"ratio {self.ratio:.2f}, bar {self.bar:g}: {verdict}"
        )


def compare(
    name: str, operation: Callable[[], object], limit: Callable[[], object], *, bar: float, repeat: int
) -> Line:
    """The median over rounds of (median time of `operation`) / (median time of `limit`).

    In each round both run `repeat` times, by turns, so that a neighbour's load falls on both alike.
    """
    operation(), limit()  # once unmeasured: imports, caches and pages belong to neither
    rounds = [_round(operation, limit, repeat) for _ in range(ROUNDS)]
    return Line(
        name,
        statistics.median(taken for taken, _ in rounds),
        statistics.median(allowed for _, allowed in rounds),
        statistics.median(taken / allowed for taken, allowed in rounds),
        bar,
    )


def _round(operation: Callable[[], object], limit: Callable[[], object], repeat: int) -> tuple[float, float]:
    taken, allowed = [], []
    for _ in range(repeat):
        taken.append(_seconds(operation))
        allowed.append(_seconds(limit))
    return statistics.median(taken), statistics.median(allowed)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
