"""Dialects with a real memory behind them: a store in a temporary folder, by words alone, at a fixed time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosts.claude.stand_in import at_now

from remora.hosts.hooks.dialects import Dialects
from remora.wiring import Remora, build, settings_of
from remora_hookspecs import hookimpl

LOUD = {"embedder": "none", "level": "high"}


class Told:
    """Notes, beside the plugins, what the bus was told, by what tells the events apart."""

    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []

    @hookimpl
    def session_start(self, session: Any) -> None:
        self.events.append(("session_start", session.source))

    @hookimpl
    def context(self, turn: Any) -> None:
        self.events.append(("context", turn.text))

    @hookimpl
    def turn_end(self, turn: Any, reply: str) -> None:
        self.events.append(("turn_end", turn.text, reply))

    @hookimpl
    def tool_call(self, call: Any) -> None:
        self.events.append(("tool_call", call.tool, call.command))

    @hookimpl
    def tool_result(self, result: Any) -> None:
        self.events.append(("tool_result", result.call.tool, result.ran, result.exit_code, result.error_flag))

    @hookimpl
    def session_compact(self, compaction: Any) -> None:
        self.events.append(("session_compact", compaction.phase, compaction.summary))

    @hookimpl
    def session_shutdown(self, session: Any) -> None:
        self.events.append(("session_shutdown",))


@pytest.fixture
def remora(tmp_path: Path) -> Iterator[Remora]:
    made = build(settings_of(home=tmp_path / "memory", explicit=LOUD), stays=True)
    yield made
    made.close()


@pytest.fixture
def told(remora: Remora) -> Told:
    told = Told()
    remora.bus.register(told, "tests:told", ours=True)
    return told


@pytest.fixture
def dialects(remora: Remora) -> Dialects:
    return Dialects(lambda profile: remora if profile != "gone" else None, clock=at_now)
