"""Codex's dialect, as version 0.163 speaks it: Claude Code's shape, less of its facts.

Its events tell neither how a command ended nor what a compaction left; both stand in its own record by then.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from remora.hosts.hooks import claude
from remora.hosts.hooks.body import Body, flattened, shortened
from remora.hosts.hooks.dialect import Dialect, additional_context
from remora.hosts.hooks.files import files_of, texts
from remora.hosts.hooks.happened import Asked, Called, Compacted, Happened, Replied
from remora.hosts.hooks.transcript import rows

MEMORIES = ("AGENTS.override.md", "AGENTS.md")

# What Codex puts before a summary: one sentence to the model that goes on with it.
_PREFACE = re.compile(r"\AAnother language model started to solve this problem[^\n]{0,1000}\n")


def _asked(body: Body) -> Iterable[Happened]:
    yield Asked(text=body.text("prompt"), id=body.id("turn_id"))


def _replied(body: Body) -> Iterable[Happened]:
    yield Replied(text=body.text("last_assistant_message"), id=body.id("turn_id"))


def _result(body: Body) -> Iterable[Happened]:
    call, response = claude.calling(body), body.values.get("tool_response")
    ended = _execution(body, call.id) if call.command is not None else {}
    code = ended.get("exit_code")
    wrong = response.get("isError") if isinstance(response, Mapping) else None  # an MCP server's own word
    yield Called(
        call=call,
        exit_code=code if isinstance(code, int) and not isinstance(code, bool) else None,
        error_flag=wrong if isinstance(wrong, bool) else None,
        ran=ended.get("status") != "declined",
        output=flattened(response),
    )


def _compacted(body: Body) -> Iterable[Happened]:
    message = ""
    for row in rows(body.text("transcript_path"), b'"type":"compacted"'):
        message = shortened(_payload(row).get("message"))
        break
    yield Compacted(trigger=body.text("trigger", most=500), summary=_PREFACE.sub("", message).strip() or None)


def _execution(body: Body, call: str) -> Mapping[str, Any]:
    """How a command ended, which Codex writes down before it tells us of the end."""
    if call:
        for row in rows(body.text("transcript_path"), b"CommandExecution", call.encode("utf-8", "replace")):
            item = _payload(row).get("item")
            if isinstance(item, dict) and item.get("id") == call:
                return item
    return {}


def _question(body: Body, turn: str) -> str:
    for row in rows(body.text("transcript_path"), b"UserMessage", turn.encode("utf-8", "replace")):
        item = _payload(row).get("item")
        if isinstance(item, dict) and item.get("type") == "UserMessage":
            return flattened(item.get("content"))
    return ""


def _payload(row: Mapping[str, Any]) -> Mapping[str, Any]:
    found = row.get("payload")
    return found if isinstance(found, dict) else {}


def _standing(body: Body) -> tuple[tuple[str, str], ...]:
    """AGENTS.md of the person, where the record tells Codex's home, and of the project."""
    record = Path(body.text("transcript_path"))
    home = next((above.parent for above in record.parents if above.name == "sessions"), None)
    own = [home / name for name in MEMORIES] if home else []
    return texts((*own, *files_of(body.text("cwd"), MEMORIES)))


CODEX = Dialect(
    host="codex",
    events={
        "SessionStart": claude.began,
        "UserPromptSubmit": _asked,
        "PreToolUse": claude.called,
        "PostToolUse": _result,
        "Stop": _replied,
        "PreCompact": claude.compacting,
        "PostCompact": _compacted,
        "SessionEnd": claude.ended,
    },
    write=additional_context,
    spoken=frozenset({"SessionStart", "UserPromptSubmit", "PostToolUse"}),
    errand=claude.subagent,
    question=_question,
    standing=_standing,
)
