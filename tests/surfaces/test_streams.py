"""The standard streams of the process: whose they are, what happens where they take nothing, and interrupts."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

REMORA = f"{sys.executable} -m remora"
NOISY = """
import os, sys
from remora_hookspecs import Verdict, hookimpl

def shout(where):
    print("print in", where)
    sys.__stdout__.write(f"stream in {where}\\n")
    sys.__stdout__.flush()
    os.write(1, f"number in {where}\\n".encode())
    os.system(f"echo child in {where}")

shout("import")

class Noisy:
    @hookimpl
    def inspect(self, entries):
        shout("hook")
        return [Verdict(action="pass") for entry in entries]

def plugin(services):
    shout("factory")
    return Noisy()
"""


def shell(line: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a shell does with the line; `remora` in it is the command of this Python."""
    return subprocess.run(
        ["bash", "-c", line.replace("remora", REMORA)], capture_output=True, text=True, cwd=folder,
        env={**os.environ, **variables},
    )  # fmt: skip


def clear(done: subprocess.CompletedProcess[str]) -> bool:
    return not any(word in done.stderr for word in ("Traceback", "Exception ignored", "fault of ours"))


@pytest.fixture
def noisy(tmp_path: Path) -> str:
    """A folder to import from in which a plugin is installed that prints wherever it runs."""
    place = tmp_path / "site"
    (place / "noisy-1.0.dist-info").mkdir(parents=True)
    (place / "noisy-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: noisy\nVersion: 1.0\n")
    (place / "noisy-1.0.dist-info" / "entry_points.txt").write_text("[remora.plugins]\nmain = noisy:plugin\n")
    (place / "noisy.py").write_text(NOISY, encoding="utf-8")
    return str(place)


def test_what_strangers_print_goes_to_stderr(stored: Any, project: Path, noisy: str) -> None:
    note = stored("a fact about ships")
    done = shell("remora list --json", project, PYTHONPATH=noisy, REMORA_PLUGINS="noisy:main")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"notes": [note]}
    for how in ("print", "stream", "number", "child"):
        for where in ("import", "factory", "hook"):
            assert f"{how} in {where}" in done.stderr


def test_inside_another_program_its_stdout_comes_back(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.stdout
    assert remora("list").code == 0
    assert sys.stdout is before


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")


@pytest.mark.parametrize("command", ["list", "list --json", "export", "stats --json", "search fact", "--help"])
@pytest.mark.parametrize("output", [pytest.param(">/dev/full", marks=FULL), ">&-"])
def test_an_output_that_takes_nothing_is_the_machines_trouble(
    command: str, output: str, stored: Any, project: Path
) -> None:
    stored("a fact about ships")
    done = shell(f"remora {command} {output}", project)
    assert done.returncode == 3
    assert done.stderr.startswith("error: The result was not printed (standard output: ")
    assert done.stderr.count("error: ") == 1
    assert clear(done)


@pytest.mark.parametrize("output", [pytest.param(">/dev/full", marks=FULL), ">&-"])
def test_a_note_is_stored_though_nobody_can_be_told(remora: Any, output: str, project: Path) -> None:
    done = shell(f"remora add 'a fact about ships' {output}", project)
    assert done.returncode == 3
    assert "What the command changed is changed all the same" in done.stderr
    assert clear(done)
    assert [note["text"] for note in remora("list", "--json").document["notes"]] == ["a fact about ships"]


@pytest.mark.parametrize("command", ["list", "list --json", "export", "--help"])
def test_a_reader_that_leaves_is_no_error(command: str, stored: Any, project: Path) -> None:
    for number in range(3):
        stored(f"fact {number} about ships")
    done = shell(f"remora {command} | true; exit ${{PIPESTATUS[0]}}", project)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_stdin_is_told(project: Path) -> None:
    done = shell("remora import - <&-", project)
    assert done.returncode == 2
    assert "standard input is closed" in done.stderr
    assert clear(done)


@pytest.mark.parametrize("output", [pytest.param("2>/dev/full", marks=FULL), "2>&-"])
def test_an_error_that_cannot_be_told_keeps_its_exit_code(output: str, project: Path) -> None:
    assert shell(f"remora nosuch {output}", project).returncode == 2
    assert shell(f"remora list {output}", project).returncode == 0


def test_an_interrupt_ends_clean_even_while_modules_load(project: Path) -> None:
    code = """
import builtins, remora.__main__ as door
real = builtins.__import__
def interrupted(name, *rest):
    if name == "typer":
        raise KeyboardInterrupt
    return real(name, *rest)
builtins.__import__ = interrupted
door.run()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=project)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_interrupted_import_keeps_what_it_stored(remora: Any, project: Path) -> None:
    code = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # where the tests are a shell's job, it would be ignored
from remora import __main__ as door
door.run()
"""
    with subprocess.Popen(
        [sys.executable, "-c", code, "import", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=project, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        for number in range(400):  # two batches: the first is stored while more is waited for
            process.stdin.write(json.dumps({"text": f"fact number {number} about ships"}) + "\n")
        process.stdin.flush()
        while not remora("list", "--json").document["notes"]:
            pass
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        assert process.stdout is not None
        assert process.stderr is not None
        assert (process.wait(), process.stdout.read()) == (130, "")
        assert re.fullmatch(r"Interrupted: \d+ notes were stored\. Repeating it is safe: .*\n", process.stderr.read())
    assert len(remora("list", "--limit", "1000", "--json").document["notes"]) >= 200
