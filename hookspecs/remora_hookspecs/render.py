"""Blocks as the text a model reads, byte-stable, inside a fence; and the way back: `strip` takes our fences out.

Hosts call it through `Answer.text`, capture calls `strip`. It never decides what is shown: the bus has done so.
"""

import re
from collections.abc import Iterable, Sequence

from remora_hookspecs.types import Block, Entry, ToolReply

OPEN = "<remora-memory>"
CLOSE = "</remora-memory>"
FENCE_CHARS = len(OPEN) + len(CLOSE) + 1  # what a fence adds to its lines, each of which ends in a newline
SHOWN_ID = 8  # enough to be unique in any store a person fills, short enough to be copied by a model

_FENCE = re.compile(r"<(?=[\s/]*remora-memory)", re.IGNORECASE)
# Entries begin with "- ", so a person who merely writes our tag keeps their words; a block whose end was cut off goes
# to the end of the text.
_OURS = re.compile(re.escape(OPEN) + r"\n- .*?(?:" + re.escape(CLOSE) + r"|\Z)", re.DOTALL)
# Control characters carry nothing a model can use and can hide text from a person: all but tab and newline go.
_CONTROL = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}


def render(blocks: Iterable[Block]) -> str:
    """All entries of `blocks` in one fence, or "" where there are none. The same blocks give the same bytes."""
    lines = [line(entry) for block in blocks for entry in block.entries]
    return "\n".join((OPEN, *lines, CLOSE)) if lines else ""


def line(entry: Entry) -> str:
    """One entry as it stands in the fence: `- text [id] (detail)`, further lines indented."""
    return "- " + words(entry).replace("\n", "\n  ")


def words(entry: Entry) -> str:
    """The entry's text, its short id and its detail, with control characters and our own fence taken out."""
    text = _tame(entry.text)
    if entry.note_id:
        text += f" [{entry.note_id[:SHOWN_ID]}]"
    return f"{text} ({_tame(entry.detail)})" if entry.detail else text


def reply_text(reply: ToolReply) -> str:
    """A tool's reply as the text of its result: one entry a line, without a fence."""
    return "\n".join(words(entry) for entry in reply.entries)


def cost(entries: Sequence[Entry]) -> int:
    """The characters that `render` needs for the entries' lines, the fence aside."""
    return sum(len(line(entry)) + 1 for entry in entries)


def strip(text: str) -> str:
    """`text` without the blocks that `render` made, so that nobody learns what memory itself has said."""
    return _OURS.sub("", text) if OPEN in text else text


def _tame(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\u2028", "\n").replace("\u2029", "\n").translate(_CONTROL)
    return _FENCE.sub("&lt;", text)
