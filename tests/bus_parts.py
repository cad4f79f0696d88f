"""What the tests of the bus share: payloads, a bus with an inspector, and plugins made from functions."""

from collections.abc import Callable

from remora_hookspecs import Block, Bus, Entry, Session, ToolCall, ToolResult, Turn, hookimpl
from remora_hookspecs.testing import PassInspector

SESSION = Session(id="s1", host="tests")
PATIENCE_MS = 60_000  # for calls whose strangers do answer: a busy machine must not make them late
SHORT_MS = 100  # for calls with a stranger that never answers: the test waits it out


def turn(text: str = "how do we deploy?", **more: object) -> Turn:
    return Turn(session=SESSION, id="t1", text=text, **more)


def call(command: str = "make release") -> ToolCall:
    return ToolCall(session=SESSION, id="c1", tool="bash", command=command)


def result(output: str = "done") -> ToolResult:
    return ToolResult(call=call(), exit_code=0, output=output)


def block(*texts: str, note_id: str | None = None, detail: str = "") -> Block:
    return Block(entries=tuple(Entry(text=text, note_id=note_id, detail=detail) for text in texts))


def plugin(**hooks: Callable[..., object]) -> object:
    """An object whose hooks are the given functions."""
    return type("Plugin", (), {name: staticmethod(hookimpl(function)) for name, function in hooks.items()})()


def answering(value: object) -> object:
    """A plugin that answers `context` with `value`."""
    return plugin(context=lambda turn: value)


def passing_bus(**more: object) -> Bus:
    """A bus whose one inspector passes everything."""
    bus = Bus(**{"deadline_ms": PATIENCE_MS, **more})
    bus.register(PassInspector(), "remora:pass", ours=True)
    return bus


def texts(answer: object) -> list[str]:
    return [entry.text for found in answer.blocks for entry in found.entries]
