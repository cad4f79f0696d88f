"""The journal of a session as lines that a model can read: who said what. Pure; masked, and without our own words.

Called by the recipe. Leaves out what memory itself said, and whatever a host put in that nobody said.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from remora.learn.redact import masked
from remora.store.journal import JournalEvent
from remora.text import plain
from remora_hookspecs import find_summary, strip

Who = Literal["user", "assistant", "tool"]

MOST_CHARS = 40_000  # of one query, some 10,000 tokens: what every cheap model reads in seconds
LINE_CHARS = {"user": 4_000, "assistant": 2_000, "tool": 300}
ROLES: dict[str, Who] = {
    "user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "model": "assistant",
}  # fmt: skip
OURS = frozenset({"memory", "remora_memory", "remora"})  # what hosts call our tool; its results are our own words

_OUR_COMMAND = re.compile(r"(?:^|[;&|(]\s*|\bm\s+)remora\s")  # `remora search …`, `python -m remora …`


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was said. `event` is the number of its event in the journal."""

    event: int
    who: Who
    text: str


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one query reads. `upto` is the last event that is dealt with by it; `more`: others wait behind it."""

    lines: tuple[Line, ...]
    upto: int
    more: bool = False


def chunk(events: Iterable[JournalEvent], after: int, heard: Iterable[JournalEvent] = ()) -> Chunk:
    """The lines of the events that fit one query, oldest first.

    `heard` are events before them: hosts that tell of an answer and bring it once more with the next turn do not make
    it two.
    """
    known = {(line.who, plain(line.text)) for event in heard for line in _lines(event)}
    chosen: list[Line] = []
    room, upto = MOST_CHARS, after
    for event in events:
        new = [line for line in _lines(event) if (line.who, plain(line.text)) not in known or line.who == "tool"]
        size = sum(len(line.text) for line in new)
        if size > room and chosen:
            return Chunk(tuple(chosen), upto, more=True)
        known.update((line.who, plain(line.text)) for line in new)
        chosen += new
        room, upto = room - size, event.n
    return Chunk(tuple(chosen), upto)


def _lines(event: JournalEvent) -> Iterator[Line]:
    for who, text in _said(event):
        clean = masked(strip(text)).strip()
        if clean:
            yield Line(event.n, who, _cut(clean, LINE_CHARS[who]))


def _said(event: JournalEvent) -> Iterator[tuple[Who, str]]:
    record = event.record
    if event.kind == "turn":
        text = str(record.get("text") or "")
        if find_summary([("user", text)]) is None:  # some hosts send their own summary as a turn of the user's
            yield "user", text
        yield "assistant", str(record.get("reply") or "")
    elif event.kind == "heard":
        messages = record.get("messages")
        for message in messages if isinstance(messages, list) else ():
            if isinstance(message, list) and len(message) == 2:
                role, text = str(message[0]), str(message[1])
                who = ROLES.get(role.lower())
                if who is not None and find_summary([(role, text)]) is None:
                    yield who, text
    elif event.kind == "tool":
        tool, command = str(record.get("tool") or ""), str(record.get("command") or "")
        ours = tool.rsplit("__", 1)[-1].lower() in OURS or _OUR_COMMAND.search(command)
        if command and not ours and record.get("outcome") in ("ok", "failed"):
            yield "tool", _outcome(command, str(record.get("error") or ""), record.get("outcome") == "ok")


def _outcome(command: str, error: str, fine: bool) -> str:
    done = "worked" if fine else f"failed: {_cut(error, 120)}"
    return f"`{_cut(command, 150)}` {done}"


def _cut(text: str, limit: int) -> str:
    """Head and tail: a pasted log has its command in front and its error behind."""
    if len(text) <= limit:
        return text
    tail = limit // 3
    return f"{text[: limit - tail - 3].rstrip()} … {text[-tail:].lstrip()}"
