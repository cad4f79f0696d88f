"""`remora install|uninstall`: shown first, done only when wanted, and refusals that say what did not happen."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from remora.surfaces.cli import changing
from remora.surfaces.server import ask


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
    assert "It takes effect with Claude Code's next session; `remora uninstall claude` undoes it." in done.err
    assert (tmp_path / "home" / "hooks" / "client.py").is_file()
    assert "Nothing needs to be changed." in remora("install", "claude", "--yes").err
    assert "the notes stay" in remora("uninstall", "claude", "--yes").err
    assert content(place) == before
    assert "Nothing needs to be changed." in remora("uninstall", "claude", "--yes").err


@pytest.mark.parametrize("host", ["claude", "codex"])
@pytest.mark.parametrize("gone", ["client.conf", "client.py", "client.pyc"])
def test_a_client_that_is_stale_is_renewed_where_the_hosts_files_need_nothing(
    host: str, gone: str, remora: Any, place: Path, tmp_path: Path
) -> None:
    remora("install", host, "--yes")
    file, before = tmp_path / "home" / "hooks" / gone, content(place)
    whole = file.read_bytes()
    file.write_bytes(b"1.0\n/gone/python\n/gone/package\n")
    dry = remora("install", host, "--dry-run")
    assert f"Would be brought up to date in {tmp_path / 'home'}: hooks/{gone}." in dry.err
    assert file.read_bytes() != whole
    done = remora("install", host)
    assert f"Brought up to date in {tmp_path / 'home'}: hooks/{gone}." in done.err
    assert "Nothing needs to be changed." not in done.err
    if gone != "client.pyc":  # whose bytes may differ where it means the same
        assert file.read_bytes() == whole
    assert content(place) == before
    assert "Nothing needs to be changed." in remora("install", host).err
    file.unlink()
    assert remora("install", host, "--json").document["renewed"] == [str(file)]


def test_a_home_that_was_deleted_is_made_again(remora: Any, place: Path, tmp_path: Path) -> None:
    before = content(place)
    remora("install", "claude", "--yes")
    shutil.rmtree(tmp_path / "home")
    assert "Brought up to date" in remora("install", "claude", "--yes").err
    assert (tmp_path / "home" / "hooks" / "client.py").is_file()
    assert (tmp_path / "home" / "spool" / "events").is_dir()
    remora("uninstall", "claude", "--yes")
    assert content(place) == before


def test_a_change_that_is_not_wanted_leaves_the_client_as_it_is(remora: Any, place: Path, tmp_path: Path) -> None:
    assert remora("install", "claude", "--json").document["renewed"] == []
    assert not (tmp_path / "home" / "hooks").exists()


def test_another_home_is_told_of_before_its_hooks_are_replaced(remora: Any, place: Path, tmp_path: Path) -> None:
    remora("install", "claude", "--yes")
    said = f"The hooks of another home, {tmp_path / 'home'}, are replaced."
    assert said in remora("install", "claude", "--dry-run", "--home", str(tmp_path / "second")).err


def test_uninstalling_names_what_it_leaves(remora: Any, place: Path) -> None:
    remora("install", "claude", "--yes")
    file = place / "skills" / "remora" / "commands" / "memory.md"
    file.write_text("my own words", encoding="utf-8")
    said = remora("uninstall", "claude", "--yes").err
    assert "Claude Code starts without Remora's hooks" in said
    assert f"somebody has changed it: {file}." in said
    assert remora("uninstall", "claude", "--json").document["left"] == [str(file)]


@pytest.fixture
def process(tmp_path: Path, remora: Any) -> Iterator[Callable[[], bool]]:
    """Starts the resident process of the home; asked, says whether it runs."""
    home = tmp_path / "home"
    remora("serve", "status")
    words = [sys.executable, "-m", "remora.surfaces.server", "--home", str(home)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as started:
        while ask.status(home) is None:
            assert started.poll() is None
            time.sleep(0.05)
        yield lambda: ask.runs(home)
        ask.stop(home)
        started.kill()


def test_the_resident_process_leaves_with_the_last_host(
    remora: Any, place: Path, tmp_path: Path, process: Callable[[], bool]
) -> None:
    home = tmp_path / "home"
    remora("install", "claude", "--yes")
    remora("install", "codex", "--yes")
    remora("uninstall", "claude", "--dry-run")
    assert f"The resident process of {home} stays: it serves Codex." in remora("uninstall", "claude", "--yes").err
    assert process()
    assert f"The resident process of {home} was stopped" in remora("uninstall", "codex", "--yes").err
    assert not process()


def test_a_process_that_nobody_was_taken_out_of_is_told_of_alone(
    remora: Any, place: Path, process: Callable[[], bool]
) -> None:
    assert "still runs; `remora serve stop` ends it." in remora("uninstall", "codex").err
    assert process()


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
