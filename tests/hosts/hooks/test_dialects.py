"""The door of the dialects: what counts, what is late, and that nothing gets out of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from hosts.claude.stand_in import DEADLINE_MS, NOW, SESSION, StandIn, at_now
from hosts.codex.stand_in import StandIn as Codex
from hosts.hooks.conftest import Told
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from remora.hosts.hooks import conversation
from remora.hosts.hooks.body import MOST_BYTES
from remora.hosts.hooks.dialects import DIALECTS, Dialects
from remora.hosts.hooks.heard import Heard
from remora.wiring import Remora
from remora_hookspecs.testing import ScriptTool

FACT = "The staging database listens on port 6543"
RELATED = "On which port does the staging database listen?"
FAILS = ScriptTool(tool="Bash", command="make relase", exit_code=2, output="make: *** No rule to make target 'relase'")
WORKS = ScriptTool(tool="Bash", command="make release", output="built")


def heard(host: str = "claude", event: str = "UserPromptSubmit", body: bytes = b"{}", profile: str = "") -> Heard:
    return Heard(host=host, event=event, body=body, id="k", at_ms=NOW, deadline_ms=DEADLINE_MS, profile=profile)


def prompt(text: str, **more: Any) -> bytes:
    return json.dumps({"session_id": SESSION, "prompt": text, **more}).encode()


def remember(remora: Remora, cwd: str) -> None:
    from remora.project import key_of

    remora.memory.add(FACT, project=key_of(Path(cwd)))


@pytest.fixture
def shop(tmp_path: Path) -> str:
    (tmp_path / "shop").mkdir()
    return str(tmp_path / "shop")


def test_a_prompt_is_answered_with_what_matters(remora: Remora, dialects: Dialects, shop: str) -> None:
    remember(remora, shop)
    host = StandIn(dialects, cwd=shop)
    assert FACT in host.turn(RELATED)
    assert host.turn("Draw a fish.") == "Draw a fish."


def test_two_projects_do_not_meet(remora: Remora, dialects: Dialects, shop: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    remember(remora, shop)
    assert FACT not in StandIn(dialects, session="other", cwd=str(tmp_path / "other")).turn(RELATED)


def test_a_session_keeps_the_folder_it_began_in(remora: Remora, dialects: Dialects, shop: str, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    remember(remora, shop)
    host = StandIn(dialects, cwd=shop)
    host.start()
    host.cwd = str(tmp_path / "other")
    assert FACT in host.turn(RELATED)


def test_a_hint_rides_with_the_result_of_a_later_session(dialects: Dialects, shop: str) -> None:
    host = StandIn(dialects, cwd=shop)
    host.turn("Build it.")
    assert host.call(FAILS) == FAILS.output
    host.call(WORKS)
    host.leave()
    later = StandIn(dialects, session="later", cwd=shop)
    later.turn("Build it.")
    assert "`make relase` failed here before" in later.call(FAILS)


def test_what_comes_too_late_is_kept_and_nothing_is_recalled(
    remora: Remora, told: Told, dialects: Dialects, shop: str
) -> None:
    remember(remora, shop)
    host = StandIn(dialects, cwd=shop, late=True)
    assert host.turn(RELATED) == RELATED
    assert host.call(FAILS) == FAILS.output
    host.reply("I do not know.")
    host.leave()
    assert told.events == [("turn_end", RELATED, "I do not know."), ("session_shutdown",)]
    kinds = {event.kind: event.record for event in remora.memory.events(SESSION)}
    assert kinds["tool"]["outcome"] == "failed"
    assert (kinds["turn"]["text"], kinds["turn"]["reply"]) == (RELATED, "I do not know.")
    assert FACT in StandIn(dialects, cwd=shop).turn(RELATED)  # it was not shown yet


def test_an_answer_whose_time_is_over_is_not_asked_for(remora: Remora, told: Told, shop: str) -> None:
    remember(remora, shop)
    dialects = Dialects(lambda _: remora, clock=lambda: at_now() + DEADLINE_MS / 1_000)
    assert StandIn(dialects, cwd=shop).turn(RELATED) == RELATED
    assert told.events == []


def test_the_order_of_a_compaction_is_claude_codes(told: Told, dialects: Dialects) -> None:
    host = StandIn(dialects)
    host.turn("Build it.")
    host.reply("Done.")
    told.events.clear()
    assert host.compact("All is built.") == ""
    assert told.events == [("session_compact", "before", None), ("session_compact", "after", "All is built.")]


def test_what_a_compaction_left_stands_before_the_next_turn(remora: Remora, dialects: Dialects, shop: str) -> None:
    remember(remora, shop)
    host = StandIn(dialects, cwd=shop)
    host.turn("Draw a fish.")
    host.compact("It is open on which port the staging database listens.")
    assert FACT in host.turn("Draw another.")


def test_an_interrupted_turn_keeps_the_persons_words(told: Told, dialects: Dialects) -> None:
    host = StandIn(dialects)
    host.turn("Build it.")
    host.turn("Stop, test it.")
    host.reply("Tested.")
    ends = [event for event in told.events if event[0] == "turn_end"]
    assert ends == [("turn_end", "Build it.", ""), ("turn_end", "Stop, test it.", "Tested.")]


def test_a_reply_to_a_prompt_that_another_process_heard_is_read_from_the_record(
    remora: Remora, told: Told, dialects: Dialects, tmp_path: Path
) -> None:
    host = Codex(dialects, tmp_path)
    host.turn("Build it.")
    told.events.clear()
    host.dialects = Dialects(lambda _: remora, clock=at_now)
    host.reply("Done.")
    assert told.events == [("turn_end", "Build it.", "Done.")]


def test_a_conversation_that_another_process_began_goes_on(remora: Remora, told: Told, dialects: Dialects) -> None:
    host = StandIn(dialects)
    host.turn("Build it.")
    host.reply("Done.")
    told.events.clear()
    host.dialects = Dialects(lambda _: remora, clock=at_now)
    host.call(WORKS)
    host.turn("Test it.")
    assert [event[:2] for event in told.events] == [
        ("tool_call", "Bash"), ("tool_result", "Bash"), ("session_start", "resume"), ("context", "Test it."),
    ]  # fmt: skip


def test_a_start_that_came_too_late_is_told_with_the_first_turn(told: Told, dialects: Dialects) -> None:
    host = StandIn(dialects, late=True)
    host.start()
    assert told.events == []
    host.late = False
    host.turns = 1
    host.turn("Build it.")
    assert told.events == [("session_start", "new"), ("context", "Build it.")]


def test_a_memory_file_of_the_host_is_not_said_again(remora: Remora, dialects: Dialects, shop: str) -> None:
    remember(remora, shop)
    (Path(shop) / "CLAUDE.md").write_text(f"# Shop\n\n- {FACT}.\n", encoding="utf-8")
    assert StandIn(dialects, cwd=shop).turn(RELATED) == RELATED
    assert all(event.kind != "heard" for event in remora.memory.events(SESSION))


def test_an_event_of_an_agent_of_the_hosts_fires_nothing(told: Told, dialects: Dialects) -> None:
    host = StandIn(dialects)
    for event in DIALECTS["claude"].events:
        assert host.fire(event, agent_id="a1", prompt=RELATED) == b""
    assert told.events == []


def test_a_profile_without_memory_is_silent(told: Told, dialects: Dialects) -> None:
    assert dialects.answer(heard(body=prompt("Hello."), profile="gone")) == b""
    assert told.events == []


@pytest.mark.parametrize(
    "event",
    [
        heard(host="nobody"),
        heard(event="Nothing"),
        heard(body=b""),
        heard(body=b"[1, 2]"),
        heard(body=b"{" * 100_000),
        heard(body=b'{"session_id": 7, "prompt": "x"}'),
        heard(body=b'{"session_id": "' + b"x" * 1_000 + b'"}'),
        heard(body=b'{"session_id": "s", "prompt": "' + b"x" * MOST_BYTES + b'"}'),
    ],
)
def test_what_is_no_event_is_left(event: Heard, told: Told, dialects: Dialects) -> None:
    assert dialects.answer(event) == b""
    assert told.events == []


def test_a_fault_of_ours_is_silence(
    dialects: Dialects, mocker: MockerFixture, caplog: pytest.LogCaptureFixture
) -> None:
    mocker.patch.object(conversation.Conversation, "tell", side_effect=RuntimeError("ours"))
    assert dialects.answer(heard(body=prompt("Hello."))) == b""
    assert "nothing was answered (RuntimeError)" in caplog.text


def test_an_answer_is_never_longer_than_a_host_takes(remora: Remora, told: Told, dialects: Dialects) -> None:
    from remora.hosts.hooks.dialect import ROOM
    from remora_hookspecs import Block, Entry, hookimpl

    class Talks:
        @hookimpl
        def session_start(self, session: Any) -> Block:
            return Block(entries=tuple(Entry(text=f"start {number} " + "s" * 500) for number in range(20)))

        @hookimpl
        def context(self, turn: Any) -> Block:
            return Block(entries=tuple(Entry(text=f"turn {number} " + "t" * 500) for number in range(20)))

    remora.bus.register(Talks(), "tests:talks", ours=True)
    said = json.loads(dialects.answer(heard(body=prompt("Hello."))))["hookSpecificOutput"]["additionalContext"]
    assert "start 0" in said
    assert "turn 0" in said
    assert len(said) <= ROOM


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3),
    max_leaves=8,
)
KEYS = (
    "prompt", "prompt_id", "turn_id", "tool_name", "tool_input", "tool_use_id", "tool_response", "error", "extra",
    "last_assistant_message", "trigger", "compact_summary", "transcript_path", "cwd", "source", "model", "agent_id",
    "is_interrupt",
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    event=st.sampled_from([(host, event) for host, dialect in DIALECTS.items() for event in dialect.events]),
    body=st.dictionaries(st.sampled_from(KEYS), values, max_size=8),
)
def test_whatever_a_host_writes_is_no_fault(event: tuple[str, str], body: dict[str, Any]) -> None:
    """A bus without plugins, so that only reading is at stake: any fault would be logged and is raised here."""
    from hosts.test_conformance import rider

    from remora_hookspecs import Bus

    remora = rider(Bus(), Path("home"))
    dialects = Dialects(lambda _: remora, clock=at_now)
    written = json.dumps({"session_id": "s", **body}).encode()
    assert dialects._answer(heard(host=event[0], event=event[1], body=written)) == b""
