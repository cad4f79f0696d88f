"""The command `remora mcp`: finds the memory and the streams, and hands them to the server.

Standard output belongs to the protocol; what anybody prints goes to standard error.
"""

import atexit
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from remora.errors import EnvironmentTrouble
from remora.surfaces.cli import streams
from remora.surfaces.cli.call import Call, call_of, project_named
from remora.wiring import build, settings_of

HOST = "mcp"  # of provenance, where a client does not say its name
INSTALL = "pip install 'remora[mcp]'"


def mcp(context: typer.Context) -> None:
    """Serve the memory to an MCP client on stdin and stdout.

    A client starts it; docs/mcp.md says how. It leaves when the client does. Where the client names no folder, the
    working folder or --project says which project's memory it is.
    """
    call = call_of(context)
    try:
        from remora.surfaces.mcp.opening import Opened
        from remora.surfaces.mcp.server import serve
    except ImportError as missing:  # no package, or one of before version 2
        raise EnvironmentTrouble(
            "The MCP server was not started: the package mcp, version 2 or newer, is not installed.", INSTALL
        ) from missing

    def make() -> Opened:
        named = call.options.project
        explicit: dict[str, object] = {} if named is None else {"project": None}  # a person's word before the settings'
        settings = settings_of(home=call.options.home, profile=call.options.profile, explicit=explicit)
        call.remark(settings)
        remora = build(settings, host=HOST, stays=True)
        try:
            return Opened(remora, None if named is None else project_named(remora.memory, named))
        except BaseException:
            remora.close()
            raise

    if sys.stdin is not None and sys.stdin.isatty():
        call.screen.say("Waiting for an MCP client on standard input; docs/mcp.md shows how clients start this.")
    streams.divert()
    atexit.register(gc.freeze)  # a last collection of all that the package's models hold takes half a second
    with _private_stdin() as source:
        serve(make, folder=_folder(call), asks=call.options.project is None, source=source, sink=_sink(call))


def _folder(call: Call) -> Path:
    named = call.options.project
    if named is not None and named.is_dir():
        return named
    try:
        return Path.cwd()
    except FileNotFoundError:  # deleted: a folder that is not there is in no project, and nothing of it becomes global
        return Path()


def _sink(call: Call) -> int:
    call.screen.out.flush()
    return call.screen.out.fileno()


@contextmanager
def _private_stdin() -> Iterator[int]:
    """Standard input under a number of its own: a process that a plugin starts would read the protocol away."""
    source = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        yield source
    finally:
        os.dup2(source, 0)
