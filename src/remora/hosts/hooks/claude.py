"""Claude Code's dialect, as version 2.1 speaks it. Data and readers; what they were made from lies in the tests.

A failed call has an event of its own. Context that is lost is told three times: before, as a start with the source
"compact", and with the summary.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from remora.hosts.hooks.body import Body, flattened
from remora.hosts.hooks.dialect import Dialect, additional_context
from remora.hosts.hooks.files import files_of, texts
from remora.hosts.hooks.happened import (
    Asked,
    Began,
    Called,
    Calling,
    Compacted,
    Compacting,
    Ended,
    Happened,
    Replied,
)
from remora.hosts.hooks.transcript import rows
from remora_hookspecs.types import Source

SHELLS = frozenset({"Bash", "PowerShell"})
SOURCES: dict[str, Source] = {"startup": "new", "resume": "resume", "clear": "clear"}
COMPACT = "compact"  # a start in the middle of a conversation, which is told as a compaction besides
NOTICE = "<task-notification>"  # a prompt that Claude Code writes itself when an agent in the background is done
NOT_THE_PERSON = ("isMeta", "isSidechain", "isCompactSummary")  # rows of the user's side that nobody typed
MEMORIES = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")

_CODE = re.compile(r"\AExit code (\d{1,3})(?:\n|\Z)")
_SUMMARY = re.compile(r"<summary>(.*?)(?:</summary>|\Z)", re.DOTALL)


def calling(body: Body) -> Calling:
    """The call that an event is about."""
    tool, given = body.text("tool_name", most=500), body.table("tool_input")
    return Calling(
        id=body.id("tool_use_id"),
        tool=tool,
        command=given.text("command") if tool in SHELLS else None,
        arguments=given.values,
    )


def began(body: Body) -> Iterable[Happened]:
    """The start of a conversation; it begins once, however often it loses its context."""
    if body.text("source") != COMPACT:
        yield Began(source=SOURCES.get(body.text("source"), "new"))


def _asked(body: Body) -> Iterable[Happened]:
    yield Asked(text=body.text("prompt"), id=body.id("prompt_id"))


def _replied(body: Body) -> Iterable[Happened]:
    yield Replied(text=body.text("last_assistant_message"), id=body.id("prompt_id"))


def called(body: Body) -> Iterable[Happened]:
    yield calling(body)


def _succeeded(body: Body) -> Iterable[Happened]:
    response = body.table("tool_response")
    yield Called(
        call=calling(body),
        # What runs on in the background has not worked yet, and has not failed.
        ran=not response.text("backgroundTaskId"),
        error_flag=False,
        interrupted=response.flag("interrupted"),
        output=flattened(body.values.get("tool_response")),
    )


def _failed(body: Body) -> Iterable[Happened]:
    error = body.text("error")
    code = _CODE.match(error)
    yield Called(
        call=calling(body),
        exit_code=int(code[1]) if code else None,
        error_flag=True,
        interrupted=body.flag("is_interrupt"),
        output=error[code.end() :] if code else error,
    )


def compacting(body: Body) -> Iterable[Happened]:
    yield Compacting(trigger=body.text("trigger", most=500))


def _compacted(body: Body) -> Iterable[Happened]:
    written = body.text("compact_summary")
    found = _SUMMARY.search(written)
    yield Compacted(trigger=body.text("trigger", most=500), summary=(found[1] if found else written).strip() or None)


def ended(_: Body) -> Iterable[Happened]:
    yield Ended()


def subagent(body: Body) -> bool:
    """Only `agent_id` tells: a person's own conversation has an `agent_type` where it was started as one."""
    return bool(body.text("agent_id"))


def _errand(body: Body) -> bool:
    return subagent(body) or body.text("prompt").lstrip().startswith(NOTICE)


def _question(body: Body, turn: str) -> str:
    for row in rows(body.text("transcript_path"), b'"type":"user"', turn.encode("utf-8", "replace")):
        if row.get("type") != "user" or any(row.get(mark) for mark in NOT_THE_PERSON):
            continue
        text = _words(row.get("message"))
        if text:
            return "" if text.lstrip().startswith(NOTICE) else text
    return ""


def _words(message: Any) -> str:
    """What a person wrote, "" for the result of a tool."""
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        content = "" if any(part.get("type") == "tool_result" for part in parts) else flattened(parts)
    return content if isinstance(content, str) else ""


def _standing(body: Body) -> tuple[tuple[str, str], ...]:
    """CLAUDE.md of the person and of the project, and what Claude Code remembers by itself."""
    record = Path(body.text("transcript_path"))
    kept = [record.parent / "memory" / "MEMORY.md"] if record.suffix == ".jsonl" else []
    if record.parent.parent.name == "projects":
        kept.append(record.parent.parent.parent / "CLAUDE.md")
    return texts((*kept, *files_of(body.text("cwd"), MEMORIES)))


CLAUDE = Dialect(
    host="claude",
    events={
        "SessionStart": began,
        "UserPromptSubmit": _asked,
        "PreToolUse": called,
        "PostToolUse": _succeeded,
        "PostToolUseFailure": _failed,
        "Stop": _replied,
        "PreCompact": compacting,
        "PostCompact": _compacted,
        "SessionEnd": ended,
    },
    write=additional_context,
    spoken=frozenset({"SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"}),
    errand=_errand,
    question=_question,
    standing=_standing,
)
