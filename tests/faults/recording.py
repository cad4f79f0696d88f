"""Records tool outcomes through the bus of a real home; in a module of its own, for spawned processes import it."""

from pathlib import Path
from typing import Any

from remora.settings import load
from remora.wiring import Remora, build
from remora_hookspecs import Session, ToolCall, ToolResult

PROJECT = "shop-0a1b2c3d"
EACH = 12


def riding(home: Path) -> Remora:
    return build(load(home=home, environ={}, explicit={"embedder": "none"}), host="test")


def run(opened: Remora, session: str, number: int, command: str, code: int) -> None:
    call = ToolCall(session=Session(id=session, project=PROJECT), id=str(number), tool="bash", command=command)
    opened.bus.tool_call(call)
    opened.bus.tool_result(ToolResult(call=call, exit_code=code))


def one_process(home: Path, barrier: Any, name: int) -> None:
    opened = riding(home)
    barrier.wait()
    for number in range(EACH):
        run(opened, f"s{name}", 2 * number, f"make part{name}-{number}", 2)
        run(opened, f"s{name}", 2 * number + 1, f"make configure && make part{name}-{number}", 0)
    opened.close()
