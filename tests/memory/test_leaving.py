"""A host that ends while a dream or a capture is under way ends with its own exit code, says nothing, loses nothing.

Real processes, each of which leaves a little later than the one before: between the start of the threads, NumPy, the
scan, the wait for a model that never answers, and the store.
"""

import subprocess
import sys
from pathlib import Path

from memory.dreaming import add, live, riding

from remora.store import maintenance

TIMES = 20
TOGETHER = 4  # at a time: enough to be quick, few enough that each gets to its work
STEP = 0.03  # seconds that each stays longer than the one before
NOTES = 300
PROGRAM = """
import sys, time
from pathlib import Path
import remora
from remora_hookspecs import Compaction, Session, Turn, hookimpl

class Silent:
    @hookimpl
    def cheap_query(self, prompt):
        time.sleep(60)

bus = remora.attach(
    host="tests", home=Path(sys.argv[1]), embedder="hashing", dream=True, dream_hours=0, dream_sessions=1, capture=True
)
bus.register(Silent(), "tests:silent")
session = Session(id="s" + sys.argv[2], project="shop-0a1b2c3d")
bus.session_start(session)
turn = Turn(session=session, id="1", text="which port does staging listen on")
bus.context(turn)
bus.turn_end(turn, "The staging database listens on port 5433.")
bus.session_compact(Compaction(session=session, phase="before"))
time.sleep(float(sys.argv[3]))
sys.exit(5)
"""


def test_a_host_that_ends_in_the_middle_of_a_dream_or_a_capture_leaves_cleanly(tmp_path: Path) -> None:
    opened = riding(tmp_path / "home")
    for number in range(NOTES // 2):
        add(opened, f"service{number} keeps its queue behind proxy{number % 9} in region{number % 4}")
        add(opened, f"service{number} keeps its own queue behind proxy{number % 9} in region{number % 4} today")
    before = live(opened)
    ends = []
    for begin in range(0, TIMES, TOGETHER):
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(tmp_path / "home"), str(number), str(number * STEP)],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            for number in range(begin, begin + TOGETHER)
        ]  # fmt: skip
        ends += [(process.communicate(timeout=120)[0].decode(), process.returncode) for process in processes]
    assert [end for end in ends if end != ("", 5)] == []
    assert live(opened) == before  # the model never answered, and nothing repeats
    assert len(opened.memory.events("s0")) > 0
    assert maintenance.integrity(opened.store.read()) == []
    opened.close()
