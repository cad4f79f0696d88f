"""What a dialect is: a host's events as readers, its answers as a writer. Data; each host's file makes one."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from remora.hosts.hooks.body import Body
from remora.hosts.hooks.happened import Happened

ROOM = 9_000  # characters of one answer: Claude Code and Hermes move longer ones (10,000) into a file, and show its end

Reader = Callable[[Body], Iterable[Happened]]
Writer = Callable[[str, str], object | None]


def _nobody(_: Body) -> bool:
    return False


def _nothing(*_: object) -> str:
    return ""


def _none(_: Body) -> tuple[tuple[str, str], ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """`events` reads each event of the host by its own name; `write(event, text)` is the document that hands a text
    to the model as the answer to that event. `spoken` are the events that take one: what is said to another waits for
    the next turn."""

    host: str
    events: Mapping[str, Reader]
    write: Writer
    spoken: frozenset[str]
    errand: Callable[[Body], bool] = _nobody
    """Whether it comes from work that the host started by itself."""
    question: Callable[[Body, str], str] = _nothing
    """What the person asked in a turn, by the body of its end and the turn's id, from the host's own record."""
    standing: Callable[[Body], tuple[tuple[str, str], ...]] = _none
    """What the model reads in any case, as (role, text): the host's own memory files."""

    def answer(self, event: str, text: str) -> bytes:
        """The bytes for the host's stdout."""
        document = self.write(event, text) if text else None
        return b"" if document is None else json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")


def additional_context(event: str, text: str) -> object:
    """How Claude Code and its family take a text."""
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}}
