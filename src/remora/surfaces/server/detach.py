"""Leaves behind what a process inherits from the hook that started it: terminal, process group, pipes, folder.

Called by `__main__` first of all: a host waits until the last holder of its pipe has let go.
"""

import contextlib
import os
from pathlib import Path

MOST = 4096  # file numbers: more than any host hands down; closing all that might be open takes a second


def leave(home: Path) -> None:
    """Make this a process of its own, at home in `home`."""
    with contextlib.suppress(OSError):  # the client made the session already
        os.setsid()
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.closerange(3, MOST)
    os.umask(0o077)
    os.chdir(home)  # the host's folder can be deleted or unmounted
