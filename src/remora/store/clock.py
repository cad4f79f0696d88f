"""The store's unit of time: milliseconds since the epoch, UTC. Whatever writes takes a clock; this is the real one."""

import time


def now_ms() -> int:
    """Now, by the system's clock."""
    return time.time_ns() // 1_000_000
