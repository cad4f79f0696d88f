"""A program that writes for us: bounded in time and size, and nothing that it started stays behind."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from remora.errors import ModelUnavailable
from remora.writers import after_fork, give_up, run, within
from remora.writers.program import ERR_BYTES, OUT_BYTES, Ended

SECONDS = 60.0
MUCH = "ä" * 500_000  # more than a pipe holds, both ways

Says = Callable[..., Ended]


@pytest.fixture
def says(tmp_path: Path) -> Says:
    """Runs a shell's script as the program."""

    def run_it(script: str, said: str = "", *, seconds: float = SECONDS) -> Ended:
        path = tmp_path / "writer"
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)
        return run([str(path)], said, env={"PATH": os.environ["PATH"]}, cwd=tmp_path, seconds=seconds)

    return run_it


def gone(pid: int) -> bool:
    """Whether it ended, as far as it does within a while; a zombie has."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z":
                return True
        except (ProcessLookupError, FileNotFoundError):
            return True
        time.sleep(0.02)
    return False


def pid_in(file: Path) -> int:
    """The number that a script leaves there, once it has."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if file.is_file() and (said := file.read_text(encoding="ascii")).endswith("\n"):
            return int(said)
        time.sleep(0.02)
    raise AssertionError(file)


def test_it_is_given_the_question_and_its_answer_comes_back_however_long(says: Says) -> None:
    assert says("cat; echo why >&2; exit 3", MUCH) == Ended(3, MUCH.encode(), b"why\n")


def test_one_that_does_not_read_the_question_answers_all_the_same(says: Says) -> None:
    assert says("echo fine", MUCH) == Ended(0, b"fine\n", b"")


def test_one_that_is_killed_says_by_what(says: Says) -> None:
    assert says("kill -9 $$").code == -9


def test_one_that_is_late_is_killed_with_all_that_it_started(says: Says, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"writer has not answered within 1\.0 seconds"):
        says("sleep 600 & echo $! > other; wait", seconds=1.0)
    assert gone(pid_in(tmp_path / "other"))


def test_one_that_closes_its_pipes_and_goes_on_is_late(says: Says) -> None:
    with pytest.raises(ModelUnavailable, match="has not answered"):
        says("exec >&- 2>&-; sleep 600", seconds=0.5)


def test_what_it_leaves_behind_is_neither_waited_for_nor_left(says: Says, tmp_path: Path) -> None:
    assert says("sleep 600 & echo $! > other; echo fine").out == b"fine\n"
    assert gone(pid_in(tmp_path / "other"))


def test_one_that_writes_without_end_is_cut_off(says: Says) -> None:
    with pytest.raises(ModelUnavailable, match="writer writes without end"):
        says("yes")
    assert len(says(f"yes | head -c {OUT_BYTES}").out) == OUT_BYTES


def test_of_what_it_complains_the_beginning_is_kept(says: Says) -> None:
    ended = says("yes 2>&1 | head -c 1000000 >&2; echo fine")
    assert (ended.out, len(ended.err)) == (b"fine\n", ERR_BYTES)


def test_one_that_is_not_there_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="nobody does not start"):
        run([str(tmp_path / "nobody")], "", env={}, cwd=tmp_path, seconds=SECONDS)


def test_it_is_killed_when_this_process_leaves(says: Says, tmp_path: Path) -> None:
    def leave() -> None:
        pid_in(tmp_path / "self")
        give_up()

    leaving = threading.Thread(target=leave)
    leaving.start()
    script = "echo $$ > self; sleep 600"
    assert within(SECONDS, lambda: says(script).out.decode()) is None
    leaving.join()
    assert gone(pid_in(tmp_path / "self"))


def test_a_child_of_a_fork_leaves_its_parents_programs_alone(says: Says, tmp_path: Path) -> None:
    def forked() -> None:
        pid_in(tmp_path / "self")
        after_fork()  # what a child of a fork does first
        give_up()
        (tmp_path / "go").touch()

    leaving = threading.Thread(target=forked)
    leaving.start()
    assert says("echo $$ > self; until [ -e go ]; do sleep 0.02; done; echo fine").out == b"fine\n"
    leaving.join()
