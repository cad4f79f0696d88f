"""Every dialect keeps the contract: the suite's conversation, as the host itself would tell of it."""

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from hosts.claude.stand_in import StandIn as Claude
from hosts.claude.stand_in import at_now
from hosts.codex.stand_in import StandIn as Codex

from remora.hosts.hooks.dialects import Dialects
from remora.settings import Settings
from remora.wiring import Remora
from remora_hookspecs import Bus
from remora_hookspecs.testing import Script, check_host
from remora_hookspecs.testing.samples import SCRIPT

BASH = dataclasses.replace(
    SCRIPT,
    turns=tuple(
        dataclasses.replace(turn, tools=tuple(dataclasses.replace(tool, tool="Bash") for tool in turn.tools))
        for turn in SCRIPT.turns
    ),
)


def rider(bus: Bus, home: Path) -> Remora:
    """As much of a memory as a dialect asks for besides the bus."""
    return Remora(bus, cast(Any, None), Settings(home=home), cast(Any, None), lambda *_: None)


def play(make: Callable[[Dialects], Claude], home: Path) -> Callable[[Bus, Script], Sequence[str]]:
    def conversation(bus: Bus, script: Script) -> Sequence[str]:
        remora = rider(bus, home)
        host = make(Dialects(lambda _: remora, clock=at_now))
        given: list[str] = []
        for said in script.turns:
            given.append(host.turn(said.text))
            for tool in said.tools:
                given[-1] += f"\n{host.call(tool)}"
            host.reply(said.reply)
            if said.compact_after:
                host.compact(script.summary)
        host.leave()
        return given

    return conversation


@pytest.mark.parametrize("name", ["claude", "codex"])
def test_it_keeps_the_contract(name: str, tmp_path: Path) -> None:
    hosts: dict[str, Callable[[Dialects], Claude]] = {
        "claude": Claude,
        "codex": lambda dialects: Codex(dialects, tmp_path),
    }
    check_host(play(hosts[name], tmp_path), script=BASH)
