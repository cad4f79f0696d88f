"""Stands for Hermes where a test needs its calls and not the program: fires hooks as 0.19 does, in that order.

The keyword arguments are those that were seen of the real one; `test_flow` plays the same through it.
"""

import json
from typing import Any

from remora.hosts.hermes.events import Events
from remora.hosts.hermes.sessions import Sessions
from remora.hosts.hermes.tools import Tools
from remora_hookspecs import Bus
from remora_hookspecs.testing import Script, ScriptTool

PREFIX = "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted into the summary below.\n"
SESSION = "20260314_093000_0c0ffe"


class StandIn:
    """One conversation of Hermes's with the adapter's callbacks."""

    def __init__(self, bus: Bus, *, standing: tuple[tuple[str, str], ...] = (), platform: str = "cli") -> None:
        self.sessions = Sessions("alpha")
        self.events = Events(bus, self.sessions, lambda: standing)
        self.tools = Tools(bus, self.sessions)
        self.history: list[dict[str, Any]] = []
        self.platform, self.turns, self.calls = platform, 0, 0

    def common(self) -> dict[str, Any]:
        return {"session_id": SESSION, "telemetry_schema_version": 1}

    def turn(self, text: str) -> str:
        """The message that the model is given for the person's words."""
        self.turns += 1
        if self.turns == 1:
            self.events.on_session_start(**self.common(), platform=self.platform, model="scripted")
        self.history.append({"role": "user", "content": text})
        answer = self.events.pre_llm_call(
            **self.common(), task_id="t", turn_id=f"turn-{self.turns}", user_message=text,
            conversation_history=list(self.history), is_first_turn=self.turns == 1, model="scripted",
            platform=self.platform, sender_id="",
        )  # fmt: skip
        return f"{text}\n\n{answer['context']}" if answer else text

    def call(self, tool: ScriptTool, *, status: str | None = None) -> Any:
        """What the model is given for a tool call; with a `status` it never gets as far as the tool."""
        self.calls += 1
        said = {
            **self.common(), "tool_name": tool.tool, "args": {"command": tool.command}, "task_id": "t",
            "tool_call_id": f"call-{self.calls}", "turn_id": f"turn-{self.turns}", "api_request_id": "r",
        }  # fmt: skip
        assert self.tools.pre_tool_call(**said, middleware_trace=[]) is None
        result = json.dumps({"output": tool.output, "exit_code": tool.exit_code, "error": None}, ensure_ascii=False)
        if status:
            result = json.dumps({"error": "not run", "status": status})
        else:
            result = self.tools.tool_execution(**said, original_args=said["args"], next_call=lambda _: result)
        self.tools.post_tool_call(
            **said, result=result, duration_ms=1, status=status or "ok", error_type=None, error_message=None,
            middleware_trace=[],
        )  # fmt: skip
        return result

    def reply(self, text: str) -> None:
        self.history.append({"role": "assistant", "content": text})
        self.events.post_llm_call(
            **self.common(), task_id="t", turn_id=f"turn-{self.turns}", user_message=self.history[-2]["content"],
            assistant_response=text, conversation_history=list(self.history), model="scripted", platform=self.platform,
        )  # fmt: skip

    def compact(self, summary: str, **flags: Any) -> None:
        """Hermes has put a summary in the place of its history."""
        self.history = [{"role": "user", "content": PREFIX + summary, **flags}]

    def leave(self) -> None:
        self.events.on_session_finalize(**self.common(), platform=self.platform, reason="shutdown")


def play(bus: Bus, script: Script) -> list[str]:
    """The conformance suite's conversation."""
    host = StandIn(bus)
    given: list[str] = []
    for number, said in enumerate(script.turns):
        given.append(host.turn(said.text))
        for tool in said.tools:
            given[-1] += f"\n{host.call(tool)}"
        host.reply(said.reply)
        if said.compact_after:
            host.compact(script.summary, _compressed_summary=True)
            if number == len(script.turns) - 1:
                host.reply("")
    host.leave()
    return given
