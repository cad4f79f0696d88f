"""One clock a call: every plugin can read what is left of it."""

from math import inf

import pytest
from bus_parts import block, call, passing_bus, plugin, turn

from remora_hookspecs import deadline


class Clock:
    def __init__(self):
        self.now = 50.0

    def __call__(self):
        return self.now


def test_outside_a_call_there_is_no_deadline():
    assert deadline() == inf


def test_our_plugins_read_what_those_before_them_have_left():
    clock, left = Clock(), []

    def slow(turn):
        left.append(deadline())
        clock.now += 0.1

    bus = passing_bus(clock=clock, deadline_ms=150)
    for name in ("a", "b", "c"):
        bus.register(plugin(context=slow), f"remora:{name}", ours=True)
    bus.context(turn())
    assert left == pytest.approx([150.0, 50.0, 0.0])
    assert deadline() == inf


def test_strangers_and_inspectors_read_the_same_clock():
    clock, left = Clock(), []
    bus = passing_bus(clock=clock, deadline_ms=150)
    bus.register(plugin(context=lambda: left.append(("stranger", deadline())) or block("x")), "x:x")
    bus.register(plugin(inspect=lambda: left.append(("inspector", deadline()))), "remora:i", ours=True)
    bus.context(turn())
    assert left == [("stranger", pytest.approx(150.0)), ("inspector", pytest.approx(150.0))]


def test_a_cheap_query_brings_its_own_clock():
    left = []
    bus = passing_bus(clock=Clock(), deadline_ms=150)
    bus.register(plugin(cheap_query=lambda: left.append(deadline()) or "text"), "remora:m", ours=True)
    assert bus.cheap_query("p", timeout_ms=20_000) == "text"
    assert left == pytest.approx([20_000.0])


def test_a_call_starts_its_clock_anew():
    clock, left = Clock(), []

    def slow(call):
        left.append(deadline())
        clock.now += 9

    bus = passing_bus(clock=clock, deadline_ms=150)
    bus.register(plugin(tool_call=slow), "remora:x", ours=True)
    bus.tool_call(call())
    bus.tool_call(call())
    assert left == pytest.approx([50.0, 50.0])


@pytest.mark.parametrize(("deadline_ms", "left_ms"), [(150, 50.0), (20, 20.0)])
def test_before_a_tool_the_clock_is_short(deadline_ms, left_ms):
    left = []
    bus = passing_bus(clock=Clock(), deadline_ms=deadline_ms)
    bus.register(plugin(tool_call=lambda: left.append(deadline())), "remora:a", ours=True)
    bus.tool_call(call())
    assert left == pytest.approx([left_ms])
