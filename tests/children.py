"""What tests need of other processes: a forked child's exit code, an environment without settings of Remora."""

import os
import warnings
from collections.abc import Callable


def in_child(work: Callable[[], object], *, ending: Callable[[int], None] = os._exit) -> int:
    """The code that a forked child ends with: 0 where `work` returned, 1 where it raised."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads, which is often the point
        child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            ending(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def environment(**more: str) -> dict[str, str]:
    """This process's environment with nothing of Remora's but `more`."""
    return {name: value for name, value in os.environ.items() if not name.startswith("REMORA_")} | more
