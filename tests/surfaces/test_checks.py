"""`remora doctor` says who would be asked for what sessions said, and what keeps that from happening."""

from pathlib import Path
from typing import Any

import pytest

from remora.hosts.hooks import claude_program

NAMED = 'endpoint = "http://127.0.0.1:9/v1"\nmodel = "small"\n'


@pytest.fixture
def doctor(remora: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the doctor says of the cheap model, under these settings."""
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    monkeypatch.delenv("NOWHERE_KEY", raising=False)

    def asked(text: str) -> dict[str, Any] | None:
        (tmp_path / "home").mkdir(exist_ok=True)
        (tmp_path / "home" / "config.toml").write_text(f'embedder = "none"\n{text}', encoding="utf-8")
        found = [one for one in remora("doctor", "--json").document["checks"] if one["name"] == "cheap model"]
        return found[0] if found else None

    return asked


def test_nobody_is_looked_for_where_nobody_is_to_be_asked(doctor: Any) -> None:
    assert doctor("") is None


def test_a_model_that_is_named_is_told(doctor: Any) -> None:
    found = doctor(f'level = "high"\n[plugin.cheap]\n{NAMED}')
    assert (found["ok"], found["detail"]) == (True, "http://127.0.0.1:9/v1")


def test_a_key_that_is_not_there_is_told_with_the_remedy(doctor: Any) -> None:
    found = doctor(f'level = "high"\n[plugin.cheap]\n{NAMED}key_env = "NOWHERE_KEY"\n')
    assert (found["ok"], found["detail"]) == (False, "No model was asked: the variable NOWHERE_KEY holds no key")
    assert found["hint"] == "Put the key there, and nothing else."


def test_a_host_that_lends_none_and_a_profile_that_names_none_capture_nothing(doctor: Any, remora: Any) -> None:
    assert doctor('level = "high"\n')["ok"]  # a host of another kind may lend its own
    remora("install", "codex", "--yes")
    found = doctor('level = "high"\n')
    assert not found["ok"]
    assert found["detail"] == "none is named in [plugin.cheap], and Codex lends none: nothing is captured"
    assert doctor('level = "high"\ncapture = false\n')["ok"]  # a dream needs no model for repetitions


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine where the one `claude` that may be found is this, and Claude Code's folder is empty."""
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    monkeypatch.setattr(claude_program, "PLACES", ())
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "person").mkdir()
    made = tmp_path / "bin" / "claude"
    made.write_text("#!/bin/sh\n", encoding="utf-8")
    made.chmod(0o755)
    return made


def test_claude_codes_own_is_named_with_its_program(doctor: Any, remora: Any, program: Path) -> None:
    remora("install", "claude", "--yes")
    found = doctor('level = "high"\n')
    assert (found["ok"], found["detail"]) == (True, f"haiku, Claude Code's own, by {program}")
    found = doctor('level = "high"\n[plugin.cheap]\nclaude = "sonnet"\n')
    assert found["detail"] == f"sonnet, Claude Code's own, by {program}"
    assert doctor(f'level = "high"\n[plugin.cheap]\n{NAMED}')["detail"] == "http://127.0.0.1:9/v1"


def test_claude_codes_own_that_is_off_or_not_found_captures_nothing(doctor: Any, remora: Any, program: Path) -> None:
    remora("install", "claude", "--yes")
    off = doctor('level = "high"\n[plugin.cheap]\nclaude = "off"\n')
    assert not off["ok"]
    assert off["detail"] == "none is named in [plugin.cheap], and Claude Code lends none: nothing is captured"
    program.unlink()
    gone = doctor('level = "high"\n')
    assert not gone["ok"]
    assert "the program claude is neither on the PATH nor where its installers put it" in gone["detail"]


def test_a_host_beside_claude_code_that_lends_none_is_told(doctor: Any, remora: Any, program: Path) -> None:
    remora("install", "claude", "--yes")
    remora("install", "codex", "--yes")
    found = doctor('level = "high"\n')
    assert not found["ok"]
    assert found["detail"].endswith("; Codex lends none: nothing said there is captured")
    assert found["hint"] == "Name one (`endpoint` and `model`, or `llm`)."
    assert doctor('level = "high"\ncapture = false\n')["ok"]
