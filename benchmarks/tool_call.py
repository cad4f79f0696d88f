"""`tool_call` through the bus of a real home, our plugins on, against a sha256 of the command and a dict look-up."""

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import remora
from benchmarks.ratio import Line, compare
from remora_hookspecs import Session, ToolCall

BAR = 60  # about 27 µs here: a tool call is on the host's hot path, and a model's token costs a thousand times more
COMMAND = "pytest tests/api -q -k 'orders and not slow' --maxfail=1"
BATCH = 100  # one call is too short for the clock's grain


def run() -> Iterator[Line]:
    """One line."""
    known = {hashlib.sha256(COMMAND.encode()).digest(): "lesson"}
    with tempfile.TemporaryDirectory() as folder:
        bus = remora.attach(host="benchmark", home=Path(folder) / "home")
        call = ToolCall(session=Session(id="benchmark", project="benchmark"), id="1", tool="bash", command=COMMAND)

        def operation() -> None:
            for _ in range(BATCH):
                bus.tool_call(call)

        def limit() -> None:
            for _ in range(BATCH):
                known.get(hashlib.sha256(COMMAND.encode()).digest())

        line = compare("tool_call / S", operation, limit, bar=BAR, repeat=50)
        bus.close()
    yield Line(line.name, line.operation / BATCH, line.limit / BATCH, line.ratio, line.bar)
