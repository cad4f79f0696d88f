"""The provider's methods without Hermes: whom it serves, and a compaction that is no end of the conversation."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosts.hermes.conftest import Hermes

from remora.hosts.hermes import doors
from remora.hosts.hermes.slot import Slot
from remora_hookspecs import hookimpl

QUESTION = (
    "from agent.memory_provider import MemoryProvider as M; from remora.hosts.hermes.slot import provider, Slot; "
    "p = provider(); assert isinstance(p, M); "
    "print([n for n in vars(M) if not n.startswith('_') and n not in vars(Slot)], p.name, p.is_available())"
)


class Told:
    def __init__(self) -> None:
        self.events: list[str] = []

    @hookimpl
    def context(self, turn: Any) -> None:
        self.events.append(f"context {turn.text}")

    @hookimpl
    def session_compact(self, compaction: Any) -> None:
        self.events.append(f"session_compact {compaction.phase}")

    @hookimpl
    def session_shutdown(self, session: Any) -> None:
        self.events.append("session_shutdown")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A profile's folder, its own memory, and no door open."""
    monkeypatch.setenv("REMORA_HOME", str(tmp_path / "memory"))
    monkeypatch.setenv("REMORA_EMBEDDER", "none")
    monkeypatch.setenv("HERMES_HOME", str(tmp_path))
    monkeypatch.setattr(doors, "_riders", {})
    monkeypatch.setattr(doors, "_plugins", {})
    yield tmp_path
    for rider in doors._riders.values():
        rider.remora.close()


@pytest.fixture
def told(home: Path) -> Told:
    told = Told()
    rider = doors.rider(home, "default", {})
    assert rider is not None
    rider.remora.bus.register(told, "tests:told")
    return told


def begun(home: Path, context: str = "primary") -> Slot:
    slot = Slot()
    slot.initialize("session", hermes_home=str(home), platform="cli", agent_context=context)
    return slot


def test_a_compaction_is_told_before_and_after_and_is_no_end(home: Path, told: Told) -> None:
    slot = begun(home)
    slot.on_turn_start(1, "Hello.")
    slot.prefetch("Hello.")
    assert slot.on_pre_compress([{"role": "user", "content": "Hello."}]) == ""
    slot.on_session_end([])  # some versions say so
    slot.on_session_switch("session", parent_session_id="session", reason="compression")
    slot.sync_turn("Hello.", "Hello.")
    slot.on_session_end([])
    assert told.events == [
        "context Hello.", "session_compact before", "session_compact after", "session_shutdown",
    ]  # fmt: skip


@pytest.mark.parametrize("context", ["subagent", "cron", "flush"])
def test_errands_are_not_served(context: str, home: Path, told: Told) -> None:
    slot = begun(home, context)
    assert slot.prefetch("Hello.") == ""
    slot.sync_turn("Hello.", "Hello.")
    assert told.events == []


def test_beside_the_plugin_it_only_tells_what_it_alone_hears(home: Path, told: Told) -> None:
    rider = doors.rider(home, "default", {})
    assert rider is not None
    doors.opened_by_plugin(home, rider)
    slot = begun(home)
    assert slot.get_tool_schemas() == []
    rider.events.pre_llm_call(session_id="session", turn_id="t", user_message="Hello.", platform="cli")
    assert slot.prefetch("Hello.") == ""
    slot.on_pre_compress([])
    slot.on_session_switch("session", reason="compression")
    assert told.events == ["context Hello.", "session_compact before"]


def test_its_tool_is_the_same_memory(home: Path, told: Told) -> None:
    slot = begun(home)
    (schema,) = slot.get_tool_schemas()
    assert schema["name"] == "remora_memory"
    assert "Stored" in slot.handle_tool_call("remora_memory", {"op": "add", "text": "Staging listens on port 6543"})
    assert "Staging listens on port 6543" in slot.prefetch("On which port does staging listen?")
    assert '"error"' in slot.handle_tool_call("remora_memory", {"op": "dance"})


def test_the_real_interface_is_covered_whole(hermes: Hermes) -> None:
    ran = hermes.run("python", "-c", QUESTION)
    assert ran.code == 0, ran
    assert ran.out.strip() == "[] remora True"
