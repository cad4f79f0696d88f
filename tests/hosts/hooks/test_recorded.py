"""What the real hosts were recorded to say, read: the ordered trace of each host, and the facts of its results."""

from pathlib import Path
from typing import Any, cast

import pytest
from hosts.claude.stand_in import NOW, at_now
from hosts.hooks.conftest import Told
from hosts.person import fixtures

from remora.hosts.hooks import claude, codex
from remora.hosts.hooks.body import Body
from remora.hosts.hooks.dialects import DIALECTS, Dialects
from remora.hosts.hooks.happened import Called, Compacted
from remora.hosts.hooks.heard import Heard
from remora.wiring import Remora
from remora_hookspecs import Session, ToolCall, ToolResult, outcome

SUMMARY = "The person wants the staging database moved; the release waits for it."
RECORD = "/home/person/transcript.jsonl"  # where the recorded events say that the record lies


def replay(host: str, remora: Remora, record: Path) -> None:
    """The recorded events in order, with the record where it really lies."""
    import json

    dialects = Dialects(lambda _: remora, clock=at_now)
    for number, row in enumerate(fixtures(host, "events.jsonl")):
        body = json.dumps(row["body"]).replace(RECORD, str(record)).encode()
        dialects.answer(
            Heard(host=host, event=row["event"], body=body, id=f"{number}", at_ms=NOW, deadline_ms=1_000)
        )  # fmt: skip


def test_claude_codes_own_sessions_in_order(remora: Remora, told: Told) -> None:
    replay("claude", remora, Path(__file__).parents[1] / "claude" / "transcript.jsonl")
    assert told.events == [
        ("session_start", "new"),
        ("context", "Push it."),
        ("tool_call", "Bash", "git push"),
        ("tool_result", "Bash", True, 128, True),
        ("turn_end", "Push it.", "It has no remote."),
        ("session_shutdown",),
        ("session_start", "resume"),
        ("context", "Say hi."),
        ("tool_call", "Bash", "echo hi; echo warn >&2"),
        ("tool_result", "Bash", True, None, False),
        ("tool_call", "Read", None),
        ("tool_result", "Read", True, None, True),
        ("tool_call", "Write", None),
        ("tool_result", "Write", True, None, False),
        ("tool_call", "Agent", None),
        ("tool_result", "Agent", True, None, False),
        ("turn_end", "Say hi.", "Done."),
        # what the agent did, and Claude Code's own prompt about it, is nobody's turn
        ("session_shutdown",),
        ("session_start", "resume"),
        ("context", "Denied."),
        ("tool_call", "Bash", "rm -rf /srv/old"),  # denied: no result is ever told
        ("turn_end", "Denied.", "x"),
        ("session_shutdown",),
        ("session_start", "resume"),
        ("session_compact", "before", None),
        ("session_compact", "after", SUMMARY),
        ("session_shutdown",),
        ("session_start", "resume"),
        ("context", "What next?"),
        ("turn_end", "What next?", "After."),
        ("session_shutdown",),
    ]


def test_codexs_own_sessions_in_order(remora: Remora, told: Told) -> None:
    replay("codex", remora, Path(__file__).parents[1] / "codex" / "transcript.jsonl")
    assert told.events == [
        ("session_start", "new"),
        ("context", "Push it."),
        ("tool_call", "Bash", "git push"),
        ("tool_result", "Bash", True, 128, None),
        ("tool_call", "Bash", "echo hi; echo warn >&2"),
        ("tool_result", "Bash", True, 0, None),
        ("tool_call", "Bash", "false"),
        ("tool_result", "Bash", True, 1, None),
        ("turn_end", "Push it.", "It has no remote."),
        ("session_shutdown",),
        ("session_start", "resume"),
        ("context", "And now?"),
        ("turn_end", "And now?", "Well."),
        ("session_shutdown",),
        ("session_compact", "before", None),  # Codex compacts before it tells of the start
        ("session_compact", "after", SUMMARY),
        ("session_start", "resume"),
        ("context", "Go on."),
        ("tool_call", "Bash", "seq 1 100"),
        ("tool_result", "Bash", True, 0, None),
        ("session_compact", "before", None),
        ("session_compact", "after", SUMMARY),
        ("turn_end", "Go on.", "Well2."),
        ("session_shutdown",),
    ]


@pytest.mark.parametrize("host", ["claude", "codex"])
def test_what_was_asked_is_found_in_the_record(host: str) -> None:
    record = str(Path(__file__).parents[1] / host / "transcript.jsonl")
    asked = {}
    for row in fixtures(host, "events.jsonl"):
        turn = row["body"].get("prompt_id") or row["body"].get("turn_id")
        if row["event"] == "UserPromptSubmit":
            asked[turn] = row["body"]["prompt"]
    assert len(asked) > 2
    for turn, text in asked.items():
        found = DIALECTS[host].question(Body({"transcript_path": record}), turn)
        assert found == ("" if text.startswith(claude.NOTICE) else text)


def called(event: str, **body: Any) -> Called:
    found = list(claude.CLAUDE.events[event](Body({"tool_name": "Bash", "tool_input": {"command": "make"}, **body})))
    return cast(Called, found[-1])


@pytest.mark.parametrize(
    ("event", "body", "verdict"),
    [
        ("PostToolUse", {"tool_response": {"stdout": "built", "stderr": "", "interrupted": False}}, "ok"),
        ("PostToolUse", {"tool_response": {"stdout": "", "interrupted": True}}, "not_run"),
        ("PostToolUse", {"tool_response": {"stdout": "", "backgroundTaskId": "b1"}}, "not_run"),
        ("PostToolUseFailure", {"error": "Exit code 2\nmake: *** No rule", "is_interrupt": False}, "failed"),
        ("PostToolUseFailure", {"error": "Exit code 130", "is_interrupt": True}, "not_run"),
        ("PostToolUseFailure", {"error": "The user doesn't want to proceed with this tool use."}, "not_run"),
        ("PostToolUseFailure", {"error": 7}, "failed"),
    ],
)
def test_what_became_of_a_call_in_claude_code(event: str, body: dict[str, Any], verdict: str) -> None:
    told = called(event, **body)
    call = ToolCall(session=Session(id="s"), id="c", tool=told.call.tool, command=told.call.command)
    facts = {name: getattr(told, name) for name in ("ran", "exit_code", "error_flag", "interrupted", "output")}
    assert outcome(ToolResult(call=call, **facts)) == verdict


def test_the_code_of_a_failure_is_no_part_of_its_output() -> None:
    told = called("PostToolUseFailure", error="Exit code 2\nmake: *** No rule")
    assert (told.exit_code, told.output) == (2, "make: *** No rule")


@pytest.mark.parametrize(
    ("response", "verdict"),
    [
        ("make: *** No rule to make target 'x'.  Stop.\n", "failed"),  # no record: only the text tells
        ("built\n", "ok"),
        ("Process exited with code 3\n", "failed"),
        ({"content": [{"type": "text", "text": "no such table"}], "isError": True}, "failed"),
        ({"content": [{"type": "text", "text": "fine"}], "isError": False}, "ok"),
    ],
)
def test_what_became_of_a_call_in_codex_without_a_record(response: object, verdict: str) -> None:
    said = {"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_use_id": "c", "tool_response": response}
    (told,) = codex.CODEX.events["PostToolUse"](Body(said))
    assert isinstance(told, Called)
    call = ToolCall(session=Session(id="s"), id="c", tool="Bash", command="make")
    facts = {name: getattr(told, name) for name in ("ran", "exit_code", "error_flag", "interrupted", "output")}
    assert outcome(ToolResult(call=call, **facts)) == verdict


def test_a_summary_without_its_tags_is_taken_whole() -> None:
    (told,) = claude.CLAUDE.events["PostCompact"](Body({"compact_summary": "All is built."}))
    assert told == Compacted(summary="All is built.")
