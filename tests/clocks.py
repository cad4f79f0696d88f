"""Clocks for stores: one that stands until a test moves it, and one that is a millisecond later at each look."""

from dataclasses import dataclass

NOON = 1_767_268_800_000  # 2026-01-01T12:00:00Z


@dataclass
class Clock:
    now: int = NOON

    def __call__(self) -> int:
        return self.now


class TickingClock(Clock):
    def __call__(self) -> int:
        self.now += 1
        return self.now
