"""A cheap query: one plugin after the other, the first text wins, None is normal."""

import threading

import pytest
from bus_parts import passing_bus, plugin

PATIENCE = 60_000


def writing(value):
    return plugin(cheap_query=lambda prompt: value)


def test_without_a_plugin_that_writes_the_answer_is_none():
    assert passing_bus().cheap_query("p", timeout_ms=PATIENCE) is None


def test_the_last_registered_writes_first_and_the_others_are_not_asked():
    asked = []
    bus = passing_bus()
    bus.register(plugin(cheap_query=lambda: asked.append("first") or "first"), "x:first")
    bus.register(plugin(cheap_query=lambda: asked.append("last") or "last"), "x:last")
    assert bus.cheap_query("p", timeout_ms=PATIENCE) == "last"
    assert asked == ["last"]


@pytest.mark.parametrize("bad", [None, "", 7, b"bytes", ["text"]])
def test_who_has_no_text_is_passed_over(bad):
    bus = passing_bus()
    bus.register(writing("text"), "x:good")
    bus.register(writing(bad), "x:bad")
    assert bus.cheap_query("p", timeout_ms=PATIENCE) == "text"


def test_who_exits_is_passed_over():
    def leave():
        raise SystemExit(1)

    bus = passing_bus()
    bus.register(writing("text"), "x:good")
    bus.register(plugin(cheap_query=leave), "x:bad")
    assert bus.cheap_query("p", timeout_ms=PATIENCE) == "text"


def test_who_is_late_leaves_the_others_their_share_of_the_time(request):
    release = threading.Event()
    request.addfinalizer(release.set)
    bus = passing_bus()
    bus.register(writing("text"), "remora:good", ours=True)
    bus.register(plugin(cheap_query=lambda: release.wait()), "x:late")
    assert bus.cheap_query("p", timeout_ms=40) == "text"


@pytest.mark.parametrize("prompt", [None, 7, b"bytes"])
def test_a_prompt_is_text(prompt):
    bus = passing_bus()
    bus.register(writing("text"), "x:x")
    assert bus.cheap_query(prompt, timeout_ms=PATIENCE) is None
