"""`remora install|uninstall`: shown first, done only when wanted, and refusals that say what did not happen."""

from pathlib import Path
from typing import Any

import pytest

from remora.surfaces.cli import changing


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "claude"
    made.mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(made))
    monkeypatch.setenv("CODEX_HOME", str(made))
    (made / "settings.json").write_text('{"model": "x"}\n', encoding="utf-8")
    return made


def content(folder: Path) -> dict[str, str]:
    return {str(one.relative_to(folder)): one.read_text("utf-8") for one in folder.rglob("*") if one.is_file()}


@pytest.mark.parametrize("more", [(), ("--dry-run",), ("--dry-run", "--yes")])
def test_nothing_changes_that_was_not_wanted(more: tuple[str, ...], remora: Any, place: Path) -> None:
    before = content(place)
    outcome = remora("install", "claude", *more)
    assert outcome.code == 0
    assert '"UserPromptSubmit"' in outcome.out
    assert "+---" in outcome.out  # the plugin's files are shown as well
    assert "Nothing was changed" in outcome.err
    assert content(place) == before


def test_yes_changes_it_and_uninstall_takes_it_back(remora: Any, place: Path, tmp_path: Path) -> None:
    before = content(place)
    done = remora("install", "claude", "--yes")
    assert "It counts from Claude Code's next session; `remora uninstall claude` takes it back." in done.err
    assert (tmp_path / "home" / "hooks" / "client.py").is_file()
    assert "Nothing needs to be changed." in remora("install", "claude", "--yes").err
    assert "the notes stay" in remora("uninstall", "claude", "--yes").err
    assert content(place) == before
    assert "Nothing needs to be changed." in remora("uninstall", "claude", "--yes").err


def test_at_a_terminal_the_person_is_asked(remora: Any, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changing, "_agreed", lambda screen: False)
    before = content(place)
    remora("install", "codex")
    assert content(place) == before
    monkeypatch.setattr(changing, "_agreed", lambda screen: True)
    said = remora("install", "codex").err
    assert "only once you trust them" in said
    assert "hooks.json" in content(place)


def test_a_file_that_cannot_be_edited_is_refused(remora: Any, place: Path) -> None:
    (place / "settings.json").write_text("// mine\n{}", encoding="utf-8")
    outcome = remora("install", "claude", "--yes")
    assert outcome.code == 2
    assert "Nothing was changed" in outcome.err
    assert content(place) == {"settings.json": "// mine\n{}"}


def test_a_profile_that_nobody_knows_is_refused(remora: Any, place: Path) -> None:
    before = content(place)
    outcome = remora("install", "claude", "--yes", "--profile", "nobody")
    assert outcome.code == 2
    assert content(place) == before
