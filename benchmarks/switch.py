"""`remora model use` over many notes, killed half-way and repeated: each note embedded once, searches as before.

The command is a process of its own; a host's process asks beside it. What it holds in memory must not grow with the
notes. Read from /proc, so it is left out elsewhere.
"""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.filled import ASKED, PROJECT, filled
from benchmarks.ratio import Line
from remora.embed.hashing import Hashing
from remora.store import maintenance, meta, vectors
from remora.wiring import Remora

FEW, MANY = 1_000, 20_000
GROWTH = 1.2  # of the memory at its peak, for twenty times the notes: pages of SQLite's, and rows of ids
NEW = Hashing.identity.name
PROC = Path("/proc/self/status")
LOOK = 0.02  # seconds

Answers = list[list[tuple[str, float]]]


def run() -> Iterator[Line | str]:
    """A line on the switch, and one on its memory."""
    if not PROC.exists():
        yield "switch: left out, for there is no /proc"
        return
    with filled(FEW) as remora:
        _, few = _used(remora, lambda: False)
    with filled(MANY) as remora:
        before, asked = _answers(remora), 0

        def half_way() -> bool:
            nonlocal asked
            done = _done(remora)
            if 0 < done < MANY:
                if _answers(remora) != before:
                    raise SystemExit("a search said something else meanwhile: WRONG")
                asked += 1
            return done >= MANY // 2

        killed, _ = _used(remora, half_way)
        done = _done(remora)
        if killed is not None or not MANY // 2 <= done < MANY:
            raise SystemExit(f"it was not killed half-way, but after {done:,}: nothing was measured")
        if _answers(remora) != before:
            raise SystemExit("a search said something else after the kill: WRONG")
        ended, many = _used(remora, lambda: False)
        _whole(remora, done, ended)
    yield (
        f"switch, {MANY:,} notes: killed after {done:,}, the rest embedded once by the next; {asked} times the searches"
        " meanwhile said what they had said before: ok"
    )
    yield Line(f"switch, memory for {MANY:,} notes / for {FEW:,}", many, few, many / few, GROWTH, unit="MB")


def _used(remora: Remora, kill: Callable[[], bool]) -> tuple[dict[str, object] | None, float]:
    """What the command said, None where it was killed, and the MB that it had at its peak."""
    line = [sys.executable, "-m", "remora", "model", "use", "hashing", "--now", "--json"]
    line += ["--home", str(remora.settings.home)]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout is not None
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, _peak(process.pid))
        if kill():
            process.send_signal(signal.SIGKILL)
            process.wait()
            return None, peak
        time.sleep(LOOK)
    said = process.stdout.read()
    if process.returncode:
        raise SystemExit(f"the command ended with {process.returncode}: nothing was measured")
    document: dict[str, object] = json.loads(said)
    return document, peak


def _whole(remora: Remora, done: int, ended: dict[str, object] | None) -> None:
    db = remora.store.read()
    rows = {str(name): vectors.identity(db, str(name)) for (name,) in db.execute("SELECT name FROM identities")}
    counts = {name: vectors.count(db, row) for name, row in rows.items() if row is not None}
    left = {name: count for name, count in counts.items() if count}
    if ended is None or ended["embedded"] != MANY - done or left != {NEW: MANY}:
        raise SystemExit(f"{ended} after {done:,}, and {left} vectors: WRONG")
    if meta.get(db, meta.IDENTITY) != NEW or maintenance.integrity(db):
        raise SystemExit(f"the store is of {meta.get(db, meta.IDENTITY)}, {maintenance.integrity(db)}: WRONG")


def _answers(remora: Remora) -> Answers:
    found = [remora.memory.search(question, project=PROJECT) for question in ASKED]
    if any(one.mode != "hybrid" for one in found):
        raise SystemExit("a search went by words: WRONG")
    # The age of a note is part of its score, and grows while we look.
    return [[(hit.note.id, round(hit.score, 4)) for hit in one.hits] for one in found]


def _done(remora: Remora) -> int:
    db = remora.store.read()
    row = vectors.identity(db, NEW)
    return 0 if row is None else vectors.count(db, row)


def _peak(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:  # it has just ended
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0.0)
