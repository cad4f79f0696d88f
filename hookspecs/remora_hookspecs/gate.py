"""Counts who is inside, so that a fork or the end of the process can stop newcomers and wait for the rest.

The bus has one around its calls, a store one around its transactions. It knows nothing of what goes on inside.
"""

import time
from collections.abc import Callable, Collection
from threading import Event, get_ident

PATIENCE = 1.0  # seconds that a fork or a person's prompt is kept waiting; a call of ours takes a few milliseconds
PAUSE = 0.002  # between two looks at who is still inside


class Gate:
    """`enter` and `leave` go in pairs, also one within another. A thread's own calls never wait for themselves."""

    def __init__(self) -> None:
        # By thread, how deep. Only the thread itself changes its entry, so that a tool call pays for no lock.
        self._inside: dict[int, int] = {}
        self._shut = False
        self._opened = Event()
        self.closed = False
        """For good: nobody enters any more."""

    def enter(self) -> bool:
        """Go in, waiting while the gate is shut. False, and not inside, where it is closed for good."""
        me = get_ident()
        depth = self._inside.get(me, 0)
        self._inside[me] = depth + 1  # before the look at the flags: whoever shuts the gate looks here after it
        while not depth and (self._shut or self.closed):
            del self._inside[me]
            if self.closed:
                return False
            self._opened.wait(PATIENCE)
            self._inside[me] = 1
        return True

    def leave(self) -> None:
        """Go out."""
        me = get_ident()
        depth = self._inside[me] - 1
        if depth:
            self._inside[me] = depth
        else:
            del self._inside[me]

    def shut(self) -> None:
        """Let newcomers wait. Those inside go on."""
        self._opened.clear()
        self._shut = True

    def open(self) -> None:
        """Let everybody in again."""
        self._shut = False
        self._opened.set()

    def forked(self) -> None:
        """In a child only this thread is left, and nobody waits at the gate."""
        me = get_ident()
        self._inside = {me: self._inside[me]} if me in self._inside else {}
        self._shut, self._opened = False, Event()

    def others(self) -> set[int]:
        """The threads inside but for this one."""
        return set(self._inside) - {get_ident()}

    def wait(self, until: float, clock: Callable[[], float] = time.monotonic) -> Collection[int]:
        """Until no other thread is inside, at most to a moment on the clock; returns who still is."""
        while (others := self.others()) and clock() < until:
            time.sleep(PAUSE)
        return others
