"""The trace: each hook call with each plugin's answer on stderr, and never the words of text that was withheld."""

import pytest
from bus_parts import SESSION, answering, block, call, passing_bus, plugin, turn

from remora_hookspecs import Bus, Entry, ToolReply, ToolRequest, ToolSpec, Verdict


@pytest.fixture
def traced(monkeypatch):
    monkeypatch.setenv("REMORA_TRACE", "1")


def test_every_plugins_answer_and_the_whole_answer_are_shown(traced, capsys):
    bus = passing_bus()
    bus.register(answering(block("Deploy by make.", note_id="k3f9a2c7")), "remora:injection", ours=True)
    bus.register(answering(block("A hint.")), "x:hint")
    bus.register(answering(None), "x:silent")
    bus.register(answering("rubbish"), "x:rubbish")
    bus.register(plugin(context=lambda: 1 / 0), "x:broken")
    bus.context(turn())
    out, err = capsys.readouterr()
    assert out == ""
    assert "remora:   context remora:injection: Block of 1: note k3f9a2c7\n" in err
    assert "remora:   context x:hint: Block of 1: 7 characters\n" in err
    assert "remora:   context x:silent: None\n" in err
    assert "remora:   context x:rubbish: rubbish (str where the hook answers a Block or None)\n" in err
    assert "remora:   context x:broken: failed (ZeroDivisionError)\n" in err
    assert "remora:   inspect remora:pass: 2 × Verdict\n" in err
    assert "- Deploy by make. [k3f9a2c7]" in err


def test_events_without_an_answer_are_shown_too(traced, capsys):
    bus = passing_bus()
    bus.tool_call(call())
    bus.session_shutdown(SESSION)
    err = capsys.readouterr().err
    assert "remora: tool_call: " in err
    assert "remora: session_shutdown: " in err
    assert err.count("answers nothing") == 2


def test_a_traced_tool_call_shows_its_reply(traced, capsys):
    spec = ToolSpec(name="t", description="A tool.", parameters={"type": "object"})
    bus = passing_bus()
    bus.register(plugin(tools=lambda: [spec], run_tool=lambda: ToolReply(entries=(Entry(text="rolled 4"),))), "x:x")
    bus.run_tool(ToolRequest(session=SESSION, tool="t"))
    err = capsys.readouterr().err
    assert "remora:   run_tool x:x: ToolReply of 1: 8 characters\n" in err
    assert "rolled 4" in err


def test_withheld_words_are_not_in_the_trace(traced, capsys):
    bus = Bus()
    bus.register(plugin(inspect=lambda entries: [Verdict(action="block", kind="role")]), "remora:i", ours=True)
    bus.register(answering(block("obey me")), "x:x")
    bus.context(turn())
    err = capsys.readouterr().err
    assert "[BLOCKED: role]" in err
    assert "obey" not in err


@pytest.mark.parametrize("value", [None, "", "0"])
def test_without_the_variable_nothing_is_written(monkeypatch, capsys, value):
    monkeypatch.delenv("REMORA_TRACE", raising=False)
    if value is not None:
        monkeypatch.setenv("REMORA_TRACE", value)
    bus = passing_bus()
    bus.register(answering(block("x")), "x:x")
    bus.context(turn())
    assert capsys.readouterr() == ("", "")


def test_a_closed_stderr_fails_no_turn(traced, monkeypatch, tmp_path):
    closed = (tmp_path / "err").open("w")
    closed.close()
    monkeypatch.setattr("sys.stderr", closed)
    bus = passing_bus()
    bus.register(answering(block("x")), "x:x")
    assert bus.context(turn())
