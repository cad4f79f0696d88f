"""Hermes's own agent in its own process: which events reach the bus, in order, and what a compaction does."""

import pytest
from hosts.hermes.conftest import Hermes
from hosts.hermes.conversing import flow
from hosts.hermes.model_server import SUMMARY, say, use

FACT = "The staging database listens on port 6543"
RELATED = "On which port does the staging database listen?"


def test_a_conversation_reaches_the_bus_in_order(hermes: Hermes) -> None:
    hermes.model.plays(
        use("terminal", command="false"), use("read_file", path="nothing.txt"), say("It failed."), say("Goodbye.")
    )
    told = flow(hermes, {"text": "Run false."}, {"text": "Leave."})
    assert told["events"] == [
        ["session_start", "new"],
        ["context", "Run false."],
        ["tool_call", "terminal", "false"],
        ["tool_result", "terminal", True, 1],
        ["tool_call", "read_file", None],
        ["tool_result", "read_file", True, None],
        ["turn_end", "Run false.", "It failed."],
        ["context", "Leave."],
        ["turn_end", "Leave.", "Goodbye."],
        ["session_shutdown"],
    ]
    first, second = hermes.model.users()
    assert "This project deploys on Tuesdays" in first
    assert second == "Leave."
    assert "Tuesdays" not in hermes.model.system()


@pytest.mark.parametrize("platform", ["subagent", "cron", "curator"])
def test_errands_of_hermes_reach_nobody(platform: str, hermes: Hermes) -> None:
    hermes.model.plays(use("terminal", command="false"), say("Done."))
    told = flow(hermes, {"text": RELATED}, platform=platform)
    assert told["events"] == []
    assert hermes.model.users() == [RELATED]


def test_a_compaction_is_told_once_and_lets_notes_speak_again(hermes: Hermes) -> None:
    hermes.remora("add", FACT)
    hermes.model.plays(say("On 6543."), say("Still on 6543."), say("As I said."), say("On 6543, once more."))
    told = flow(
        hermes,
        {"text": RELATED},
        {"text": f"{RELATED} Again, please."},
        {"text": "And where does the database listen?", "history": 48},
        {"text": f"{RELATED} Once more."},
        context=65_536,
    )
    compactions = [event for event in told["events"] if event[0] == "session_compact"]
    assert [event[1] for event in compactions] == ["after"]
    assert SUMMARY in compactions[0][2]
    assert "REFERENCE ONLY" not in compactions[0][2]
    shown = [FACT in hermes.model.users(request)[-1] for request in range(4)]
    assert shown[0] is True  # as it matters
    assert shown[1] is False  # shown already, and still in the history
    assert True in shown[2:]  # the compaction took it out of the history
    assert shown[2:].count(True) == 1
