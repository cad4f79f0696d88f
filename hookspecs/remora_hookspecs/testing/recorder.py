"""The plugins by which the suite looks over a host: one that notes what it was told and answers with known words, and
some that misbehave in every way."""

import threading
from collections.abc import Sequence

from remora_hookspecs.markers import hookimpl
from remora_hookspecs.types import (
    Block,
    Compaction,
    Entry,
    Session,
    ToolCall,
    ToolResult,
    Turn,
    Verdict,
)

START, COMPACTED = "words-for-the-start", "words-from-before-the-compaction"
POISON = "words-that-must-never-arrive"


def for_turn(text: str) -> str:
    return f"words-for-a-turn-of-{len(text)}"


def for_call(command: str | None) -> str:
    return f"words-before-{command}"


def for_result(command: str | None) -> str:
    return f"words-after-{command}"


class Recorder:
    """Registered as one of ours: `told` holds (event, payload) in the order in which the host fired them."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []
        self.kept: dict[str, list[Block]] = {}

    @hookimpl
    def session_start(self, session: Session) -> Block:
        self.told.append(("session_start", session))
        return _block(START)

    @hookimpl
    def context(self, turn: Turn) -> Block:
        self.told.append(("context", turn))
        return _block(for_turn(turn.text), POISON)

    @hookimpl
    def turn_end(self, turn: Turn, reply: str) -> None:
        self.told.append(("turn_end", (turn, reply)))

    @hookimpl
    def tool_call(self, call: ToolCall) -> Block:
        self.told.append(("tool_call", call))
        return _block(for_call(call.command))

    @hookimpl
    def tool_result(self, result: ToolResult) -> Block:
        self.told.append(("tool_result", result))
        return _block(for_result(result.call.command))

    @hookimpl
    def session_compact(self, compaction: Compaction) -> Block:
        self.told.append(("session_compact", compaction))
        return _block(COMPACTED)

    @hookimpl
    def session_shutdown(self, session: Session) -> None:
        self.told.append(("session_shutdown", session))

    @hookimpl
    def inspect(self, entries: Sequence[Entry]) -> list[Verdict]:
        return [
            Verdict(action="block", kind="override") if POISON in entry.text else Verdict(action="pass")
            for entry in entries
        ]

    def keep(self, session: Session, blocks: tuple[Block, ...]) -> None:
        self.kept.setdefault(session.id, []).extend(blocks)

    def deliver(self, session: Session) -> Sequence[Block]:
        return self.kept.pop(session.id, ())


class Raises:
    """Fails in each event."""

    @hookimpl
    def session_start(self, session: Session) -> None:
        raise RuntimeError("a stranger fails")

    @hookimpl
    def context(self, turn: Turn) -> None:
        raise SystemExit(3)

    @hookimpl
    def tool_call(self, call: ToolCall) -> object:
        return "not a block"

    @hookimpl
    def session_shutdown(self, session: Session) -> None:
        raise KeyboardInterrupt


class Sleeps:
    """Late for every turn, until `woken` is set."""

    def __init__(self, woken: threading.Event) -> None:
        self._woken = woken

    @hookimpl
    def context(self, turn: Turn) -> Block:
        self._woken.wait()
        return _block(POISON)


def _block(*texts: str) -> Block:
    return Block(entries=tuple(Entry(text=text) for text in texts))
