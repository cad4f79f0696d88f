"""What a capture hands from step to step, and what it tells in the end. Frozen payloads, no logic."""

from dataclasses import dataclass
from typing import Literal

from remora.learn.capture.lines import Line
from remora.learn.draft import Ready
from remora.notes import Note

End = Literal["stored", "empty", "held", "not a person's", "no answer", "unreadable", "stopped"]
What = Literal["stored", "known", "changed", "refused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """What became of one fact. `why` says what was against it, `note` is the one that holds it now."""

    text: str
    what: What
    why: str = ""
    note: Note | None = None
    replaces: Note | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """What became of one boundary. `more`: the journal holds more than one query reads."""

    session: str
    end: End
    facts: tuple[Weighed, ...] = ()
    more: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact that passed all checks that need no vector, with the line that says so."""

    ready: Ready
    line: Line
    quote: str
