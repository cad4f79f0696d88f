"""The adapter without Hermes: the contract, who is heard, results and summaries as they come."""

import dataclasses
import json
import sys
import threading
from typing import Any

import pytest
from hosts.hermes.stand_in import PREFIX, SESSION, StandIn, play
from pytest_mock import MockerFixture

from remora.hosts.hermes import results
from remora_hookspecs import Block, Bus, Entry, Session, ToolCall, ToolResult, hookimpl, outcome
from remora_hookspecs.testing import PassInspector, ScriptTool, check_host
from remora_hookspecs.testing.samples import SCRIPT

TERMINAL = dataclasses.replace(
    SCRIPT,
    turns=tuple(
        dataclasses.replace(turn, tools=tuple(dataclasses.replace(tool, tool="terminal") for tool in turn.tools))
        for turn in SCRIPT.turns
    ),
)


class Told:
    """Notes what the bus was told."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Any]] = []

    @hookimpl
    def context(self, turn: Any) -> None:
        self.events.append(("context", turn))

    @hookimpl
    def tool_result(self, result: Any) -> Block:
        self.events.append(("tool_result", result))
        return Block(entries=(Entry(text="advice"),))

    @hookimpl
    def session_compact(self, compaction: Any) -> None:
        self.events.append(("session_compact", compaction))

    @hookimpl
    def turn_end(self, turn: Any, reply: str) -> None:
        self.events.append(("turn_end", turn))


@pytest.fixture(autouse=True)
def preface(mocker: MockerFixture) -> None:
    """Hermes's own function, which takes its page of instructions off a summary."""
    module = mocker.Mock()
    module.ContextCompressor._strip_summary_prefix = lambda text: text.removeprefix(PREFIX)
    mocker.patch.dict(sys.modules, {"agent": mocker.Mock(), "agent.context_compressor": module})


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def bus(told: Told) -> Bus:
    bus = Bus()
    bus.register(PassInspector(), "remora:pass", ours=True)
    bus.register(told, "remora:told", ours=True)
    return bus


def test_it_keeps_the_contract() -> None:
    check_host(play, script=TERMINAL)


@pytest.mark.parametrize("platform", ["subagent", "cron", "curator"])
def test_errands_are_not_heard(platform: str, bus: Bus, told: Told) -> None:
    host = StandIn(bus, platform=platform)
    assert host.turn("Hello.") == "Hello."
    assert "advice" not in host.call(ScriptTool(tool="terminal", command="false", exit_code=1))
    host.reply("Hello.")
    host.leave()
    assert told.events == []


def test_a_review_of_the_conversation_is_not_heard_under_the_conversations_id(bus: Bus, told: Told) -> None:
    host = StandIn(bus)
    host.turn("Hello.")
    told.events.clear()

    def review() -> None:
        host.turn("Review the conversation above.")
        host.call(ScriptTool(tool="terminal", command="true"))
        host.reply("Nothing to save.")
        host.leave()

    thread = threading.Thread(target=review, name="bg-review")
    thread.start()
    thread.join()
    assert told.events == []
    host.turn("Go on.")
    assert [event for event, _ in told.events] == ["context"]


def test_a_memory_file_of_hermes_stands_in_the_turn(bus: Bus, told: Told) -> None:
    StandIn(bus, standing=(("system", "Deploys happen on Tuesdays"),)).turn("When do we deploy?")
    assert told.events[0][1].messages == (("system", "Deploys happen on Tuesdays"),)


@pytest.mark.parametrize("status", ["blocked", "cancelled"])
def test_a_call_that_never_ran_is_no_failure(status: str, bus: Bus, told: Told) -> None:
    host = StandIn(bus)
    host.turn("Go.")
    host.call(ScriptTool(tool="terminal", command="rm -rf /"), status=status)
    result = told.events[-1][1]
    assert (result.ran, outcome(result)) == (False, "not_run")


def test_a_call_is_told_once_however_often_hermes_tells_it(bus: Bus, told: Told) -> None:
    host = StandIn(bus)
    host.turn("Go.")
    host.call(ScriptTool(tool="terminal", command="true"))
    assert [event for event, _ in told.events] == ["context", "tool_result"]


def test_what_a_tool_raises_is_told_and_goes_on(bus: Bus, told: Told) -> None:
    host = StandIn(bus)
    host.turn("Go.")
    said: dict[str, Any] = {"session_id": SESSION, "tool_name": "terminal", "tool_call_id": "c", "args": {}}
    host.tools.pre_tool_call(**said)

    def fails(_: object) -> object:
        raise OSError("no such host")

    with pytest.raises(OSError, match="no such host"):
        host.tools.tool_execution(**said, next_call=fails)
    assert outcome(told.events[-1][1]) == "failed"


def test_a_fault_of_ours_leaves_the_result_as_it_was(bus: Bus, mocker: MockerFixture) -> None:
    host = StandIn(bus)
    host.turn("Go.")
    mocker.patch.object(results, "read", side_effect=RuntimeError("ours"))
    said: dict[str, Any] = {"session_id": SESSION, "tool_name": "terminal", "tool_call_id": "c", "args": {}}
    host.tools.pre_tool_call(**said)
    assert host.tools.tool_execution(**said, next_call=lambda _: "fine") == "fine"


def test_a_compaction_is_told_once_whoever_looks(bus: Bus, told: Told) -> None:
    host = StandIn(bus)
    host.turn("One.")
    host.compact("We agreed on Postgres.", _compressed_summary=True)
    host.history.append({"role": "user", "content": "One."})
    host.reply("Yes.")
    host.turn("Two.")
    host.reply("Yes.")
    compactions = [payload for event, payload in told.events if event == "session_compact"]
    assert [one.summary for one in compactions] == ["We agreed on Postgres."]


def test_a_summary_that_lies_in_a_resumed_history_is_an_old_one(bus: Bus, told: Told) -> None:
    host = StandIn(bus)
    host.compact("We agreed on Postgres.")  # as it comes from Hermes's own store: without the mark
    host.turn("One.")
    host.compact("We agreed on Postgres 17.")
    host.turn("Two.")
    compactions = [payload for event, payload in told.events if event == "session_compact"]
    assert [one.summary for one in compactions] == ["We agreed on Postgres 17."]


@pytest.mark.parametrize(
    ("result", "facts", "verdict"),
    [
        ('{"output": "done", "exit_code": 0, "error": null}', (True, 0, False), "ok"),
        ('{"output": "no", "exit_code": 2, "error": null}', (True, 2, False), "failed"),
        ('{"output": "", "exit_code": -1, "error": "denied", "status": "blocked"}', (False, -1, True), "not_run"),
        ('{"output": "", "exit_code": -1, "error": "ask", "status": "pending_approval"}', (False, -1, True), "not_run"),
        ('{"output": "[Command interrupted]", "exit_code": 130, "error": null}', (True, 130, False), "not_run"),
        ('{"output": "", "exit_code": 124, "error": "Command timed out after 5 seconds"}', (True, 124, True), "failed"),
        ('{"error": "File not found: a.py"}', (True, None, True), "failed"),
        ('{"content": "1|import os", "total_lines": 1}', (True, None, False), "ok"),
        ("plain words", (True, None, None), "ok"),
        ('{"exit_code": true}', (True, None, False), "ok"),
    ],
)
def test_a_tools_json_tells_whether_it_ran_and_how_it_ended(
    result: str, facts: tuple[object, ...], verdict: str, bus: Bus
) -> None:
    read = results.read(result)
    assert (read.ran, read.exit_code, read.error_flag) == facts
    command = "sh build.sh" if "exit_code" in result else None
    call = ToolCall(session=Session(id="s"), id="c", tool="terminal", command=command)
    told = ToolResult(
        call=call, ran=read.ran, exit_code=read.exit_code, error_flag=read.error_flag, interrupted=read.interrupted,
        output=read.output,
    )  # fmt: skip
    assert outcome(told) == verdict


def test_advice_keeps_a_result_what_it_is() -> None:
    advised = results.with_advice('{"output": "ä", "exit_code": 2}', 'use "make"\nnext time')
    assert json.loads(str(advised)) == {"remora": 'use "make"\nnext time', "output": "ä", "exit_code": 2}
    assert results.with_advice("plain", "advice") == "plain\n\nadvice"
    assert results.with_advice("{broken", "advice") == "{broken\n\nadvice"
    picture = {"_multimodal": True}
    assert results.with_advice(picture, "advice") is picture
