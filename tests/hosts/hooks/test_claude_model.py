"""Claude Code's own small model, through a program that stands for `claude`: when it is asked, how, and what is told.

The real program is asked in `tests/hosts/claude`.
"""

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from remora.errors import BadSettings
from remora.hosts.hooks import claude_model, claude_program
from remora.hosts.hooks import install as installing
from remora.hosts.hooks.install import CLAUDE, CODEX, Host
from remora.hosts.hooks.launch import client_of
from remora.settings import load
from remora.surfaces.cli import together
from remora.wiring import Remora, build
from remora.writers import conversation_of, table_of

MS = 60_000
KEEP = 'printf "%s\\n" "$@" > "$0.line"; cat > "$0.said"; env > "$0.env"; pwd > "$0.cwd"\n'
RESULT = json.dumps({"type": "result", "is_error": False, "result": "a summary"})
REFUSED = json.dumps({"type": "result", "is_error": True, "result": "Not logged in · Please run /login"})


@dataclass
class Person:
    """A person's machine: a home of Remora, and a `claude` that is a script."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch

    @property
    def home(self) -> Path:
        return self.folder / "memory"

    def claude(self, script: str, place: str = "bin") -> Path:
        path = self.folder / place / "claude"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{KEEP}{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def installs(self, host: Host = CLAUDE) -> None:
        plan = installing.install(host, self.home, client_of(self.home))
        together.write((*plan.changes, plan.record))

    def uninstalls(self) -> None:
        plan = installing.uninstall(CLAUDE, self.home)
        together.write((*plan.changes, plan.record))

    def opens(self, **settings: Any) -> Remora:
        explicit = {"embedder": "none", **settings}
        remora = build(load(home=self.home, environ={}, explicit=explicit))
        claude_model.lend(remora.bus, remora.settings)
        return remora

    def asks(self, prompt: str = "Summarise.", **settings: Any) -> str | None:
        remora = self.opens(**settings)
        try:
            return remora.memory.cheap.ask(prompt, timeout_ms=MS)
        finally:
            remora.close()

    def left(self, what: str, place: str = "bin") -> str:
        return (self.folder / place / f"claude.{what}").read_text(encoding="utf-8")


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    made = Person(tmp_path, monkeypatch)
    made.home.mkdir()
    (tmp_path / "person").mkdir()
    monkeypatch.setattr(claude_program, "PLACES", ("~/.local/bin",))  # not those of the machine that tests run on
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    for name in (CLAUDE.folder, CODEX.folder):
        monkeypatch.delenv(name, raising=False)
    made.claude(f"echo '{RESULT}'")
    return made


def test_it_writes_where_our_hooks_are_installed(person: Person) -> None:
    person.installs()
    assert person.asks() == "a summary"
    assert person.left("said") == "Summarise."


def test_a_program_on_the_path_is_no_choice_of_the_persons(person: Person) -> None:
    assert person.asks() is None
    person.installs(CODEX)
    assert person.asks() is None
    assert not (person.folder / "bin" / "claude.line").exists()


def test_once_uninstalled_it_is_asked_no_more_by_whoever_runs(person: Person) -> None:
    person.installs()
    remora = person.opens()
    assert remora.memory.cheap.ask("p", timeout_ms=MS) == "a summary"
    person.uninstalls()
    assert remora.memory.cheap.ask("p", timeout_ms=MS) is None
    remora.close()


def test_hooks_that_a_person_took_out_by_hand_count_as_none(person: Person) -> None:
    person.installs()
    (person.folder / "person" / ".claude" / "settings.json").write_text("{}", encoding="utf-8")
    assert person.asks() is None


def test_hooks_that_the_plugin_brings_count_as_well(person: Person) -> None:
    plan = installing.install(CLAUDE, person.home, client_of(person.home), hooks_in_plugin=True)
    together.write((*plan.changes, plan.record))
    assert installing.noted(CLAUDE, person.home) == (person.folder / "person" / ".claude",)
    assert person.asks() == "a summary"


@pytest.mark.parametrize(
    "cheap", [{"claude": "off"}, {"llm": "nobody"}, {"endpoint": "http://127.0.0.1:9/v1", "model": "m"}]
)
def test_what_the_profile_says_wins(person: Person, cheap: dict[str, str]) -> None:
    person.installs()
    assert person.asks(plugin={"cheap": cheap}) is None
    assert not (person.folder / "bin" / "claude.line").exists()


def test_who_turned_the_plugin_off_is_lent_none(person: Person) -> None:
    person.installs()
    assert person.asks(disabled=["cheap"]) is None


def test_another_model_may_be_named_and_no_option(person: Person) -> None:
    person.installs()
    assert person.asks(plugin={"cheap": {"claude": "sonnet[1m]"}}) == "a summary"
    assert "\n--model\nsonnet[1m]\n" in person.left("line")
    for wrong in ("--dangerously-skip-permissions", "", "a b", "haiku\n"):
        with pytest.raises(BadSettings, match=r"plugin\.cheap\.claude") as caught:
            table_of({"claude": wrong})
        assert "pattern" not in caught.value.message


def test_it_is_run_lean_without_hooks_and_for_one_answer(person: Person) -> None:
    person.installs()
    person.asks(plugin={"cheap": {"answer_tokens": 3_000}})
    words = person.left("line").splitlines()
    assert words[words.index("--model") + 1] == "haiku"
    assert words[words.index("--tools") + 1] == ""
    assert {"-p", "--safe-mode", "--strict-mcp-config", "--no-session-persistence"} <= set(words)
    said = json.loads(words[words.index("--settings") + 1])
    assert said["disableAllHooks"]
    assert said["permissions"] == {"deny": ["Read"]}
    assert said["env"]["CLAUDE_CODE_DISABLE_ATTACHMENTS"] == "1"
    assert said["env"]["CLAUDE_CODE_MAX_OUTPUT_TOKENS"] == "3000"
    assert 0 < int(said["env"]["API_TIMEOUT_MS"]) < MS
    cwd = Path(person.left("cwd").strip())
    assert cwd == person.home / claude_program.EMPTY
    assert list(cwd.iterdir()) == []


def test_its_environment_is_marked_and_no_sessions(person: Person) -> None:
    for name in claude_program.OF_A_SESSION:
        person.monkeypatch.setenv(name, "of a session")
    person.monkeypatch.setenv("CLAUDE_CODE_USE_BEDROCK", "1")
    person.installs()
    person.asks()
    told = dict(line.partition("=")[::2] for line in person.left("env").splitlines())
    assert told["REMORA_INSIDE"] == "1"
    assert told["CLAUDE_CODE_USE_BEDROCK"] == "1"
    assert "of a session" not in told.values()
    assert CLAUDE.folder not in told


def test_a_folder_of_claude_codes_that_lies_elsewhere_is_named(person: Person) -> None:
    person.monkeypatch.setenv(CLAUDE.folder, str(person.folder / "elsewhere"))
    person.installs()
    person.monkeypatch.delenv(CLAUDE.folder)  # of another session
    person.asks()
    assert f"{CLAUDE.folder}={person.folder / 'elsewhere'}\n" in person.left("env")


@pytest.mark.parametrize("prompt", ["/compact", "  /help", "!ls", "# a heading"])
def test_a_question_that_looks_like_a_command_is_none(person: Person, prompt: str) -> None:
    person.installs()
    person.asks(prompt)
    assert person.left("said") == f"The question:\n\n{prompt}"


def test_it_is_found_where_its_installers_put_it(person: Person) -> None:
    (person.folder / "bin" / "claude").unlink()
    person.installs()
    assert claude_program.program() is None
    person.claude(f"echo '{RESULT}'", "person/.local/bin")
    assert person.asks() == "a summary"


def test_all_that_happened_is_as_good_as_the_result(person: Person) -> None:
    rows = [{"type": "system"}, json.loads(RESULT)]
    person.claude(f"echo '{json.dumps(rows)}'")
    person.installs()
    assert person.asks() == "a summary"


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (f"echo '{REFUSED}'; exit 1", "claude says: Not logged in · Please run /login."),
        (f"echo '{REFUSED}'", "claude says: Not logged in · Please run /login."),
        ("echo \"error: unknown option '--safe-mode'\" >&2; exit 1", "claude says: error: unknown option"),
        ("exit 7", "it ended with 7 and said nothing."),
        ("echo hello", "claude says: hello."),
        ("echo '{\"result\": 7}'", 'claude says: {"result": 7}.'),
        ("kill -9 $$", "claude was ended by signal 9."),
        ("yes", "claude writes without end."),
        ("printf '%100000s' | tr ' ' '['", "claude says: [["),
    ],
)
def test_what_keeps_it_from_writing_is_one_line(
    person: Person, script: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    person.claude(script)
    person.installs()
    with caplog.at_level(logging.INFO, "remora.writers"):
        assert person.asks() is None
    (told,) = [one.getMessage() for one in caplog.records if one.name == "remora.writers"]
    assert told.startswith("No model wrote: ")
    assert reason in told
    assert len(told) < 500


def test_one_that_hangs_is_given_up_in_time(person: Person, caplog: pytest.LogCaptureFixture) -> None:
    person.claude("sleep 600")
    person.installs()
    remora = person.opens()
    with caplog.at_level(logging.INFO, "remora.writers"):
        assert remora.memory.cheap.ask("p", timeout_ms=1_500) is None
    remora.close()
    assert [one.getMessage() for one in caplog.records if one.name == "remora.writers"] == [
        "No model wrote: claude has not answered within 1.0 seconds."
    ]


@pytest.mark.parametrize(("host", "wrote"), [("claude", "a summary"), ("codex", None), ("hermes", None), ("", None)])
def test_conversations_of_other_hosts_are_not_shown_to_it(
    person: Person, host: str, wrote: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    person.installs()
    with conversation_of(host), caplog.at_level(logging.INFO, "remora.writers"):
        assert person.asks() == wrote
    assert ("for its own sessions alone" in caplog.text) == (wrote is None)


def test_each_question_counts_against_the_day_and_one_that_nobody_was_asked_does_not(person: Person) -> None:
    person.installs()
    remora = person.opens(model_calls_a_day=2)
    ask: Callable[..., str | None] = remora.memory.cheap.ask
    assert [ask("p", timeout_ms=MS) for _ in range(3)] == ["a summary", "a summary", None]
    assert remora.memory.cheap.spent().calls == 2
    remora.close()
