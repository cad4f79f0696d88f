"""`tool_call` of commands that are new, through the bus of a real home with our plugins on, against a sha256 of the
command and a dict look-up; with a thousand lessons in the store, and with ten thousand."""

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import remora
from benchmarks.ratio import Line, compare
from remora.settings import load
from remora.store import lessons, namespaces
from remora.text.commands import digest, exact, shape
from remora.wiring import build
from remora_hookspecs import Session, ToolCall

BAR = 60  # about 27 µs here: a tool call is on the host's hot path, and a model's token costs a thousand times more
GROWTH = 1.2  # ten thousand lessons against a thousand: an index is a level deeper at most
FEW, MANY = 1_000, 10_000
PROJECT = "benchmark"
COMMANDS = tuple(f"pytest tests/api/test_{number}.py -q -k 'orders and not slow' --maxfail=1" for number in range(100))
BATCH = len(COMMANDS)  # one call is too short for the clock's grain


def run() -> Iterator[Line]:
    """Three lines."""
    known = {hashlib.sha256(command.encode()).digest(): "lesson" for command in COMMANDS}

    def limit() -> None:
        for command in COMMANDS:
            known.get(hashlib.sha256(command.encode()).digest())

    with tempfile.TemporaryDirectory() as folder:
        few, close_few = _calls(Path(folder) / "few", FEW)
        many, close_many = _calls(Path(folder) / "many", MANY)
        for name, operation in ((f"{FEW:,}", few), (f"{MANY:,}", many)):
            line = compare(f"tool_call, {name} lessons / S", operation, limit, bar=BAR, repeat=30)
            yield Line(line.name, line.operation / BATCH, line.limit / BATCH, line.ratio, line.bar)
        line = compare(f"tool_call, {MANY:,} lessons / {FEW:,}", many, few, bar=GROWTH, repeat=30)
        yield Line(line.name, line.operation / BATCH, line.limit / BATCH, line.ratio, line.bar)
        close_few()
        close_many()


def _calls(home: Path, count: int) -> tuple[Callable[[], None], Callable[[], None]]:
    """A hundred calls in a home with so many lessons, and what closes it."""
    _fill(home, count)
    bus = remora.attach(host="benchmark", home=home)
    session = Session(id="benchmark", project=PROJECT)
    calls = [
        ToolCall(session=session, id=str(number), tool="bash", command=command)
        for number, command in enumerate(COMMANDS)
    ]

    def operation() -> None:
        for call in calls:
            bus.tool_call(call)

    return operation, bus.close


def _fill(home: Path, count: int) -> None:
    opened = build(load(home=home, environ={}), host="benchmark")
    with opened.store.write() as db:
        namespace = namespaces.number_for(db, PROJECT)
        for number in range(count):
            command = exact(f"make target-{number} --jobs {number % 8} 'release {number}'")
            row = lessons.add(
                db, namespace, key=digest(command), shape=digest(shape(command)), tool="bash", command=command,
                error=f"make: *** No rule to make target 'target-{number}'", error_key=digest(str(number)), at=number,
            )  # fmt: skip
            lessons.mark(db, row, "earlier", "failed", number)
    opened.close()
