"""Gives each event to the dialects once, whether it came by the socket, by HTTP, from the spool or by two of them.

Called by the threads of `workers` and by the drain. Holds which events were heard, and how many. A client that got no
answer in time leaves its event in the spool, while the one it sent may still wait for a thread here.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from remora.hosts.hooks.heard import Heard
from remora.surfaces.server.riders import Riders

KNOWN = 8_192  # events: those of a minute or two, while one that broke off comes back within seconds


class Dialects(Protocol):
    """What translates: `answer` keeps the event and returns what the host's stdout is to hold. It never raises."""

    def answer(self, heard: Heard) -> bytes: ...

    def close(self) -> None: ...


Factory = Callable[[Riders], Dialects]


class Hearing:
    """One a process."""

    def __init__(self, dialects: Dialects, riders: Riders) -> None:
        self._dialects, self._riders = dialects, riders
        self._lock = threading.Lock()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._under_way: set[str] = set()
        self.events = 0

    @property
    def busy(self) -> bool:
        return bool(self._under_way)

    def live(self, heard: Heard) -> bytes | None:
        """The answer for a host that waits; None where the memory cannot be had: the event is to be brought again.

        An event that was heard, or is just now, has an empty answer: it counts once.
        """
        if self._riders(heard.profile) is None:
            return None
        if not self._begin(heard.id):
            return b""
        done = False
        try:
            answer = self._dialects.answer(heard)
            done = True
            return answer
        finally:
            self._end(heard.id, done)

    def late(self, heard: Heard) -> bool:
        """Keep an event that nobody waits for; False where it is to wait on."""
        if self._riders(heard.profile) is None:
            return False
        if not self._begin(heard.id):
            return heard.id in self._known  # one that is under way may still come to nothing
        done = False
        try:
            self._dialects.answer(heard)
            done = True
        finally:
            self._end(heard.id, done)
        return True

    def _begin(self, unique: str) -> bool:
        """Whether there is something to do."""
        with self._lock:
            if unique in self._under_way or unique in self._known:
                return False
            self._under_way.add(unique)
            return True

    def _end(self, unique: str, done: bool) -> None:
        with self._lock:
            self._under_way.discard(unique)
            if done:
                self.events += 1
                self._known[unique] = None
                if len(self._known) > KNOWN:
                    self._known.popitem(last=False)
