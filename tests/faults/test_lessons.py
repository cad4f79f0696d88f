"""Outcomes and lessons under many writers and under kills: none that was acknowledged is lost, the store is whole."""

import multiprocessing
from pathlib import Path

import pytest
from faults.harness import Acknowledge, Mode, Remains, opened, walk
from faults.recording import EACH, one_process, riding, run

from remora.store import Store, journal, lessons

PROCESSES = 8


def test_eight_processes_that_record_at_once_lose_no_outcome_and_no_lesson(tmp_path: Path) -> None:
    home = tmp_path / "home"
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(PROCESSES, timeout=60)
    processes = [context.Process(target=one_process, args=(home, barrier, name)) for name in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * PROCESSES
    last = riding(home)  # who was locked out has spooled: the next writer brings that in
    last.memory.doctor()
    last.memory.lessons.catch_up()
    assert journal.count(last.store.read()) == 2 * PROCESSES * EACH
    found = list(lessons.all_lessons(last.store.read()))
    assert len({one.command for one in found}) == len(found) == PROCESSES * EACH
    assert {one.kind for one in found} == {"fix"}
    assert {one.sessions for one in found} == {1}
    last.close()


@pytest.mark.parametrize("mode", ["kill", "torn"])
def test_a_kill_at_any_write_leaves_a_store_that_holds_what_was_acknowledged(tmp_path: Path, mode: Mode) -> None:
    def record(home: Path, acknowledge: Acknowledge) -> None:
        opened = riding(home)
        for number in range(2):
            run(opened, "s1", 2 * number, f"make part{number}", 2)
            acknowledge(f"make part{number}")
            run(opened, "s1", 2 * number + 1, f"make configure && make part{number}", 0)
        opened.close()

    def check(remains: Remains) -> None:
        opened(remains)
        left = riding(remains.home)
        left.memory.lessons.catch_up()
        found = {one.command: one for one in lessons.all_lessons(left.store.read())}
        assert set(found) >= set(remains.acknowledged)
        events = [event.record for event in left.memory.events("s1")]
        fixed = {str(record["command"])[len("make configure && ") :] for record in events if record["outcome"] == "ok"}
        assert {command for command, one in found.items() if one.kind == "fix"} == fixed
        left.close()

    walk(record, folder=tmp_path, setup=lambda home: Store.open(home).close(), check=check, mode=mode, every=3)
