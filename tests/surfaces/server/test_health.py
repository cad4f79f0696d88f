"""The doctor sees the hooks of a home: what is missing, what is old, what waits, and why no process answers."""

import os
from pathlib import Path

import pytest
from surfaces.server.house import House, tool

import remora
from remora.errors import BadSettings
from remora.hosts.hooks import install, places
from remora.hosts.hooks.launch import client_of
from remora.surfaces.cli import together
from remora.surfaces.server import health, mark
from remora.upkeep.doctoring import Check


def checks(house: House) -> dict[str, Check]:
    return {check.name: check for check in health.checks(house.home)}


def test_hooks_that_are_well_pass_and_the_process_is_named(house: House) -> None:
    assert checks(house) == {
        "hook client": Check(name="hook client", ok=True, detail=f"version {remora.__version__}"),
        "hook events": Check(name="hook events", ok=True, detail="none waits"),
        "hook process": Check(name="hook process", ok=True, detail="none runs; the next event starts one"),
    }
    served = house.serve()
    house.ready()
    assert f"process {served.pid} answers" in checks(house)["hook process"].detail


def test_a_home_without_hooks_is_asked_nothing(house: House) -> None:
    for file in (house.home / places.HOOKS).iterdir():
        file.unlink()
    assert health.checks(house.home) == ()


def test_each_thing_that_is_missing_or_old_is_named(house: House) -> None:
    folder = house.home / places.HOOKS
    house.conf(python="/nonexistent/python")
    assert "the interpreter /nonexistent/python is gone" in checks(house)["hook client"].detail
    house.conf(python="/bin/sh", package="/nonexistent/remora")
    assert "the package that it starts is gone" in checks(house)["hook client"].detail
    house.conf(version="0.0.1")
    assert "it is of version 0.0.1" in checks(house)["hook client"].detail
    house.conf(version=remora.__version__)
    (folder / places.CLIENT).write_text("pass\n")
    assert "is not that of this version" in checks(house)["hook client"].detail
    (folder / places.CLIENT).unlink()
    found = checks(house)["hook client"]
    assert not found.ok
    assert f"{folder / places.CLIENT} is missing" in found.detail
    (folder / places.CLIENT_LINES).write_bytes(b"\xff")
    assert "is damaged" in checks(house)["hook client"].detail


def test_events_that_wait_for_long_are_counted_with_the_oldest(house: House) -> None:
    house.conf(python="/nonexistent/python")
    for number in range(2):
        house.send("tool", tool("s", number))
    found = checks(house)["hook events"]
    assert (found.ok, found.detail[:13]) == (True, "2 events wait")  # a process may be on its way
    os.utime(house.spooled()[0], (1_000_000, 1_000_000))
    found = checks(house)["hook events"]
    assert not found.ok
    assert "the oldest since 1970-01-1" in found.detail


def test_why_no_process_starts_is_told(house: House) -> None:
    mark.Mark.of(house.home).leave(RuntimeError("the settings are odd"))
    found = checks(house)["hook process"]
    assert (found.ok, found.detail) == (False, "none runs: RuntimeError: the settings are odd")
    (house.home / "config.toml").write_text("")
    assert checks(house)["hook process"].ok


def test_a_reason_that_is_a_sentence_gets_no_second_full_stop(house: House) -> None:
    mark.Mark.of(house.home).leave(BadSettings("Settings were not read.", "Correct that line."))
    assert checks(house)["hook process"].detail == "none runs: Settings were not read. Correct that line"


@pytest.fixture
def settings_file(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Claude Code's, with our hooks in it."""
    place = tmp_path / "claude"
    place.mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(place))
    plan = install.install(install.CLAUDE, house.home, client_of(house.home))
    together.write((*plan.changes, plan.record))
    return place / "settings.json"


def test_a_host_whose_hooks_cannot_run_is_told_of(house: House, settings_file: Path) -> None:
    well = Check(name="hooks in Claude Code", ok=True, detail=str(settings_file))
    assert health.checks(house.home)[0] == well
    settings_file.write_text('{"disableAllHooks": true}')
    found = health.checks(house.home)[0]
    assert not found.ok
    assert found.detail == f"{settings_file} holds none of our hooks any more"
    assert found.hint == "`remora install claude` mends our lines; `remora uninstall claude` takes them back."


@pytest.mark.parametrize(
    ("left", "told"), [('{"disableAllHooks": true, ', "keeps every hook from running"), ("{,", "is no JSON any more")]
)
def test_what_no_installer_mends_is_told_to_be_corrected_first(
    left: str, told: str, house: House, settings_file: Path
) -> None:
    settings_file.write_text(left + settings_file.read_text().removeprefix("{"))
    found = health.checks(house.home)[0]
    assert told in found.detail
    assert found.hint.startswith("Correct that by hand first. `remora install claude`")


def test_a_client_that_is_gone_while_a_host_runs_it_is_missed(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))
    plan = install.install(install.CODEX, house.home, client_of(house.home))
    together.write((*plan.changes, plan.record))
    for file in (house.home / places.HOOKS).iterdir():
        file.unlink()
    assert "client.py is missing" in checks(house)["hook client"].detail
