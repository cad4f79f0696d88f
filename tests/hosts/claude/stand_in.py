"""Stands for Claude Code where a test needs its events and not the program: those of 2.1.332, in that order.

The keys are those that were recorded of the real one; `test_flow` plays the same through it.
"""

import json
from itertools import count
from typing import Any

from remora.hosts.hooks.dialects import Dialects
from remora.hosts.hooks.heard import Heard
from remora_hookspecs.testing import ScriptTool

SESSION = "493937d8-33a0-4d07-8047-6bece4ce1926"
NOW = 1_796_042_695_000
DEADLINE_MS = 1_000


def at_now() -> float:
    """The clock of the dialects under test."""
    return NOW / 1_000


class StandIn:
    """One conversation. `late`: each event lay in the spool first."""

    host = "claude"

    def __init__(
        self, dialects: Dialects, *, session: str = SESSION, cwd: str = "/home/person/shop", late: bool = False
    ) -> None:
        self.dialects, self.session, self.cwd, self.late = dialects, session, cwd, late
        self.transcript = f"/home/person/.claude/projects/-home-person-shop/{session}.jsonl"
        self.turns = 0
        self._ids = count(1)

    def common(self) -> dict[str, Any]:
        return {"session_id": self.session, "transcript_path": self.transcript, "cwd": self.cwd}

    def prompt(self) -> dict[str, Any]:
        return {"prompt_id": f"prompt-{self.turns}", "permission_mode": "default"}

    def fire(self, event: str, *, key: str = "", **body: Any) -> bytes:
        """What the host would read on the hook's stdout."""
        written = json.dumps({**self.common(), "hook_event_name": event, **body}).encode()
        return self.dialects.answer(self.heard(event, written, key or f"{self.session}-{next(self._ids)}"))

    def heard(self, event: str, body: bytes, key: str) -> Heard:
        return Heard(
            host=self.host, event=event, body=body, id=key, at_ms=NOW, cwd=self.cwd,
            deadline_ms=0 if self.late else DEADLINE_MS,
        )  # fmt: skip

    def said(self, event: str, **body: Any) -> str:
        """What the model is given for an event; checks that the answer is one that the host takes."""
        answer = self.fire(event, **body)
        if not answer:
            return ""
        document = json.loads(answer)
        assert document == {"hookSpecificOutput": document["hookSpecificOutput"]}
        said = document["hookSpecificOutput"]
        assert set(said) == {"hookEventName", "additionalContext"}
        assert said["hookEventName"] == event
        return f"\n{said['additionalContext']}"

    def start(self, source: str = "startup") -> str:
        return self.said("SessionStart", source=source)

    def turn(self, text: str) -> str:
        self.turns += 1
        started = self.start() if self.turns == 1 else ""
        return started + text + self.said("UserPromptSubmit", **self.prompt(), prompt=text)

    def call(self, tool: ScriptTool) -> str:
        """What the model is given for a tool call."""
        said = {
            **self.prompt(), "effort": {"level": "medium"}, "tool_name": tool.tool,
            "tool_input": {"command": tool.command, "description": "does it"},
            "tool_use_id": f"toolu_{next(self._ids):024d}",
        }  # fmt: skip
        assert self.said("PreToolUse", **said) == ""
        return tool.output + self.after(tool, said)

    def after(self, tool: ScriptTool, said: dict[str, Any]) -> str:
        if tool.exit_code:
            error = f"Exit code {tool.exit_code}\n{tool.output}"
            return self.said("PostToolUseFailure", **said, error=error, is_interrupt=False, duration_ms=5)
        response = {"stdout": tool.output, "stderr": "", "interrupted": False, "isImage": False}
        return self.said("PostToolUse", **said, tool_response=response, duration_ms=5)

    def reply(self, text: str) -> None:
        said = {**self.prompt(), "stop_hook_active": False, "last_assistant_message": text}
        assert self.fire("Stop", **said, background_tasks=[], session_crons=[]) == b""

    def compact(self, summary: str) -> str:
        """Before, the start, and then the summary; returns what the model is given in place of all."""
        assert self.fire("PreCompact", trigger="manual", custom_instructions=None) == b""
        started = self.start("compact")
        written = f"<analysis>Let me see.</analysis>\n<summary>\n{summary}\n</summary>"
        assert self.fire("PostCompact", trigger="manual", compact_summary=written) == b""
        return started

    def leave(self) -> None:
        assert self.fire("SessionEnd", reason="other") == b""
