"""Measures an operation against its limit, by turns in one run. Each benchmark calls `compare` and prints its lines."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 7  # an odd number, so that the median is a round that happened; more says nothing new on a shared machine


@dataclass(frozen=True, slots=True)
class Line:
    """One comparison. Times are medians in seconds, sizes are MB; the bar is what `ratio` must not exceed."""

    name: str
    operation: float
    limit: float
    ratio: float
    bar: float
    unit: str = "µs"

    @property
    def held(self) -> bool:
        return self.ratio <= self.bar

    def __str__(self) -> str:
        verdict = "ok" if self.held else "TOO MUCH"
        scale = 1e6 if self.unit == "µs" else 1.0
        return (
            f"{self.name}: {self.operation * scale:,.1f} {self.unit}, limit {self.limit * scale:,.1f} {self.unit}, "
            f"ratio {self.ratio:.2f}, bar {self.bar:g}: {verdict}"
        )


def _nothing() -> None: ...


def compare(
    name: str,
    operation: Callable[[], object],
    limit: Callable[[], object],
    *,
    bar: float,
    repeat: int,
    before: tuple[Callable[[], object], Callable[[], object]] = (_nothing, _nothing),
) -> Line:
    """The median over rounds of (median time of `operation`) / (median time of `limit`).

    In each round both run `repeat` times, by turns, so that a neighbour's load falls on both alike. `before`: what is
    done before each of the two, unmeasured.
    """
    operation(), limit()  # once unmeasured: imports, caches and pages belong to neither
    rounds = [_round((operation, limit), before, repeat) for _ in range(ROUNDS)]
    return Line(
        name,
        statistics.median(taken for taken, _ in rounds),
        statistics.median(allowed for _, allowed in rounds),
        statistics.median(taken / allowed for taken, allowed in rounds),
        bar,
    )


def _round(
    works: tuple[Callable[[], object], ...], before: tuple[Callable[[], object], ...], repeat: int
) -> tuple[float, ...]:
    times: tuple[list[float], ...] = tuple([] for _ in works)
    for _ in range(repeat):
        for work, first, found in zip(works, before, times, strict=True):
            first()
            found.append(_seconds(work))
    return tuple(map(statistics.median, times))


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
