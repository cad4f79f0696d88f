"""The real Codex: what its model reads, what memory keeps, and that it leaves as it came."""

import json
from pathlib import Path

import pytest
from hosts.codex.conftest import Codex
from hosts.codex.model_server import say, use
from hosts.person import awaited, fixtures, keys

FACT = "The staging database listens on port 6543"
RELATED = "On which port does the staging database listen?"
UNRELATED = "Draw a logo with a blue fish for the landing page."
SUMMARY = "It is open on which port the staging database listens."
DEPLOY = "./deploy.sh"
COMPACTS = "model_auto_compact_token_limit = 50"  # fewer than the scripted model says it has used


def test_a_related_prompt_is_given_the_note_and_an_unrelated_one_nothing(codex: Codex) -> None:
    codex.install()
    codex.remora("add", FACT)
    codex.says(RELATED, say("On 6543."))
    assert codex.model.given(0).count(FACT) == 1
    codex.says(UNRELATED, say("Here it is."))
    assert "<remora-memory>" not in codex.model.given(0)


def test_an_event_that_is_null_is_as_good_as_none(codex: Codex) -> None:
    before = '{"hooks": {"UserPromptSubmit": null}}'
    codex.hooks.write_text(before, encoding="utf-8")
    codex.install()
    codex.remora("add", FACT)
    codex.says(RELATED, say("On 6543."))
    assert codex.model.given(0).count(FACT) == 1
    codex.remora("uninstall", "codex", "--yes")
    assert codex.hooks.read_text(encoding="utf-8") == before


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_codex_runs_no_hook_of_a_file_with_a_byte_order_mark(codex: Codex, mark: str) -> None:
    """Why the installer refuses such a file."""
    ran = codex.folder / "ran"
    hooks = {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": f"touch {ran}"}]}]}
    codex.hooks.write_text(mark + json.dumps({"hooks": hooks}), encoding="utf-8")
    codex.says("Hello.", say("Hello."))
    assert ran.exists() == (not mark)


def test_a_failure_is_told_with_its_fix_in_a_later_session(codex: Codex) -> None:
    codex.install()
    file = codex.project / "deploy.sh"
    file.write_text("#!/bin/sh\nexit $(cat code)\n", encoding="utf-8")
    file.chmod(0o644)
    (codex.project / "code").write_text("0", encoding="utf-8")
    session = codex.says(
        "Deploy it.", use("exec_command", cmd=DEPLOY), use("exec_command", cmd="chmod +x deploy.sh"),
        use("exec_command", cmd=DEPLOY), say("Deployed."),
    )  # fmt: skip
    assert codex.events(session) == [
        ("tool", "Bash: failed 126"), ("tool", "Bash: ok 0"), ("tool", "Bash: ok 0"),
    ]  # fmt: skip
    file.chmod(0o644)
    codex.says("Deploy it.", use("exec_command", cmd=DEPLOY), say("It is not executable."))
    assert "failed here before" not in codex.model.given(0)
    assert f"`{DEPLOY}` failed here before" in codex.model.given(1)
    assert "chmod +x deploy.sh" in codex.model.given(1)
    assert codex.model.given(1).count("failed here before") == 1


def test_a_command_that_fails_without_a_word_failed(codex: Codex) -> None:
    codex.install()
    session = codex.says("Run it.", use("exec_command", cmd="sh -c 'exit 3'"), say("It failed."))
    assert codex.events(session) == [("tool", "Bash: failed 3")]  # the event has no code; Codex's record has


def test_a_session_that_ends_is_captured(codex: Codex) -> None:
    said, fact = "We decided that releases are tagged by the nightly job alone.", "The nightly job alone tags releases."

    def writes(prompt: str) -> str:
        rows = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"n"')]
        (number,) = [row["n"] for row in rows if row["text"] == said]
        return json.dumps({"facts": [{"text": fact, "n": number, "quote": said}]})

    codex.learns(codex.model.url)
    codex.install()
    codex.model.plays()
    codex.model.cheap.writes = writes
    ran = codex.run(
        codex.binary, "exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox",
        "--dangerously-bypass-hook-trust", said,
    )  # fmt: skip
    assert ran.code == 0, ran
    (note,) = awaited(lambda: codex.notes("capture:shutdown"))
    assert note["text"] == fact


def test_after_a_compaction_the_next_prompt_is_given_what_the_summary_is_about(codex: Codex) -> None:
    codex.learns(codex.model.url)
    codex.install()
    codex.remora("add", FACT)
    codex.says("Draw a fish.", say("Here it is."))
    codex.configure(COMPACTS)
    codex.says(UNRELATED, say("Here it is."), more=True, summary=SUMMARY)
    assert SUMMARY in codex.model.given(0)
    assert codex.model.given(0).count(FACT) == 1


def test_hooks_that_are_not_trusted_yet_do_no_harm(codex: Codex) -> None:
    codex.install()
    codex.remora("add", FACT)
    session = codex.says(RELATED, say("I do not know."), trusted=False)
    assert FACT not in codex.model.given(0)
    assert codex.events(session) == []


def test_uninstalling_leaves_every_byte_as_it_was(codex: Codex) -> None:
    before, beside = codex.hooks.read_bytes(), (codex.hooks.parent / "config.toml").read_bytes()
    codex.install()
    assert codex.hooks.read_bytes() != before
    codex.says(RELATED, say("I do not know."))
    codex.remora("uninstall", "codex", "--yes")
    assert codex.hooks.read_bytes() == before
    assert (codex.hooks.parent / "config.toml").read_bytes() == beside


def test_its_events_still_say_what_was_recorded_of_them(codex: Codex, tmp_path: Path) -> None:
    file, hook = tmp_path / "heard.jsonl", tmp_path / "record.sh"
    hook.write_text(f'#!/bin/sh\nprintf \'{{"event":"%s","body":%s}}\\n\' "$1" "$(cat)" >> {file}\n', encoding="utf-8")
    hook.chmod(0o755)
    known = keys(fixtures("codex", "events.jsonl"))
    events = [event for event in known if event != "Interrupt"]
    hooks = {event: [{"hooks": [{"type": "command", "command": f"{hook} {event}", "timeout": 3}]}] for event in events}
    codex.hooks.write_text(json.dumps({"hooks": hooks}), encoding="utf-8")
    codex.says("Run it.", use("exec_command", cmd="true"), say("Done."))
    codex.configure(COMPACTS)
    codex.says("Go on.", say("Well."), more=True)
    found = keys([json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()])
    for event in events:
        assert known[event] <= found[event], event
