"""The conformance suite for plugins: it passes sound ones and names every breach of the others."""

import threading

import pytest
from bus_parts import block, plugin

from remora_hookspecs import Block, Entry, ToolReply, ToolSpec, Verdict, hookimpl, outcome
from remora_hookspecs.testing import Nonconforming, PassInspector, check_plugin


class Sound:
    """Implements every hook as its page says."""

    @hookimpl
    def session_start(self, session):
        return block(f"{session.host} begins") if session.role == "primary" else None

    @hookimpl
    def context(self, turn):
        return block("deploys go through make") if "deploy" in turn.text else None

    @hookimpl
    def turn_end(self, turn, reply):
        return None

    @hookimpl
    def tool_call(self, call):
        return block("use pnpm") if call.command == "npm test" else None

    @hookimpl
    def tool_result(self, result):
        return block("it failed") if outcome(result) == "failed" else None

    @hookimpl
    def session_compact(self, compaction):
        return block(compaction.summary) if compaction.summary else None

    @hookimpl
    def session_shutdown(self):
        return None

    @hookimpl
    def inspect(self, entries):
        return [Verdict(action="pass")] * len(entries)

    @hookimpl
    def tools(self):
        return [ToolSpec(name="dice", description="Roll a die.", parameters={"type": "object"})]

    @hookimpl
    def run_tool(self, request):
        return ToolReply(entries=(Entry(text="4"),)) if request.tool == "dice" else None

    @hookimpl
    def cheap_query(self, prompt):
        return prompt


@pytest.mark.parametrize("sound", [Sound(), PassInspector(), plugin(context=lambda: None)])
def test_a_sound_plugin_passes(sound):
    check_plugin(sound)


def spec(name="t"):
    return ToolSpec(name=name, description="A tool.", parameters={"type": "object"})


BREACHES = {
    "misspells a hook": (plugin(contxt=lambda: None), "there is no hook 'contxt'"),
    "raises": (plugin(context=lambda: 1 / 0), "context: raises (ZeroDivisionError)"),
    "cannot take a missing command": (
        plugin(tool_call=lambda call: call.command.strip() and None),
        "tool_call: raises",
    ),
    "chokes on odd text": (plugin(context=lambda turn: turn.text.encode() and None), "context: raises"),
    "answers text": (plugin(tool_call=lambda: "use pnpm"), "tool_call: answers what the hook does not allow"),
    "answers where nothing is answered": (plugin(turn_end=lambda: True), "turn_end: answers what the hook"),
    "hands out a blank entry": (plugin(context=lambda: block("x", " ")), "an entry whose text is blank"),
    "hands out an empty block": (plugin(session_compact=lambda: Block(entries=(Entry(text=""),))), "text is blank"),
    "judges too few": (plugin(inspect=lambda: [Verdict(action="pass")]), "inspect: answers what the hook"),
    "offers a tool without a schema": (
        plugin(tools=lambda: [ToolSpec(name="t", description="d", parameters={})]),
        "no JSON schema of an object",
    ),
    "offers a tool twice": (
        plugin(tools=lambda: [spec(), spec()], run_tool=lambda request: said() if request.tool == "t" else None),
        "tools: t is offered twice",
    ),
    "does not answer its own tool": (plugin(tools=lambda: [spec()]), "run_tool: no reply for its own tool t"),
    "answers for other tools": (plugin(run_tool=lambda: said()), "run_tool: answers for a tool that is not its own"),
    "exits": (plugin(session_shutdown=lambda: (_ for _ in ()).throw(SystemExit(1))), "session_shutdown: raises"),
    "writes bytes": (plugin(cheap_query=lambda: b"x"), "cheap_query: answers what the hook"),
}


def said():
    return ToolReply(entries=(Entry(text="x"),))


@pytest.mark.parametrize("what", BREACHES)
def test_a_breach_is_named_where_a_plugin(what):
    bad, finding = BREACHES[what]
    with pytest.raises(Nonconforming) as breach:
        check_plugin(bad)
    assert finding in str(breach.value)


def test_a_plugin_that_sleeps_is_late(request):
    release = threading.Event()
    request.addfinalizer(release.set)
    with pytest.raises(Nonconforming, match="context: is late"):
        check_plugin(plugin(context=lambda: release.wait()), deadline_ms=20)


def test_all_breaches_are_said_at_once_and_each_once():
    bad = plugin(context=lambda: "x", tool_call=lambda: 1 / 0)
    with pytest.raises(Nonconforming) as breach:
        check_plugin(bad)
    assert len(breach.value.findings) == len(set(breach.value.findings)) == 2
