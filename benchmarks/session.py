"""A session of a hundred thousand tool calls, a twelfth of them failed: memory is as large after them as before.

Takes minutes. Memory is read from the system, so it runs where there is a /proc and is left out elsewhere.
"""

import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path

from remora.settings import load
from remora.wiring import Remora, build
from remora_hookspecs import Session, ToolCall, ToolResult

CALLS = 100_000
WARM = CALLS // 10  # by then every cache and every bounded list is full
GROWTH = 1.05  # of the resident memory: what the allocator and SQLite's pages move by
STATM = Path("/proc/self/statm")


def run() -> Iterator[str]:
    """One line, or the end of the run where memory grew."""
    if not STATM.exists():
        yield "session: left out, for there is no /proc"
        return
    with tempfile.TemporaryDirectory() as folder:
        opened = build(load(home=Path(folder) / "home", environ={}, explicit={"embedder": "none"}), host="benchmark")
        session = Session(id="long", project="benchmark")
        warm = 0
        for number in range(CALLS):
            if number == WARM:
                warm = _resident()
            _call(opened, session, number)
        end = _resident()
        opened.close()
    if end > GROWTH * warm:
        raise SystemExit(f"{CALLS:,} calls: {end / 1e6:.1f} MB, {warm / 1e6:.1f} MB after {WARM:,}: TOO MUCH")
    yield f"{CALLS:,} calls: {end / 1e6:.1f} MB, {warm / 1e6:.1f} MB after {WARM:,}, bar {GROWTH:g}: ok"


def _call(opened: Remora, session: Session, number: int) -> None:
    call = ToolCall(session=session, id=str(number), tool="bash", command=f"make part-{number % 5_000} -j {number}")
    opened.bus.tool_call(call)
    failed = number % 12 == 0
    output = f"make: *** No rule to make target 'part-{number}'" if failed else "done"
    opened.bus.tool_result(ToolResult(call=call, exit_code=2 if failed else 0, output=output))


def _resident() -> int:
    return int(STATM.read_text().split()[1]) * resource.getpagesize()
