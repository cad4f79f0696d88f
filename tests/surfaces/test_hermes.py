"""`remora hermes …` as a person meets it: shown first, asked, and told what keeps it from working."""

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def hermes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: Path) -> Path:
    """A Hermes on the path that answers one question, and its folder; returns its configuration."""
    environment(tmp_path / "bin", "0.1.0", monkeypatch)
    folder = tmp_path / "hermes"
    folder.mkdir()
    monkeypatch.setenv("HERMES_HOME", str(folder))
    (folder / "config.yaml").write_text("model: x\n", encoding="utf-8")
    return folder / "config.yaml"


def environment(folder: Path, remora: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir(exist_ok=True)
    python = folder / "python"
    python.write_text(f"#!/bin/sh\necho '{json.dumps(['0.19.0', remora, str(folder), True])}'\n", encoding="utf-8")
    (folder / "hermes").write_text(f"#!{python}\n", encoding="utf-8")
    for each in (python, folder / "hermes"):
        each.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_what_would_change_is_shown_and_nothing_is_changed(hermes: Path, remora: Any) -> None:
    told = remora("hermes", "setup")
    assert told.code == 0
    assert "+plugins:\n+  enabled:\n+  - remora\n" in told.out
    assert "Nothing was changed; --yes changes it." in told.err
    assert hermes.read_text(encoding="utf-8") == "model: x\n"


def test_with_json_the_difference_is_a_member(hermes: Path, remora: Any) -> None:
    told = remora("hermes", "setup", "--yes", "--json").document
    assert (told["changed"], told["profile"]) == (True, "default")
    assert "+  - remora" in told["diff"].splitlines()
    again = remora("hermes", "setup", "--yes", "--json").document
    assert (again["changed"], again["diff"]) == (False, "")


def test_setup_is_refused_where_remora_is_not_in_hermes_environment(
    hermes: Path, remora: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment(tmp_path / "bin", None, monkeypatch)
    told = remora("hermes", "setup", "--yes")
    assert told.code == 3
    assert "Remora is not installed where Hermes runs (pip, " in told.err
    assert f"{tmp_path}/bin/python -m pip install remora" in told.err
    assert hermes.read_text(encoding="utf-8") == "model: x\n"


def test_remove_works_without_hermes(hermes: Path, remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    remora("hermes", "setup", "--yes")
    remora("hermes", "install-provider", "--yes")
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert remora("hermes", "remove", "--yes").code == 0
    assert hermes.read_text(encoding="utf-8") == "model: x\n"
    assert list(hermes.parent.rglob("plugins/*")) == []


def test_status_names_what_keeps_it_from_working(
    hermes: Path, remora: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert remora("hermes", "status").code == 0
    hermes.write_text(
        "plugins:\n  enabled: [remora]\n  entries: {remora: {settings: {levle: high}}}\nmemory: {provider: remora}\n",
        encoding="utf-8",
    )
    environment(tmp_path / "bin", None, monkeypatch)
    told = remora("hermes", "status", "--json")
    assert told.code == 3
    assert told.document["door"] == "both"
    missing, wrong, shim = told.document["problems"]
    assert missing.startswith("Remora is not installed where Hermes runs")
    assert "levle" in wrong
    assert shim.endswith("remora hermes install-provider")


def test_a_profile_of_hermes_is_named_by_the_global_option(hermes: Path, remora: Any) -> None:
    coder = hermes.parent / "profiles" / "coder"
    coder.mkdir(parents=True)
    assert remora("hermes", "setup", "--yes", "--profile", "coder").code == 0
    assert (coder / "config.yaml").read_text(encoding="utf-8") == "plugins:\n  enabled:\n  - remora\n"
    assert hermes.read_text(encoding="utf-8") == "model: x\n"
    assert remora("hermes", "status", "--json").document["profiles"] == {"default": False, "coder": True}
    assert remora("hermes", "setup", "--profile", "nobody").code == 2
