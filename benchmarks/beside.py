"""A resident reader beside another process that writes journal lines without pause, against one left in peace.

In peace the other process writes as busily, into another home: what is compared is the file, not the machine's cores.
It is stopped while the one that is compared runs.
"""

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.context import known_vectors
from benchmarks.filled import ASKED, PROJECT, filled
from benchmarks.ratio import Line, compare

SIZE = 10_000
BAR = 1.1
REPEAT = 48  # a multiple of the questions
AWAKE = 0.004  # seconds until a stopped process writes again; measured runs begin only then
WRITER = """
import sys
from pathlib import Path
from remora.store import Store, journal
store = Store.open(Path(sys.argv[1]))
number = 0
while True:
    number += 1
    record = {"session": "s", "event": "turn", "event_id": str(number), "at": 1, "record": {"text": "x" * 400}}
    with store.write() as db:
        journal.apply(db, record)
    if number == 1:
        print("writing", flush=True)
"""


def run() -> Iterator[Line]:
    """One line."""
    with filled(SIZE, known_vectors()) as remora, tempfile.TemporaryDirectory() as folder:
        other_home = Path(folder) / "home"
        other_home.mkdir(mode=0o700)
        here, elsewhere = _writer(remora.settings.home), _writer(other_home)
        search = remora.memory.search
        questions = (itertools.cycle(ASKED), itertools.cycle(ASKED))
        try:
            yield compare(
                f"search beside a journal's writer, {SIZE:,} notes / in peace",
                lambda: search(next(questions[0]), project=PROJECT),
                lambda: search(next(questions[1]), project=PROJECT),
                bar=BAR,
                repeat=REPEAT,
                before=(_wake(here, elsewhere), _wake(elsewhere, here)),
            )
        finally:
            for writer in (here, elsewhere):
                writer.kill()
                writer.wait()


def _writer(home: Path) -> "subprocess.Popen[str]":
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(home)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    if writer.stdout.readline() != "writing\n":
        raise SystemExit("the writer does not write: nothing was measured")
    os.kill(writer.pid, signal.SIGSTOP)
    return writer


def _wake(one: "subprocess.Popen[str]", other: "subprocess.Popen[str]") -> Callable[[], None]:
    def wake() -> None:
        os.kill(other.pid, signal.SIGSTOP)
        os.kill(one.pid, signal.SIGCONT)
        time.sleep(AWAKE)

    return wake
