"""Profiles at the command line: named, shown as their file would write them, and missed where one is misspelt."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from remora.settings import load

CONFIG = """
notes_per_turn = 2
[profiles.work]
level = "max"
disabled = ["tool"]
[plugin."weather:main"]
city = "Bonn"
"""


@pytest.fixture
def home(project: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "config.toml").write_text(CONFIG, encoding="utf-8")
    return folder


def test_a_profile_is_shown_as_a_file_that_says_the_same(
    remora: Any, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REMORA_EMBEDDER")
    shown = remora("profile", "show", "work").out
    assert tomllib.loads(shown)["disabled"] == ["tool"]

    other = tmp_path / "other"
    other.mkdir()
    (other / "config.toml").write_text(shown, encoding="utf-8")
    copy, original = load(home=other, environ={}), load(home=home, profile="work", environ={})
    assert copy.model_copy(update={"home": original.home, "profile": original.profile}) == original


def test_a_profile_that_nobody_defined_cannot_be_shown(remora: Any, home: Path) -> None:
    outcome = remora("profile", "show", "wrok")
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no profile 'wrok'" in outcome.err
    assert "default, work" in outcome.err
    assert remora("profile", "show", "default").code == 0


def test_a_misspelt_profile_is_remarked_on(remora: Any, home: Path) -> None:
    outcome = remora("list", "--profile", "wrok", "--json")
    assert outcome.code == 0
    assert "warning: there is no profile 'wrok'" in outcome.err
    for arguments in (("--profile", "work"), ("--profile", "default"), ()):
        assert "there is no profile" not in remora("list", *arguments).err


def test_a_profile_is_missed_where_there_is_none_at_all(
    remora: Any, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "there is no profile 'anything'" in remora("list", "--profile", "anything").err
    monkeypatch.setenv("REMORA_PROFILE", "nope")
    outcome = remora("list")
    assert (outcome.code, outcome.err.count("there is no profile 'nope'")) == (0, 1)
    assert "there is none." in outcome.err
