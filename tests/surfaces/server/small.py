"""A dialect of few words, and the resident process with it: small.py --home H [--detached] [--tcp].

Events: `prompt` {session, cwd, text} is answered with what memory recalls; `tool` {session, cwd, command, n} is kept.
`slow` sleeps {seconds} first; `fault` raises what no dialect may.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from remora.hosts.hooks.heard import Heard
from remora.surfaces.server import detach, process
from remora.wiring import Remora
from remora_hookspecs import Session, ToolCall, ToolResult, Turn


class Small:
    """Keeps each tool call in the journal, by the id of its event."""

    def __init__(self, riders: Callable[[str], Remora | None]) -> None:
        self._riders = riders

    def answer(self, heard: Heard) -> bytes:
        remora = self._riders(heard.profile)
        assert remora is not None
        try:
            said = json.loads(heard.body)
        except ValueError:
            return b""
        session = Session(id=said["session"], host=heard.host, cwd=said.get("cwd", heard.cwd))
        if heard.event == "fault":
            raise RuntimeError("a fault of the dialect")
        if heard.event == "slow":
            time.sleep(said["seconds"])
        if heard.event == "prompt" and heard.deadline_ms:
            turn = Turn(session=session, id=heard.id, text=said["text"])
            return remora.bus.context(turn).text.encode()
        if heard.event == "tool":
            call = ToolCall(session=session, id=heard.id, tool="Bash", command=said["command"])
            remora.bus.tool_result(ToolResult(call=call, exit_code=0, output="done"))
        return b""

    def close(self) -> None: ...


def main(arguments: list[str]) -> int:
    home = Path(arguments[arguments.index("--home") + 1])
    if "--detached" in arguments:
        detach.leave(home)
    if version := os.environ.get("SMALL_VERSION"):
        pretend(version)
    return process.serve(home, dialects=Small, tcp="--tcp" in arguments)


def pretend(version: str) -> None:
    """Be another version of ourselves."""
    from remora.surfaces.server import ask, life

    for module in (ask, life):
        module.__version__ = version  # type: ignore[attr-defined]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
