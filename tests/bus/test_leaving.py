"""How a process ends that had strangers aboard: at once, with the host's own exit code, whatever they do.

Each test runs a real process. None looks at a clock: a sleeper that was waited for would have left its mark.
"""

import os
import subprocess
import sys
import textwrap

import pytest

HOST = """
import atexit, os, sys, threading, time
from pathlib import Path
from remora_hookspecs import Block, Bus, Entry, Session, ToolCall, Turn, hookimpl
from remora_hookspecs.testing import PassInspector

marks = Path(sys.argv[1])
session = Session(id="s1")
turn = Turn(session=session, id="t1", text="deploy")

def block(text):
    return Block(entries=(Entry(text=text),))

class Ours:
    @hookimpl
    def context(self, turn):
        return block("ours")

def host(*strangers, **more):
    bus = Bus(**{"deadline_ms": 50, **more})
    bus.register(PassInspector(), "remora:pass", ours=True)
    bus.register(Ours(), "remora:ours", ours=True)
    for number, stranger in enumerate(strangers):
        bus.register(stranger, f"stranger:{number}")
    return bus
"""

SLEEPS = """
class Sleeps:
    @hookimpl
    def context(self, turn):
        (marks / "asleep").touch()
        time.sleep(10)
        (marks / "woke up").touch()
"""


def run(tmp_path, program, patience=120):
    """Run the host program to its end and return it with the names of the marks it left."""
    source = HOST + textwrap.dedent(program)
    ended = subprocess.run(
        [sys.executable, "-c", source, str(tmp_path)], capture_output=True, text=True, timeout=patience
    )
    return ended, {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize("awaited", [False, True], ids=["called", "awaited"])
def test_a_process_with_a_sleeping_stranger_leaves_without_waiting_for_it(tmp_path, awaited):
    fire = "import asyncio; answer = asyncio.run(bus.acontext(turn))" if awaited else "answer = bus.context(turn)"
    ended, marks = run(tmp_path, f"{SLEEPS}\nbus = host(Sleeps(), deadline_ms=500)\n{fire}\nprint(answer.text)")
    assert ended.returncode == 0
    assert "- ours\n" in ended.stdout
    assert marks == {"asleep"}


@pytest.mark.parametrize(
    "bad",
    [
        "raise SystemExit(9)",
        "raise KeyboardInterrupt",
        "sys.exit('stranger')",
        "return 7",
        "import _thread; _thread.exit()",
        "raise RuntimeError('broken')",
    ],
)
def test_a_stranger_that_misbehaves_leaves_the_exit_code_to_the_host(tmp_path, bad):
    program = f"""
    class Bad:
        @hookimpl
        def context(self, turn):
            {bad}

    bus = host(Bad())
    assert bus.context(turn).text.count("- ours") == 1
    sys.exit(5)
    """
    ended, _ = run(tmp_path, program)
    assert (ended.returncode, ended.stdout) == (5, "")


def test_at_exit_is_called_once_and_waited_for(tmp_path):
    program = """
    def leave():
        with open(marks / "left", "a") as file:
            file.write("x")

    bus = host(at_exit=leave)
    bus.context(turn)
    """
    ended, marks = run(tmp_path, program)
    assert (ended.returncode, marks) == (0, {"left"})
    assert (tmp_path / "left").read_text() == "x"


def test_at_exit_is_called_where_no_event_was_fired(tmp_path):
    ended, marks = run(tmp_path, "bus = host(at_exit=(marks / 'left').touch)")
    assert (ended.returncode, marks) == (0, {"left"})


def test_at_exit_that_takes_too_long_is_left_behind(tmp_path):
    program = """
    def leave():
        (marks / "leaving").touch()
        time.sleep(30)
        (marks / "left").touch()

    bus = host(at_exit=leave)
    bus.context(turn)
    """
    ended, marks = run(tmp_path, program)
    assert (ended.returncode, marks) == (0, {"leaving"})


@pytest.mark.parametrize("error", ["RuntimeError('disk')", "SystemExit(9)"])
def test_at_exit_that_fails_leaves_the_exit_code_to_the_host(tmp_path, error):
    program = f"""
    def leave():
        raise {error}

    bus = host(at_exit=leave)
    bus.context(turn)
    sys.exit(5)
    """
    ended, _ = run(tmp_path, program)
    assert ended.returncode == 5


SLOW = """
class Slow:
    @hookimpl
    def context(self, turn):
        began.set()
        time.sleep(0.3)
        (marks / "done").touch()
        return block("slow")

began = threading.Event()
bus = host()
bus.register(Slow(), "remora:slow", ours=True)
"""


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
def test_the_end_of_the_process_waits_for_a_call_in_flight(tmp_path, closed):
    program = f"""
    {textwrap.indent(SLOW, "    ").strip()}
    threading.Thread(target=bus.context, args=(turn,), daemon=True).start()
    began.wait()
    {"bus.close()" if closed else ""}
    """
    ended, marks = run(tmp_path, program)
    assert (ended.returncode, ended.stderr, marks) == (0, "", {"done"})


def test_a_call_that_takes_too_long_is_left_behind(tmp_path):
    program = f"""
    {textwrap.indent(SLOW.replace("0.3", "30"), "    ").strip()}
    threading.Thread(target=bus.context, args=(turn,), daemon=True).start()
    began.wait()
    """
    ended, marks = run(tmp_path, program)
    assert (ended.returncode, ended.stderr, marks) == (0, "", set())


def test_nothing_is_answered_while_the_process_ends(tmp_path):
    program = """
    def leave():
        (marks / ("answered" if bus.context(turn).blocks else "silent")).touch()

    bus = host(at_exit=leave)
    bus.context(turn)
    """
    ended, marks = run(tmp_path, program)
    assert (ended.returncode, marks) == (0, {"silent"})


def test_a_closed_bus_calls_nobody_at_exit(tmp_path):
    ended, marks = run(tmp_path, "bus = host(at_exit=(marks / 'left').touch)\nbus.context(turn)\nbus.close()")
    assert (ended.returncode, marks) == (0, set())


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")


@needs_fork
def test_a_forked_child_has_no_lanes_and_no_threads_and_is_told_once(tmp_path):
    program = f"""
    {textwrap.indent(textwrap.dedent(SLEEPS), "    ").strip()}

    import warnings
    warnings.simplefilter("ignore")  # newer Pythons warn of forks beside threads, which is the point here
    bus = host(Sleeps(), after_fork=lambda: (marks / f"forked {{os.getpid()}}").touch(), at_exit=lambda: None)
    bus.context(turn)
    child = os.fork()
    if child == 0:
        threads = [thread.name for thread in threading.enumerate() if thread.name.startswith("remora")]
        lanes = bus._engine.asker._lanes
        os._exit(0 if not threads and not lanes else 3)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert [path.name for path in marks.glob("forked *")] == [f"forked {{child}}"]
    """
    ended, _ = run(tmp_path, program)
    assert (ended.returncode, ended.stderr.count("Traceback")) == (0, 0)


@needs_fork
def test_a_forked_child_asks_its_plugins_anew(tmp_path):
    program = """
    class Quick:
        @hookimpl
        def context(self, turn):
            return block("quick")

    import warnings
    warnings.simplefilter("ignore")
    bus = Bus(deadline_ms=60_000, at_exit=lambda: (marks / f"left {os.getpid()}").touch())
    bus.register(PassInspector(), "remora:pass", ours=True)
    bus.register(Quick(), "stranger:quick")
    assert "quick" in bus.context(turn).text
    child = os.fork()
    if child == 0:
        sys.exit(0 if "quick" in bus.context(turn).text else 3)  # leaves as a process does, by way of atexit
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert "quick" in bus.context(turn).text
    assert (marks / f"left {child}").exists()
    """
    ended, marks = run(tmp_path, program)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert len(marks) == 2


@needs_fork
def test_a_forked_child_of_a_bus_that_is_gone_goes_on(tmp_path):
    program = """
    bus = host(after_fork=lambda: (marks / "told").touch())
    del bus
    import gc; gc.collect()
    child = os.fork()
    if child == 0:
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    """
    ended, marks = run(tmp_path, program)
    assert (ended.returncode, ended.stderr, marks) == (0, "", set())


@needs_fork
def test_a_fork_waits_for_a_call_in_flight_and_later_calls_wait_for_the_fork(tmp_path):
    program = f"""
    {textwrap.indent(SLOW, "    ").strip()}
    import warnings
    warnings.simplefilter("ignore")
    threading.Thread(target=bus.context, args=(turn,), daemon=True).start()
    began.wait()
    child = os.fork()
    if child == 0:
        os._exit(0 if (marks / "done").exists() and bus.context(turn).blocks else 3)
    assert (marks / "done").exists()
    assert bus.context(turn).blocks
    assert os.waitpid(child, 0)[1] == 0
    """
    ended, _ = run(tmp_path, program)
    assert (ended.returncode, ended.stderr) == (0, "")


@needs_fork
def test_a_plugin_may_fork_inside_its_own_call(tmp_path):
    program = """
    class Forks:
        @hookimpl
        def context(self, turn):
            child = os.fork()
            if child == 0:
                os._exit(0)
            return block("forked") if os.waitpid(child, 0)[1] == 0 else None

    bus = host()
    bus.register(Forks(), "remora:forks", ours=True)
    assert "forked" in bus.context(turn).text
    """
    ended, _ = run(tmp_path, program)
    assert (ended.returncode, ended.stderr) == (0, "")
