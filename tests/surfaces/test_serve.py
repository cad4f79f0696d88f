"""The commands about the resident process: which one runs, and that it leaves."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from surfaces.conftest import Runner

from remora.hosts.hooks import places
from remora.surfaces.server import ask, lock

SECONDS = 60.0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_without_a_process_both_say_so(remora: Runner, home: Path) -> None:
    status = remora("serve", "status")
    assert (status.code, status.out) == (0, "no resident process is running\n")
    assert (remora("serve", "stop").code, remora("serve", "stop").out) == (0, "no resident process was running\n")
    assert not (home / "memory.db").exists()


def test_events_that_wait_are_counted(remora: Runner, home: Path) -> None:
    home.mkdir(mode=0o700)
    places.make(home)
    (home / places.EVENTS / f"1-a{places.READY}").touch()
    (home / places.EVENTS / f".2-b{places.READY}").touch()
    assert remora("serve", "status").out == "no resident process is running; 1 event waits\n"
    assert remora("serve", "status", "--json").document["waiting"] == 1


def test_it_runs_until_it_is_stopped(remora: Runner, home: Path) -> None:
    served = subprocess.Popen([sys.executable, "-m", "remora", "serve"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        until = time.monotonic() + SECONDS
        while ask.status(home) is None:
            assert time.monotonic() < until
            assert served.poll() is None
            time.sleep(0.05)
        document = remora("serve", "status", "--json").document
        assert (document["running"], document["pid"]) == (True, served.pid)
        assert document["memory"] > 0
        assert remora("model", "status", "--json").document["resident"] == document["models"]["default"] == "unloaded"
        assert f"{served.pid}, version" in remora("serve", "status").out
        second = remora("serve")
        assert second.code == 3
        assert "runs already" in second.err
        assert remora("serve", "stop").out == "stopped\n"
        out, err = served.communicate(timeout=SECONDS)
        assert (served.returncode, out) == (0, b"")
        assert b"listens on unix:" in err
    finally:
        served.kill()
        served.communicate()
    assert remora("serve", "status", "--json").document["running"] is False
    assert remora("model", "status", "--json").document["resident"] is None


def test_one_that_does_not_answer_is_named(remora: Runner, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir(mode=0o700)
    places.make(home)
    monkeypatch.setattr(ask, "LEAVE_SECONDS", 0.1)
    hung = lock.Lock(home / places.SERVE / places.LOCK)
    assert hung.take()
    try:
        stop = remora("serve", "stop")
        assert stop.code == 3
        assert "did not leave" in stop.err
        assert "kill -9" in stop.err
        assert "does not answer" in remora("serve", "status").out
        assert remora("serve", "status", "--json").document["running"] is True
    finally:
        hung.free()


def test_settings_that_cannot_be_read_are_an_error_of_the_command(remora: Runner, home: Path) -> None:
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text('level = "loud"\n')
    done = remora("serve")
    assert done.code == 2
    assert "loud" in done.err
