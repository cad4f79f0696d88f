"""A process that ends in the middle of an embedding ends with its own exit code, whoever stops the model.

Left alone, such a process is aborted nearly every time: the thread comes back from native code into an interpreter
that is gone. So each way of leaving is taken many times, by real processes.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TIMES = 12  # of each; a whole host leaves forty times in learn/test_leaving.py
TOGETHER = 4  # at a time: enough to be quick, few enough that each gets to run its model
PROGRAM = """
import sys, threading, time
from pathlib import Path
from remora.embed.minilm import MiniLM
from remora_hookspecs import Bus

leave, models = sys.argv[1], Path(sys.argv[2])
embedder, started = MiniLM(models), threading.Event()
long = ["the quick brown fox jumps over the lazy dog " * 60] * 8

def work():
    started.set()
    while True:
        embedder.passages(long)

if leave == "loading":
    threading.Thread(target=work, daemon=True).start()
    started.wait()
    time.sleep(0.03 * int(sys.argv[3]))  # each process leaves at another point of the way: imports, load, first run
    sys.exit(5)
embedder.load()
bus = Bus(at_exit=embedder.stop) if leave == "bus" else None
threading.Thread(target=work, daemon=True).start()
started.wait()
embedder.query("one more beside it")
sys.exit(5)
"""


@pytest.mark.parametrize("leave", ["bus", "alone", "loading"])
def test_the_process_leaves_cleanly(leave: str, tmp_path: Path) -> None:
    codes = []
    for first in range(0, TIMES, TOGETHER):
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM, leave, str(tmp_path), str(number)], stderr=subprocess.DEVNULL
            )
            for number in range(first, first + TOGETHER)
        ]
        codes += [process.wait(timeout=120) for process in processes]
    assert set(codes) == {5}


FORKS = """
import os, sys, threading, time
from pathlib import Path
from remora.embed.minilm import MiniLM

embedder = MiniLM(Path(sys.argv[1]))
if sys.argv[2] == "loaded":
    embedder.load()
else:
    threading.Thread(target=embedder.load, daemon=True).start()
    time.sleep(float(sys.argv[2]))
child = os.fork()
if child == 0:
    sys.exit(5)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("when", ["loaded", "0.05", "0.3"])
def test_a_forked_child_leaves_cleanly_whatever_the_model_was_doing(when: str, tmp_path: Path) -> None:
    program = [sys.executable, "-W", "ignore", "-c", FORKS, str(tmp_path), when]
    assert subprocess.run(program, stderr=subprocess.DEVNULL, timeout=60).returncode == 5
