"""Which conversations are the person's own, and what must be remembered of each within this process.

Used by `events`, `tools` and `provider`. Hermes's errands (subagents, schedules, reviews) have no place here, so that
nothing is fired for them.
"""

from collections import OrderedDict
from dataclasses import dataclass, field

from remora.hosts.hermes import host
from remora_hookspecs import Session, Turn

ERRANDS = frozenset({"subagent", "cron", "curator"})  # platforms that Hermes uses for what it does by itself
MOST = 256  # conversations at hand; a gateway has many, and one that falls out only begins anew


@dataclass(slots=True)
class Seat:
    """One conversation. `start` is what waits for its first turn, `summaries` the compactions that were told."""

    session: Session
    start: str = ""
    turn: Turn | None = None
    summaries: set[str] = field(default_factory=set)
    looked: bool = False
    """Whether its history was looked at: a summary that lay there before is an old one."""

    def take_start(self) -> str:
        start, self.start = self.start, ""
        return start


class Sessions:
    """One an adapter. Hermes's threads share it; the turns of one conversation do not run at once."""

    def __init__(self, profile: str) -> None:
        self._profile = profile
        self._seats: OrderedDict[str, Seat] = OrderedDict()

    def known(self, session_id: str) -> Seat | None:
        """The conversation of this id, where it is the person's and has begun."""
        return None if host.is_reviewing() else self._seats.get(session_id)

    def begin(self, session_id: str, *, platform: str, model: str, new: bool) -> Seat | None:
        """A seat for a conversation that has none; None for Hermes's errands."""
        if not session_id or platform in ERRANDS or host.is_reviewing():
            return None
        session = Session(
            id=session_id,
            host=host.NAME,
            profile=self._profile,
            cwd=host.folder(),
            source="new" if new else "resume",
            model=model or None,
        )
        seat = self._seats[session_id] = Seat(session)
        if len(self._seats) > MOST:
            self._seats.popitem(last=False)
        return seat

    def end(self, session_id: str) -> Seat | None:
        """Give the seat up."""
        return None if host.is_reviewing() else self._seats.pop(session_id, None)
