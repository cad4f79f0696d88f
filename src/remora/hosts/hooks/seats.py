"""Which conversations are under way, and what must be remembered of each within this process.

Used by `conversation`. Errands of a host have no place here, so that nothing is fired for them.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from remora_hookspecs import Session, ToolCall, Turn
from remora_hookspecs.types import Source

MOST = 1_024  # conversations at hand: a person's open ones and a month of those whose end nobody told
MOST_CALLS = 64  # under way in one conversation; one that was denied is never told of again
MOST_TURNS = 16  # that were answered: hosts tell of an end twice at most


@dataclass(slots=True)
class Call:
    """A call under way, and the advice that waits for its result; None where nobody was asked for any."""

    call: ToolCall
    advice: str | None


@dataclass(slots=True)
class Seat:
    """One conversation. `source` is how it came, where its start is still to be told; `waiting` what could not be said
    yet; `turn` the one that has no reply."""

    session: Session
    started: bool = False
    source: Source = "resume"
    waiting: str = ""
    turn: Turn | None = None
    answered: OrderedDict[str, None] = field(default_factory=OrderedDict)
    calls: OrderedDict[str, Call] = field(default_factory=OrderedDict)
    marks: set[str] = field(default_factory=set)
    looked: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held for what is noted here, never while plugins are asked: hosts run hooks side by side."""

    def start(self, source: Source, model: str | None = None) -> None:
        """It begins here, or goes on here."""
        with self.lock:
            self.session = replace(self.session, source=source, model=model or self.session.model)
            self.started = True

    def take_waiting(self) -> str:
        with self.lock:
            said, self.waiting = self.waiting, ""
            return said

    def let_wait(self, text: str) -> None:
        if text:
            with self.lock:
                self.waiting = "\n".join(part for part in (self.waiting, text) if part)

    def open(self, turn: Turn) -> Turn | None:
        """The turn has begun; returns the one before it where that was never answered."""
        with self.lock:
            before, self.turn = self.turn, turn
            return before

    def close(self, turn_id: str) -> Turn | None:
        """The turn was answered; returns it where it is the open one."""
        with self.lock:
            turn = self.turn
            if turn is None or (turn_id and turn.id != turn_id):
                return None
            self.turn = None
            return turn

    def once(self, turn_id: str) -> bool:
        """Whether this turn's end is told for the first time."""
        with self.lock:
            if turn_id in self.answered:
                return False
            self.answered[turn_id] = None
            if len(self.answered) > MOST_TURNS:
                self.answered.popitem(last=False)
            return True

    def begin(self, key: str, call: Call) -> None:
        with self.lock:
            self.calls[key] = call
            if len(self.calls) > MOST_CALLS:
                self.calls.popitem(last=False)

    def end(self, key: str) -> Call | None:
        with self.lock:
            return self.calls.pop(key, None)

    def is_new(self, mark: str, *, fresh: bool) -> bool:
        """Whether a summary that a host brings with every turn is to be told."""
        with self.lock:
            first, self.looked = not self.looked, True
            if mark in self.marks:
                return False
            self.marks.add(mark)
            return fresh or not first


class Seats:
    """By profile, host and the host's own name of the session."""

    def __init__(self) -> None:
        self._seats: OrderedDict[tuple[str, str, str], Seat] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, session: Session) -> Seat:
        """The seat of this conversation, taken now where it has none. It keeps the folder of its first event."""
        key = session.profile, session.host, session.id
        with self._lock:
            seat = self._seats.setdefault(key, Seat(session))
            self._seats.move_to_end(key)
            if len(self._seats) > MOST:
                self._seats.popitem(last=False)
        return seat

    def leave(self, session: Session) -> None:
        with self._lock:
            self._seats.pop((session.profile, session.host, session.id), None)

    def clear(self) -> None:
        with self._lock:
            self._seats.clear()
