"""What an installer is handed: a copy of the client, and a line that no shell misreads."""

import shlex
import stat
import sys
from pathlib import Path

import as_somebody
import pytest

import remora.hosts.hooks
from remora import __version__
from remora.errors import EnvironmentTrouble, HomeUnavailable
from remora.hosts.hooks import places
from remora.hosts.hooks.launch import install_client, outdated

SOURCE = Path(remora.hosts.hooks.__file__).with_name(places.CLIENT)  # importing it would run it


def test_the_copy_is_the_clients_own_text(tmp_path: Path) -> None:
    client = install_client(tmp_path)
    assert client.path.read_bytes() == SOURCE.read_bytes()
    assert client.path == tmp_path / places.HOOKS / places.CLIENT
    version, python, package, _ = (tmp_path / places.HOOKS / places.CLIENT_LINES).read_text().split("\n")
    assert (version, python) == (__version__, sys.executable)
    assert Path(package).is_file()


def test_the_interpreter_is_a_program_itself_and_no_shim(tmp_path: Path) -> None:
    python = install_client(tmp_path).python
    assert not python.is_symlink()
    assert python.read_bytes()[:2] != b"#!"


def test_a_second_call_changes_nothing(tmp_path: Path) -> None:
    first = install_client(tmp_path)
    files = {file: file.stat().st_mtime_ns for file in (first.path, tmp_path / places.HOOKS / places.CLIENT_LINES)}
    assert install_client(tmp_path) == first
    assert {file: file.stat().st_mtime_ns for file in files} == files


def test_what_is_stale_or_gone_is_named_and_renewed(tmp_path: Path) -> None:
    folder = tmp_path / places.HOOKS
    whole = {folder / name for name in (places.CLIENT, places.COMPILED, places.CLIENT_LINES)}
    assert whole < set(outdated(tmp_path))
    assert not list(tmp_path.iterdir())
    install_client(tmp_path)
    assert outdated(tmp_path) == ()
    for name in (places.CLIENT, places.COMPILED, places.CLIENT_LINES):
        content = (folder / name).read_bytes()
        for changed in (None, b"", content[:-20], content[:20] + b"?" + content[21:]):
            (folder / name).unlink()
            if changed is not None:
                (folder / name).write_bytes(changed)
            assert outdated(tmp_path) == (folder / name,), changed
            install_client(tmp_path)
            assert outdated(tmp_path) == ()
    (tmp_path / places.EVENTS).rmdir()
    assert outdated(tmp_path) == (tmp_path / places.EVENTS,)


def test_an_older_copy_is_brought_up_to_date(tmp_path: Path) -> None:
    client = install_client(tmp_path)
    client.path.write_text("raise SystemExit(1)\n")
    install_client(tmp_path)
    assert client.path.read_bytes() == SOURCE.read_bytes()


def test_nobody_else_may_read_what_is_installed(tmp_path: Path) -> None:
    client = install_client(tmp_path)
    for path in (client.path, client.compiled, client.path.parent, tmp_path / places.EVENTS, tmp_path / places.SPOOL):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_the_line_names_event_profile_and_deadline(tmp_path: Path) -> None:
    client = install_client(tmp_path)
    line = client.command("claude", "Stop", profile="at work", within_ms=250, waits=True)
    words = shlex.split(line)
    assert words[:3] == ["[", "-x", str(client.python)]
    begin = words.index("-I") - 1
    assert words[begin : begin + 9] == [
        str(client.python), "-I", "-S", str(client.compiled), "claude", "Stop", "within=250", "wait", "profile=at work",
    ]  # fmt: skip
    assert words[-2:] == ["exit", "0"]
    assert "wait" not in shlex.split(client.command("claude", "Stop"))


def test_a_home_that_cannot_be_written_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_base_executable", "/bin/sh")  # somebody else may not see this user's own
    with as_somebody.folder() as place:

        def install() -> str:
            home = place / "home"
            home.mkdir(mode=0o500)
            with pytest.raises(HomeUnavailable) as trouble:
                install_client(home)
            return trouble.value.message

        assert str(place) in as_somebody.run(install)


def test_a_python_that_knows_no_interpreter_is_an_error_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "_base_executable", "")
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(EnvironmentTrouble, match="was not installed"):
        install_client(tmp_path)
    assert not list(tmp_path.iterdir())
