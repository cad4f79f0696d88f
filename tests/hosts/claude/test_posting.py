"""The real Claude Code that posts its events to the resident process, as docs/claude.md tells: no process an event."""

import json
import socket
from typing import Any

import pytest
from hosts.claude.conftest import Claude
from hosts.claude.model_server import say, use

from remora.hosts.hooks.launch import http_token

FACT = "The staging database listens on port 6543"
RELATED = "On which port does the staging database listen?"
UNRELATED = "Draw a logo with a blue fish for the landing page."
SUMMARY = "It is open on which port the staging database listens."
BY_PROCESS = "SessionStart"  # Claude Code posts every event but this one, which starts our process anyway


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
def posting(claude: Claude) -> Claude:
    """Its settings after the change by hand."""
    port = free_port()
    claude.learns(claude.model.url)
    config = claude.memory / "config.toml"
    config.write_text(f"serve_http_port = {port}\n{config.read_text()}", encoding="utf-8")
    claude.install()
    settings: dict[str, Any] = json.loads(claude.settings.read_text(encoding="utf-8"))
    for event in set(settings["hooks"]) - {BY_PROCESS}:
        hook = {
            "type": "http", "url": f"http://127.0.0.1:{port}/v1/events/claude/{event}",
            "headers": {"Authorization": f"Bearer {http_token(claude.memory)}"},
        }  # fmt: skip
        settings["hooks"][event] = [{"hooks": [hook]}]
    claude.settings.write_text(json.dumps(settings), encoding="utf-8")
    return claude


def test_prompts_tools_and_their_failures_are_told_by_http(posting: Claude) -> None:
    posting.remora("add", FACT)
    lines = (use("Bash", command="true"), use("Bash", command="sh -c 'exit 3'"), say("On 6543."))
    session = posting.says(RELATED, *lines)
    assert posting.model.given(0).count(FACT) == 1
    assert posting.events(session) == [
        ("tool", "Bash: ok None"), ("tool", "Bash: failed 3"), ("turn", f"{RELATED} -> On 6543."),
    ]  # fmt: skip
    posting.says(UNRELATED, say("Here it is."))
    assert "<remora-memory>" not in posting.model.given(0)


def test_after_a_compaction_that_was_posted_the_next_prompt_is_given_what_was_dropped(posting: Claude) -> None:
    posting.remora("add", FACT)
    posting.says(RELATED, say("On 6543."))
    posting.model.plays()
    posting.model.errand = lambda prompt: f"<analysis>So.</analysis><summary>{SUMMARY}</summary>"
    posting.claude("-c", "-p", "/compact")
    posting.says(UNRELATED, say("Here it is."), more=True)
    assert SUMMARY in posting.model.given(0)
    assert posting.model.given(0).count(FACT) == 1
