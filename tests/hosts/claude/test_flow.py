"""The real Claude Code: what its model reads, what memory keeps, and that it leaves as it came."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from hosts.claude.conftest import Claude
from hosts.claude.model_server import say, use
from hosts.person import awaited, fixtures, keys

from remora.hosts.hooks import plugin_files

FACT = "The staging database listens on port 6543"
RELATED = "On which port does the staging database listen?"
UNRELATED = "Draw a logo with a blue fish for the landing page."
SUMMARY = "It is open on which port the staging database listens."
DEPLOY = "./deploy.sh"


def script(claude: Claude) -> Path:
    """A script that nobody has made executable yet."""
    made = claude.project / "deploy.sh"
    made.write_text("#!/bin/sh\necho deployed\n", encoding="utf-8")
    made.chmod(0o644)
    return made


def test_a_related_prompt_is_given_the_note_and_an_unrelated_one_nothing(claude: Claude) -> None:
    claude.install()
    claude.remora("add", FACT)
    claude.says(RELATED, say("On 6543."))
    assert claude.model.given(0).count(FACT) == 1
    assert "UserPromptSubmit hook additional context: <remora-memory>" in claude.model.given(0)
    claude.says(UNRELATED, say("Here it is."))
    assert "<remora-memory>" not in claude.model.given(0)


def test_a_note_is_shown_once_in_a_conversation(claude: Claude) -> None:
    claude.install()
    claude.remora("add", FACT)
    claude.says(RELATED, say("On 6543."))
    claude.says(f"{RELATED} Again, please.", say("Still on 6543."), more=True)
    assert claude.model.given(0).count(FACT) == 1


def test_a_failure_is_told_with_its_fix_in_a_later_session(claude: Claude) -> None:
    claude.install()
    file = script(claude)
    session = claude.says(
        "Deploy it.", use("Bash", command=DEPLOY), use("Bash", command="chmod +x deploy.sh"),
        use("Bash", command=DEPLOY), say("Deployed."),
    )  # fmt: skip
    assert "failed here before" not in claude.model.given()
    assert claude.events(session) == [
        ("tool", "Bash: failed 126"), ("tool", "Bash: ok None"), ("tool", "Bash: ok None"),
    ]  # fmt: skip

    file.chmod(0o644)
    claude.says("Deploy it.", use("Bash", command=DEPLOY), say("It is not executable."))
    before, after = claude.model.given(0), claude.model.given(1)
    assert "failed here before" not in before
    assert f"`{DEPLOY}` failed here before" in after
    assert "chmod +x deploy.sh" in after
    assert after.count("failed here before") == 1


def test_a_session_that_ends_is_captured(claude: Claude) -> None:
    said, fact = "We decided that releases are tagged by the nightly job alone.", "The nightly job alone tags releases."

    def writes(prompt: str) -> str:
        rows = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"n"')]
        (number,) = [row["n"] for row in rows if row["text"] == said]
        return json.dumps({"facts": [{"text": fact, "n": number, "quote": said}]})

    claude.learns(claude.model.url)
    claude.install()
    claude.model.plays(say("Noted."))
    claude.model.cheap.writes = writes
    claude.claude("-p", said)
    (note,) = awaited(lambda: claude.notes("capture:shutdown"))
    assert note["text"] == fact
    assert len(claude.model.cheap.asked) == 1


def test_after_a_compaction_the_next_prompt_is_given_what_the_summary_is_about(claude: Claude) -> None:
    claude.learns(claude.model.url)
    claude.install()
    claude.remora("add", FACT)
    claude.says(RELATED, say("On 6543."))
    claude.says("Draw a fish.", say("Here it is."), more=True)
    claude.model.plays()
    claude.model.errand = lambda prompt: f"<analysis>So.</analysis><summary>{SUMMARY}</summary>"
    claude.claude("-c", "-p", "/compact")
    claude.says(UNRELATED, say("Here it is."), more=True)
    assert SUMMARY in claude.model.given(0)
    assert claude.model.given(0).count(FACT) == 1
    claude.says("And a red one.", say("Here it is."), more=True)
    assert claude.model.given(0).count(FACT) == 1  # delivered once


def test_agents_and_what_claude_code_writes_itself_are_not_the_person(claude: Claude) -> None:
    claude.learns(claude.model.url)
    claude.install()
    claude.remora("add", FACT)
    session = claude.says(
        "Send somebody.", use("Task", subagent_type="general-purpose", description="look", prompt=RELATED),
        say("Somebody looks."), say("The agent is done."), say("All is done."),
    )  # fmt: skip
    assert all(FACT not in claude.model.given(number) for number in range(len(claude.model.asked)))
    kinds = [event for event in claude.events(session) if event[0] == "turn"]
    assert [told.split(" -> ")[0] for _, told in kinds] == ["Send somebody."]


def test_a_resident_process_that_ends_in_the_middle_of_a_turn_costs_no_word(claude: Claude) -> None:
    claude.learns(claude.model.url)
    claude.install()
    session = claude.says(
        "Stop it, and tell me.", use("Bash", command=f"{sys.executable} -m remora serve stop"),
        use("Bash", command="false"),
        say("It is stopped."),
    )  # fmt: skip
    turn = ("turn", "Stop it, and tell me. -> It is stopped.")  # asked in one process, answered in another
    assert awaited(lambda: turn in claude.events(session))
    assert ("tool", "Bash: probe 1") in claude.events(session)


@pytest.mark.parametrize("gone", ["nothing", "hooks", "serve", "memory.db"])
def test_whatever_of_ours_is_gone_the_person_sees_nothing_of_it(claude: Claude, gone: str) -> None:
    claude.install()
    claude.remora("serve", "stop")
    place = claude.memory / gone
    if place.is_dir():
        shutil.rmtree(place)
    elif place.is_file():
        place.write_bytes(b"no database")
    claude.model.plays(use("Bash", command="false"), say("It failed."))
    options = ("--output-format", "stream-json", "--verbose", "--allowedTools", "Bash")
    ran = claude.claude("-p", "Run false.", *options)
    assert "It failed." in ran.out
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert not [one for one in told if one.get("tag") == "hook_no_verdict" or one.get("level") == "warning"]
    record = "".join(file.read_text("utf-8") for file in claude.settings.parent.glob("projects/*/*.jsonl"))
    assert "hook_non_blocking_error" not in record
    assert "Traceback" not in ran.out + ran.err + record


def test_the_first_prompt_of_all_is_kept_while_the_process_only_starts(claude: Claude) -> None:
    claude.learns(claude.model.url)
    claude.remora("install", "claude", "--yes")
    session = claude.says(RELATED, say("I do not know."))
    assert awaited(lambda: ("turn", f"{RELATED} -> I do not know.") in claude.events(session))


def test_what_a_plugin_starts_fires_nothing(claude: Claude) -> None:
    claude.learns(claude.model.url)
    claude.install()
    claude.remora("add", FACT)
    claude.variables["REMORA_INSIDE"] = "1"
    session = claude.says(RELATED, say("I do not know."))
    del claude.variables["REMORA_INSIDE"]
    assert FACT not in claude.model.given(0)
    assert claude.events(session) == []


def test_uninstalling_leaves_every_byte_as_it_was(claude: Claude) -> None:
    before = claude.settings.read_bytes()
    claude.install()
    assert claude.settings.read_bytes() != before
    claude.remora("install", "claude", "--yes")
    claude.says(RELATED, say("I do not know."))
    claude.remora("uninstall", "claude", "--yes")
    assert claude.settings.read_bytes() == before
    # Claude Code itself keeps an empty folder of each plugin that it has seen, in its own `plugins/data`.
    left = [path for path in claude.settings.parent.rglob("*remora*") if path.is_file() or any(path.iterdir())]
    assert left == []
    assert not (claude.settings.parent / "skills").exists()


@pytest.mark.parametrize("before", ["\ufeff" + '{"model": "sonnet"}', '{"hooks": {"UserPromptSubmit": null}}'])
def test_settings_that_claude_code_reads_are_good_enough(claude: Claude, before: str) -> None:
    claude.settings.write_text(before, encoding="utf-8")
    claude.install()
    claude.remora("add", FACT)
    claude.says(RELATED, say("On 6543."))
    assert claude.model.given(0).count(FACT) == 1
    assert claude.settings.read_text(encoding="utf-8").startswith("\ufeff") == before.startswith("\ufeff")
    claude.remora("uninstall", "claude", "--yes")
    assert claude.settings.read_text(encoding="utf-8") == before


def test_the_plugin_is_one_and_brings_its_command(claude: Claude) -> None:
    claude.install()
    folder = claude.settings.parent / "skills" / "remora"
    assert "Validation passed" in claude.claude("plugin", "validate", folder).out
    assert "remora@skills-dir" in claude.claude("plugin", "list").out
    claude.says("/remora:memory staging", say("Nothing."))
    assert "long-term memory of this project, with these words: staging" in claude.model.given(0)


def test_the_model_is_told_of_the_skill_and_can_read_it(claude: Claude) -> None:
    claude.install()
    claude.says("Hello.", use("Skill", skill="remora:recall"), say("Hello."))
    asked = json.dumps(claude.model.asked[0])
    assert "remora:recall" in asked
    assert "Use it when something earlier is missing" in asked
    assert "search before you ask them" in claude.model.given(1)


@pytest.mark.skipif(not plugin_files.serves(), reason="the extra mcp is not installed, or there is no `remora mcp` yet")
def test_the_plugin_brings_the_memory_as_tools(claude: Claude) -> None:
    claude.install()
    claude.remora("add", FACT)
    tool = "mcp__plugin_remora_memory__memory_search"
    claude.model.plays(use(tool, query="staging port"), say("On 6543."))
    claude.claude("-p", "Look it up.", "--allowedTools", tool)
    assert FACT in claude.model.given(1)


def test_the_plugin_can_bring_the_hooks_and_leave_the_settings_alone(claude: Claude) -> None:
    before = claude.settings.read_bytes()
    claude.install()
    claude.install("--plugin")
    assert claude.settings.read_bytes() == before
    assert "Validation passed" in claude.claude("plugin", "validate", claude.settings.parent / "skills" / "remora").out
    claude.remora("add", FACT)
    claude.says(RELATED, say("On 6543."))
    assert claude.model.given(0).count(FACT) == 1


@pytest.fixture
def recorded(claude: Claude, tmp_path: Path) -> Path:
    """What a hook of the test's own hears, beside ours."""
    file, hook = tmp_path / "heard.jsonl", tmp_path / "record.sh"
    hook.write_text(f'#!/bin/sh\nprintf \'{{"event":"%s","body":%s}}\\n\' "$1" "$(cat)" >> {file}\n', encoding="utf-8")
    hook.chmod(0o755)
    events = sorted(keys(fixtures("claude", "events.jsonl")))
    hooks = {event: [{"hooks": [{"type": "command", "command": f"{hook} {event}"}]}] for event in events}
    claude.settings.write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    return file


def test_its_events_still_say_what_was_recorded_of_them(claude: Claude, recorded: Path) -> None:
    claude.says("Run it.", use("Bash", command="true"), use("Bash", command="false"), say("It failed."))
    claude.model.plays()
    claude.claude("-c", "-p", "/compact")
    found = keys([json.loads(line) for line in recorded.read_text(encoding="utf-8").splitlines()])
    known = keys(fixtures("claude", "events.jsonl"))
    for event in ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PreCompact",
                  "PostCompact", "Stop", "SessionEnd"):  # fmt: skip
        assert known[event] <= found[event], event
