"""What a plugin may know of the call it runs in, and the mark that keeps memory from remembering itself.

The bus enters a call before it asks plugins. Code that carries the mark, in its context or its environment, fires no
events: a model that a plugin asks for help must not set off the plugins again.
"""

import os
from collections.abc import Callable
from contextvars import ContextVar
from math import inf

MARK = "REMORA_INSIDE"  # set to 1 in the environment of processes that a plugin starts

EVENT = 1  # inside an event or a tool: a plugin may still ask for a cheap query
QUERY = 2  # inside a cheap query: nothing at all

# (kind, the moment the call must be over, the clock that tells); a tuple, since one is made on every tool call
current: ContextVar[tuple[int, float, Callable[[], float]] | None] = ContextVar("remora_call", default=None)

_environ = os.environ


def deadline() -> float:
    """Milliseconds left of the call this code runs in: 0.0 when they are used up, infinity outside any call.

    Plugins of the product run in the host's own thread and nobody can stop them: they ask here and answer with
    what they have.
    """
    call = current.get()
    return inf if call is None else max(0.0, (call[1] - call[2]()) * 1000.0)


def inside() -> bool:
    """Whether this code runs on behalf of a plugin, in this process or in one that a plugin started."""
    return current.get() is not None or _environ.get(MARK) == "1"


def in_query() -> bool:
    """Whether this code runs on behalf of a cheap query, in this process or in one that a plugin started."""
    call = current.get()
    return (call is not None and call[0] == QUERY) or _environ.get(MARK) == "1"


def child_environ() -> dict[str, str]:
    """The environment for a process that a plugin starts: this one's and the mark."""
    return {**_environ, MARK: "1"}
