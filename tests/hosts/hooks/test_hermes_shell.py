"""Hermes's shell hooks, in the keys of its `agent/shell_hooks.py`: one answer a turn, and no errands."""

import json
from typing import Any

import pytest
from hosts.claude.stand_in import NOW
from hosts.hooks.conftest import Told

from remora.hosts.hooks.dialects import Dialects
from remora.hosts.hooks.heard import Heard
from remora.wiring import Remora
from remora_hookspecs import Block, Entry, hookimpl

HISTORY = [{"role": "user", "content": "[CONTEXT COMPACTION — REFERENCE ONLY] We agreed on Postgres."}]


def fire(dialects: Dialects, event: str, *, key: str = "", tool: str = "", **extra: Any) -> bytes:
    body: dict[str, Any] = {"hook_event_name": event, "session_id": "20260314_093000_0c0ffe", "extra": extra}
    if tool:
        body |= {"tool_name": tool, "tool_input": {"command": "sh build.sh"}}
    written = json.dumps(body).encode()
    return dialects.answer(
        Heard(host="hermes-shell", event=event, body=written, id=key or repr(body), at_ms=NOW, deadline_ms=1_000)
    )  # fmt: skip


def ask(dialects: Dialects, text: str, turn: str, **extra: Any) -> bytes:
    return fire(dialects, "pre_llm_call", user_message=text, turn_id=turn, platform="cli", **extra)


def test_a_conversation_reaches_the_bus_in_order(told: Told, dialects: Dialects) -> None:
    fire(dialects, "on_session_start", platform="cli", model="m")
    assert ask(dialects, "Build it.", "t1") == b""
    fire(dialects, "pre_tool_call", tool="terminal", tool_call_id="c1")
    result = json.dumps({"output": "no rule", "exit_code": 2, "error": None})
    fire(dialects, "post_tool_call", tool="terminal", tool_call_id="c1", result=result, status="ok")
    fire(dialects, "post_llm_call", user_message="Build it.", assistant_response="It failed.", turn_id="t1")
    fire(dialects, "on_session_finalize", platform="cli", reason="shutdown")
    assert told.events == [
        ("session_start", "new"),
        ("context", "Build it."),
        ("tool_call", "terminal", "sh build.sh"),
        ("tool_result", "terminal", True, 2, False),
        ("turn_end", "Build it.", "It failed."),
        ("session_shutdown",),
    ]


def test_what_is_said_of_a_tool_waits_for_the_next_turn(remora: Remora, dialects: Dialects) -> None:
    class Advises:
        @hookimpl
        def tool_call(self, call: Any) -> Block:
            return Block(entries=(Entry(text="use the other one"),))

    remora.bus.register(Advises(), "tests:advises", ours=True)
    ask(dialects, "Build it.", "t1")
    assert fire(dialects, "pre_tool_call", tool="terminal", tool_call_id="c1") == b""
    assert fire(dialects, "post_tool_call", tool="terminal", tool_call_id="c1", result="{}", status="ok") == b""
    assert "use the other one" in json.loads(ask(dialects, "Again.", "t2"))["context"]
    assert ask(dialects, "And again.", "t3") == b""


def test_a_summary_in_the_history_is_told_once_and_not_where_it_is_an_old_one(told: Told, dialects: Dialects) -> None:
    ask(dialects, "One.", "t1", conversation_history=HISTORY)
    newer = [{"role": "user", "content": HISTORY[0]["content"] + " 17."}]
    for turn in ("t2", "t3"):
        ask(dialects, "Two.", turn, conversation_history=newer)
    compactions = [event for event in told.events if event[0] == "session_compact"]
    assert [phase for _, phase, _ in compactions] == ["after"]
    assert str(compactions[0][2]).endswith("We agreed on Postgres. 17.")


@pytest.mark.parametrize("platform", ["subagent", "cron", "curator"])
def test_errands_are_not_heard(platform: str, told: Told, dialects: Dialects) -> None:
    fire(dialects, "pre_llm_call", user_message="Hello.", platform=platform)
    assert told.events == []
