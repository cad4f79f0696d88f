"""A host that ends while notes are being embedded ends with its own exit code, forty times of forty, and says nothing.

The bundled model, real processes. `embed/test_leaving.py` has the model alone; here thread, store and bus are in it.
"""

import itertools
import subprocess
import sys
from pathlib import Path

from remora.learn import Draft, learn
from remora.store import Store, maintenance

TIMES = 40
TOGETHER = 4  # at a time: enough to be quick, few enough that each gets to run its model
WAITING = 600  # long notes: more than forty processes embed before they leave
PROGRAM = """
import os, signal, sys, threading, time
from pathlib import Path
import remora
from remora.embed.session import Session as Model
from remora_hookspecs import Session, Turn

way, home = sys.argv[1], Path(sys.argv[2])
running, run = threading.Event(), Model.run

def run_and_tell(*arguments):
    running.set()
    return run(*arguments)

Model.run = run_and_tell
bus = remora.attach(host="tests", home=home, embedder="minilm")
bus.context(Turn(session=Session(id=str(os.getpid()), project="shop-0a1b2c3d"), id="1", text="which port?"))
assert running.wait(60), "nothing was embedded"
time.sleep(0.02)  # into the run, which takes some five times as long
if way == "exit in a thread":
    thread = threading.Thread(target=sys.exit)
    thread.start()
    thread.join()
elif way == "exit":
    sys.exit(0)
elif way == "signal":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(60)
"""
WAYS = ("end", "exit", "exit in a thread", "signal")


def test_a_host_that_ends_in_the_middle_of_an_embedding_leaves_cleanly(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    store = Store.open(home)
    for at in range(WAITING):
        learn(store, Draft(text=f"note {at}: {'what one has to know of the order service ' * 40}", namespace="shop"))
    ends = []
    ways = list(itertools.islice(itertools.cycle(WAYS), TIMES))
    for begin in range(0, TIMES, TOGETHER):
        processes = [
            (way, subprocess.Popen(
                [sys.executable, "-c", PROGRAM, way, str(home)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            ))
            for way in ways[begin : begin + TOGETHER]
        ]  # fmt: skip
        ends += [(way, process.communicate(timeout=120)[1].decode(), process.returncode) for way, process in processes]
    assert [end for end in ends if end[1:] != ("", 0)] == []
    assert maintenance.integrity(store.read()) == []
    store.close()
