"""The threads that take connections: two wait at the door, and where both are busy another is called there.

So events that come one by one find the same two threads, and wake nobody else: each thread has a connection to the
store, and a cold one, or another that wants to run, costs a prompt as much as the model does. Started by `life`.
A peer that is another user, sends rubbish or is slow costs its own connection and nothing else.
"""

import contextlib
import hmac
import logging
import socket
import threading
import time
from collections.abc import Callable

from remora.surfaces.server import peer, wire
from remora.surfaces.server.door import Door
from remora.surfaces.server.wire import Request

THREADS = 8  # hosts wait for few events at once; each thread has a connection to the store of its own
AT_THE_DOOR = 2
READ_SECONDS = 2.0  # a client sends all it has at once; one that was stopped in between must not keep a thread
WRITE_SECONDS = 2.0
JOIN_SECONDS = 0.4  # at the end: an answer takes at most as long as its clock, a seventh of a second
_log = logging.getLogger("remora.serve")

Answer = Callable[[Request], bytes]


class Workers:
    """`answer` makes the reply of one request; it may raise Malformed."""

    def __init__(
        self, door: Door, answer: Answer, *, uid_of: Callable[[socket.socket], int | None] = peer.uid_of
    ) -> None:
        self._door, self._answer, self._uid_of = door, answer, uid_of
        self._left = threading.Event()
        self._lock = threading.Lock()
        self._since: dict[int, float] = {}
        self._threads: list[threading.Thread] = []
        self._resting: list[threading.Event] = []
        self._at_the_door = 0
        self.refused = 0

    def start(self) -> None:
        with self._lock:
            for _ in range(AT_THE_DOOR):
                self._call()

    @property
    def stuck(self) -> float:
        """Seconds that all threads have been busy with one request each; 0 while one is free."""
        since = list(self._since.values())
        return time.monotonic() - max(since) if len(since) == THREADS else 0.0

    @property
    def alive(self) -> bool:
        return all(thread.is_alive() for thread in self._threads)

    def leave(self) -> None:
        """Take no more connections, and let those that were taken come to their end."""
        with self._lock:
            self._left.set()
            for turn in self._resting:
                turn.set()
        for _ in range(AT_THE_DOOR):  # wakes those that wait for a client
            with contextlib.suppress(OSError):
                self._door.address.link(JOIN_SECONDS).close()
        until = time.monotonic() + JOIN_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _call(self) -> None:
        """Let another one wait at the door: whoever rested last, or a new thread while there may be one. With the lock.

        Where all are busy, the first that is done goes there.
        """
        if self._left.is_set():
            return
        if self._resting:
            self._resting.pop().set()
        elif len(self._threads) < THREADS:
            number = len(self._threads)
            thread = threading.Thread(target=self._work, args=(number,), name=f"remora-serve-{number}", daemon=True)
            self._threads.append(thread)
            thread.start()
        else:
            return
        self._at_the_door += 1

    def _begun(self) -> None:
        with self._lock:
            self._at_the_door -= 1
            if self._at_the_door < 1:
                self._call()

    def _done(self, turn: threading.Event) -> None:
        """Go to the door where there is room, else rest until somebody calls."""
        with self._lock:
            if self._at_the_door < AT_THE_DOOR or self._left.is_set():
                self._at_the_door += 1
                return
            turn.clear()
            self._resting.append(turn)
        turn.wait()

    def _work(self, number: int) -> None:
        turn = threading.Event()
        while not self._left.is_set():
            try:
                link, _ = self._door.listener.accept()
            except OSError:
                if self._left.wait(0.1):  # out of file numbers, say: not in a hurry
                    return
                continue
            self._since[number] = time.monotonic()
            try:
                with link:
                    self._begun()
                    self._serve(link)
            except Exception as fault:  # noqa: BLE001 - a thread's entry: a fault of ours costs this client its answer
                _log.exception("a client was not answered: %s", type(fault).__name__)
            finally:
                self._since.pop(number, None)
            self._done(turn)

    def _serve(self, link: socket.socket) -> None:
        if self._door.address.kind == "unix" and not peer.welcome(uid := self._uid_of(link)):
            self._refuse(f"user {uid} is another one")
            return
        try:
            asked = wire.read(link, READ_SECONDS)
            if not hmac.compare_digest(asked.token.encode("utf-8", "replace"), self._door.address.token.encode()):
                raise wire.Malformed("its token is wrong")
            answer = self._answer(asked)
        except wire.Malformed as why:
            self._refuse(str(why))
            answer = wire.reply("refused", str(why).encode())
        except OSError as trouble:
            if not self._left.is_set():
                self._refuse(str(trouble))
            return
        with contextlib.suppress(OSError):  # the client waits no longer, or was killed; it has spooled the event
            link.settimeout(WRITE_SECONDS)
            link.sendall(answer)

    def _refuse(self, why: str) -> None:
        self.refused += 1
        _log.warning("a client was refused: %s", why)
