"""The doctor's look at the hosts: hooks that are gone, cannot run or are switched off are told of, others are not."""

from pathlib import Path
from typing import Any

import pytest

from remora.hosts.hooks import install as installing
from remora.hosts.hooks.install import CLAUDE, CODEX
from remora.hosts.hooks.launch import Client, client_of
from remora.hosts.hooks.state import states
from remora.surfaces.cli import together


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "memory").mkdir()
    return tmp_path / "memory"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "claude"
    made.mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(made))
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    return made


def install(home: Path, client: Client | None = None, **more: Any) -> None:
    plan = installing.install(CLAUDE, home, client or client_of(home), **more)
    together.write((*plan.changes, plan.record))


def troubles(home: Path) -> list[tuple[str, ...]]:
    return [state.troubles for state in states(home)]


@pytest.mark.parametrize("in_plugin", [False, True])
def test_hooks_that_are_well_are_named_by_their_file(home: Path, place: Path, in_plugin: bool) -> None:
    install(home, hooks_in_plugin=in_plugin)
    (state,) = states(home)
    file = place / ("skills/remora/hooks/hooks.json" if in_plugin else "settings.json")
    assert (state.host, state.files, state.troubles) == (CLAUDE, (file,), ())


def test_a_home_that_no_host_serves_is_told_nothing(home: Path, place: Path) -> None:
    assert states(home) == ()
    install(home)
    plan = installing.uninstall(CLAUDE, home)
    together.write((*plan.changes, plan.record))
    (place / "settings.json").write_text("no JSON")
    assert states(home) == ()


def test_an_interpreter_that_is_gone_is_named(home: Path, tmp_path: Path) -> None:
    gone = tmp_path / "python 3"
    install(home, Client(gone, home / "hooks" / "client.py"))
    assert troubles(home) == [(f"the interpreter {gone} of its hooks is gone",)]


def test_hooks_that_somebody_took_away_are_missed(home: Path, place: Path) -> None:
    install(home)
    file = place / "settings.json"
    whole = file.read_text()
    file.write_text(whole.replace('"Stop"', '"Elsewhere"'))
    assert troubles(home) == [("there is no hook of ours for Stop",)]
    file.write_text("{}")
    assert troubles(home) == [(f"{file} holds none of our hooks any more",)]
    file.write_text("{,")
    assert troubles(home) == [(f"{file} is no JSON any more, or cannot be read",)]
    file.unlink()
    assert troubles(home) == [(f"{file} holds none of our hooks any more",)]


def test_hooks_that_are_switched_off_are_no_hooks(home: Path, place: Path) -> None:
    (place / "settings.json").write_text('{"disableAllHooks": true}')
    install(home)
    assert troubles(home) == [("its disableAllHooks keeps every hook from running",)]


def test_another_home_that_took_the_place_is_no_trouble(home: Path, tmp_path: Path) -> None:
    install(home)
    (tmp_path / "other").mkdir()
    install(tmp_path / "other")
    assert states(home) == ()
    assert troubles(tmp_path / "other") == [()]


def test_a_host_whose_folder_is_gone_is_none(home: Path, place: Path) -> None:
    install(home)
    (place / "settings.json").unlink()
    place.rmdir()
    assert states(home) == ()


def test_hooks_of_a_home_that_lost_its_records_are_found(home: Path) -> None:
    install(home)
    (home / "hosts" / "claude.json").unlink()
    assert troubles(home) == [()]


def test_each_host_is_told_of(home: Path) -> None:
    install(home)
    plan = installing.install(CODEX, home, client_of(home))
    together.write((*plan.changes, plan.record))
    assert [state.host for state in states(home)] == [CLAUDE, CODEX]
