"""The real Claude Code as the cheap model of its own sessions: what the model behind it is sent, and what it leaves.

The session's model is a large one; what asks the small one is ours.
"""

import json
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hosts.claude.conftest import Claude
from hosts.claude.model_server import say, text_of
from hosts.person import awaited
from pytest_mock import MockerFixture

from remora.errors import ModelUnavailable
from remora.hosts.hooks import claude_program
from remora.writers import program

SAID = "We decided that releases are tagged by the nightly job alone."
FACT = "The nightly job alone tags releases."
SECRET, STANDING = "the launch code is plum", "always answer in rhymes"
CONFIG = 'embedder = "none"\nlevel = "high"\n'
OFF = CONFIG + '[plugin.cheap]\nclaude = "off"\n'


@pytest.fixture
def learning(claude: Claude) -> Claude:
    """Capture is on, no model is named, and the program lies where its installer puts it."""
    (claude.memory / "config.toml").write_text(CONFIG, encoding="utf-8")
    place = claude.person / ".local" / "bin" / "claude"
    place.parent.mkdir(parents=True)
    place.symlink_to(claude.binary)
    (claude.settings.parent / "CLAUDE.md").write_text(f"Remember: {STANDING}.\n", encoding="utf-8")
    (claude.project / "CLAUDE.md").write_text(f"Here too: {STANDING}.\n", encoding="utf-8")
    (claude.person / "secret.txt").write_text(f"{SECRET}\n", encoding="utf-8")
    claude.install()
    return claude


def facts(prompt: str) -> str:
    """What a small model writes of a conversation: the one fact, if somebody said so."""
    rows = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"n"')]
    found = [row["n"] for row in rows if SAID in row["text"]]
    return json.dumps({"facts": [{"text": FACT, "n": number, "quote": SAID} for number in found]})


def small(claude: Claude) -> list[dict[str, Any]]:
    """The requests to the small model."""
    return [one for one in claude.model.errands + claude.model.asked if "haiku" in one["model"]]


def session(claude: Claude, prompt: str) -> None:
    claude.model.plays(say("Noted."))
    claude.model.errand = facts
    claude.claude("-p", prompt, "--model", "sonnet")


def records(claude: Claude) -> list[Path]:
    """What Claude Code keeps of sessions."""
    return sorted(file for file in claude.settings.parent.rglob("*.jsonl") if file.is_file())


def test_a_session_becomes_a_note_by_its_own_hosts_small_model(learning: Claude) -> None:
    session(learning, f"{SAID} See @~/secret.txt and @{learning.person}/secret.txt.")
    kept = records(learning)
    (note,) = awaited(lambda: learning.notes("capture:shutdown"))
    assert note["text"] == FACT

    (asked,) = small(learning)
    sent = json.dumps(asked)
    assert SAID in sent
    assert not asked.get("tools")
    assert STANDING not in sent
    assert SECRET not in sent
    assert "thinking" not in asked
    assert asked["max_tokens"] == 2_000
    assert text_of(asked["messages"][0]).startswith("You keep the long-term memory")
    assert STANDING in json.dumps(learning.model.asked[0])  # the session itself reads all that
    assert SECRET in learning.model.given(0)

    # No session of ours: none is kept by Claude Code, and none was heard by our hooks.
    assert [file.name for file in records(learning)] == [file.name for file in kept]
    stats = json.loads(learning.remora("stats", "--json").out)
    assert (stats["sessions"], stats["models"]["today"]["calls"]) == (1, 1)
    assert list((learning.memory / "hosts" / "nowhere").iterdir()) == []


def test_the_command_line_asks_it_too_and_nothing_more_is_left_behind(learning: Claude) -> None:
    (learning.memory / "config.toml").write_text(OFF, encoding="utf-8")
    session(learning, SAID)
    learning.remora("serve", "stop")
    assert small(learning) == []
    ran = learning.remora("capture", "--json")
    assert "name one in [plugin.cheap]" in ran.err

    (learning.memory / "config.toml").write_text(CONFIG, encoding="utf-8")
    before = _tree(learning)
    dry = json.loads(learning.remora("capture", "--dry-run", "--json").out)
    assert [fact["text"] for fact in dry["sessions"][0]["facts"]] == [FACT]
    once = _tree(learning)
    done = json.loads(learning.remora("capture", "--json").out)
    assert [fact["what"] for fact in done["sessions"][0]["facts"]] == ["stored"]
    assert len(small(learning)) == 2
    assert _tree(learning) == once  # nothing grows by asking
    assert {path for path in once - before if "projects" in path or "history" in path or "telemetry" in path} == set()


def _tree(claude: Claude) -> set[str]:
    return {str(path.relative_to(claude.person)) for path in claude.person.rglob("*") if path.is_file()}


def test_what_keeps_it_from_answering_is_told(learning: Claude) -> None:
    (learning.memory / "config.toml").write_text(OFF, encoding="utf-8")
    session(learning, SAID)
    learning.remora("serve", "stop")
    (learning.memory / "config.toml").write_text(CONFIG, encoding="utf-8")
    learning.variables.update(ANTHROPIC_API_KEY="", ANTHROPIC_BASE_URL="")  # nobody is logged in
    ran = learning.remora("capture", "--json")
    assert "claude says: Not logged in" in ran.err
    assert json.loads(ran.out)["sessions"][0]["end"] == "no answer"
    assert "waits for the next boundary" in ran.err


def test_one_that_gets_no_answer_is_killed_in_time(
    learning: Claude, monkeypatch: pytest.MonkeyPatch, mocker: MockerFixture
) -> None:
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    for name, value in learning.environ().items():
        monkeypatch.setenv(name, value)
    asked, over = threading.Event(), threading.Event()

    def silent(prompt: str) -> str:
        asked.set()
        over.wait(60)
        return ""

    learning.model.plays()
    learning.model.errand = silent
    started = mocker.spy(program.subprocess, "Popen")
    try:
        with pytest.raises(ModelUnavailable, match="No model wrote: claude"):
            claude_program.ask(
                "Summarise.", model="haiku", folder=learning.settings.parent, home=learning.memory,
                answer_tokens=500, seconds=5.0,
            )  # fmt: skip
    finally:
        over.set()
    assert asked.is_set()
    assert [started.spy_return.poll()] == [-signal.SIGKILL]


def test_the_doctor_names_it(learning: Claude) -> None:
    checks = json.loads(learning.run(sys.executable, "-m", "remora", "doctor", "--json").out)["checks"]
    (found,) = [one for one in checks if one["name"] == "cheap model"]
    assert found["ok"]
    assert found["detail"] == f"haiku, Claude Code's own, by {learning.person}/.local/bin/claude"
