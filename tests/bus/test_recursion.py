"""Memory does not remember itself: what runs on behalf of a plugin fires nothing."""

import subprocess
import sys

import pytest
from bus_parts import SESSION, answering, block, call, passing_bus, plugin, result, texts, turn

from remora_hookspecs import Bus, Compaction, Entry, ToolReply, ToolRequest, ToolSpec, child_environ

SPEC = ToolSpec(name="t", description="A tool.", parameters={"type": "object"})


def listening_bus():
    heard = []
    bus = passing_bus(after_answer=lambda event, *_: heard.append(event))
    bus.register(answering(block("x")), "remora:x", ours=True)
    return bus, heard


def fire_everything(bus):
    bus.session_start(SESSION)
    bus.context(turn())
    bus.turn_end(turn(), "reply")
    bus.tool_call(call())
    bus.tool_result(result())
    bus.session_compact(Compaction(session=SESSION, phase="after"))
    bus.session_shutdown(SESSION)


def test_a_marked_environment_fires_nothing(monkeypatch):
    bus, heard = listening_bus()
    monkeypatch.setenv("REMORA_INSIDE", "1")
    fire_everything(bus)
    assert bus.tools() == ()
    assert not bus.run_tool(ToolRequest(session=SESSION, tool="t")).ok
    assert bus.cheap_query("p", timeout_ms=1_000) is None
    assert heard == []


def test_inspection_works_in_a_marked_environment_too(monkeypatch):
    monkeypatch.setenv("REMORA_INSIDE", "1")
    assert passing_bus().inspect([Entry(text="x")], exit="cli") == (Entry(text="x"),)


def test_the_mark_reaches_a_process_that_a_plugin_starts():
    program = "from remora_hookspecs.call import inside; raise SystemExit(7 if inside() else 0)"
    assert subprocess.run([sys.executable, "-c", program], env=child_environ()).returncode == 7


@pytest.mark.parametrize("ours", [False, True], ids=["stranger", "ours"])
def test_a_plugin_that_fires_events_from_an_event_sets_off_nobody(ours):
    bus, heard = listening_bus()
    bus.register(plugin(tool_call=lambda: fire_everything(bus)), "remora:r" if ours else "x:r", ours=ours)
    bus.tool_call(call())
    assert heard == ["tool_call"]


@pytest.mark.parametrize("ours", [False, True], ids=["stranger", "ours"])
def test_a_cheap_query_sets_off_nobody(ours):
    bus, heard = listening_bus()

    def cheap_query(prompt):
        fire_everything(bus)
        return f"{bus.tools()} {bus.cheap_query(prompt, timeout_ms=1_000)}"

    bus.register(plugin(cheap_query=cheap_query, tools=lambda: [SPEC]), "remora:m" if ours else "x:m", ours=ours)
    assert bus.cheap_query("p", timeout_ms=60_000) == "() None"
    assert heard == []


def test_a_plugin_may_ask_a_cheap_query_from_an_event():
    bus = passing_bus()
    bus.register(plugin(cheap_query=lambda prompt: prompt.upper()), "x:m")
    bus.register(plugin(context=lambda: block(bus.cheap_query("yes", timeout_ms=60_000))), "remora:x", ours=True)
    assert texts(bus.context(turn())) == ["YES"]


def test_a_tool_may_ask_a_cheap_query_but_fires_no_events():
    bus, heard = listening_bus()

    def run_tool():
        fire_everything(bus)
        return ToolReply(entries=(Entry(text=bus.cheap_query("yes", timeout_ms=60_000)),))

    bus.register(plugin(tools=lambda: [SPEC], run_tool=run_tool, cheap_query=lambda: "text"), "x:x")
    reply = bus.run_tool(ToolRequest(session=SESSION, tool="t"))
    assert [entry.text for entry in reply.entries] == ["text"]
    assert heard == ["run_tool"]


def test_the_mark_is_gone_after_the_call():
    bus, heard = listening_bus()
    fire_everything(bus)
    fire_everything(bus)
    assert len(heard) == 14


def test_one_bus_muted_by_another_is_muted_once_only():
    outer, inner = Bus(), passing_bus()
    inner.register(answering(block("x")), "x:x")
    seen = []
    outer.register(plugin(turn_end=lambda: seen.append(bool(inner.context(turn())))), "remora:x", ours=True)
    outer.turn_end(turn(), "reply")
    assert seen == [False]
    assert inner.context(turn())
