"""Beside another memory of the person's choice: what that one says in a turn, we do not say again.

Hermes asks it after us, so the two meet only in the request. Registered where such a memory is configured, since
Hermes copies every request for whoever reads them. The same message loses the same lines each time it is sent.
"""

import re
from collections.abc import Mapping
from typing import Any

from remora.text import plain, stands_in
from remora_hookspecs.render import CLOSE, OPEN

THEIRS = re.compile(r"<memory-context>(.*?)</memory-context>", re.DOTALL)  # how Hermes fences what its memory says
OURS = re.compile(r"\n*" + re.escape(OPEN) + r"\n(.*?)\n" + re.escape(CLOSE), re.DOTALL)
ENTRY = re.compile(r"^- ", re.MULTILINE)
MARK = re.compile(r" \[[a-z2-7]{4,16}\](?: \([^()]*\))?$")  # a note's id and detail behind its text


def llm_request(*, request: Any = None, **_: object) -> dict[str, object] | None:
    """The request without our lines that stand in the other memory's block of the same message, if there are any."""
    messages = request.get("messages") if isinstance(request, Mapping) else None
    if not isinstance(messages, list):
        return None
    changed = [_without_repeats(message) for message in messages]
    if changed == messages:
        return None
    return {"request": {**request, "messages": changed}, "source": "remora"}


def _without_repeats(message: Any) -> Any:
    text = message.get("content") if isinstance(message, Mapping) and message.get("role") == "user" else None
    if not isinstance(text, str) or OPEN not in text:
        return message
    theirs = plain("\n".join(THEIRS.findall(text)))
    return {**message, "content": OURS.sub(lambda ours: _kept(ours, theirs), text)} if theirs else message


def _kept(ours: re.Match[str], theirs: str) -> str:
    entries = ENTRY.split(ours[1])[1:]
    new = [entry for entry in entries if not stands_in(plain(MARK.sub("", entry.rstrip("\n"))), theirs)]
    if len(new) == len(entries):
        return ours[0]
    lines = "\n".join(f"- {entry.rstrip()}" for entry in new)
    return f"\n\n{OPEN}\n{lines}\n{CLOSE}" if new else ""
