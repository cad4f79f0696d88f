"""What the benchmarks share: how far along one is told, and how wide a 95 % interval is."""

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Told of what is being done, how much of it is done, and how much there is."""

WIDE = 1.96  # standard errors to either side hold 95 of 100 repetitions
