"""The conformance suite for hosts: it passes a sound adapter and names every breach of the others."""

import dataclasses

import pytest

from remora_hookspecs import Compaction, Session, ToolCall, ToolResult, Turn
from remora_hookspecs.testing import EVENTS, Nonconforming, check_host


class Host:
    """A sound adapter: one method an event, so that a test can break one of them."""

    def __init__(self, bus, script):
        self.bus, self.script = bus, script
        self.session = Session(id="conversation", host="tests")
        self.given = []

    def play(self):
        prompt = self.start()
        for number, said in enumerate(self.script.turns):
            turn = self.turn(number, said)
            self.given.append(prompt + self.before(turn))
            for place, tool in enumerate(said.tools):
                self.given[-1] += self.tool(f"{number}.{place}", tool)
            self.end(turn, said)
            if said.compact_after:
                self.compact()
            prompt = ""
        self.leave()
        return self.given

    def start(self):
        return self.bus.session_start(self.session).text

    def turn(self, number, said):
        return Turn(session=self.session, id=str(number), text=said.text)

    def before(self, turn):
        return f"{self.bus.context(turn).text}\n{turn.text}\n"

    def tool(self, name, tool):
        call = ToolCall(session=self.session, id=name, tool=tool.tool, command=tool.command)
        advice = self.bus.tool_call(call).text
        result = self.bus.tool_result(ToolResult(call=call, exit_code=tool.exit_code, output=tool.output))
        return f"{advice}\n{tool.output}\n{result.text}\n"

    def end(self, turn, said):
        self.bus.turn_end(turn, said.reply)

    def compact(self):
        self.bus.session_compact(Compaction(session=self.session, phase="before"))
        self.bus.session_compact(Compaction(session=self.session, phase="after", summary=self.script.summary))

    def leave(self):
        self.bus.session_shutdown(self.session)


def playing(kind):
    return lambda bus, script: kind(bus, script).play()


def test_a_sound_host_passes():
    check_host(playing(Host))


def test_a_host_is_only_held_to_the_events_it_can_fire():
    class Small(Host):
        def start(self):
            return ""

        def tool(self, name, tool):
            return tool.output

        def end(self, turn, said): ...
        def compact(self): ...
        def leave(self): ...

    check_host(playing(Small), events=("context",))
    with pytest.raises(Nonconforming, match="events are fired as context, context; the conversation has"):
        check_host(playing(Small), events=EVENTS)


def broken(**methods):
    return type("Broken", (Host,), methods)


def other_session(self, turn):
    changed = dataclasses.replace(turn, session=Session(id="other", host="tests"))
    return f"{self.bus.context(changed).text}\n{turn.text}\n"


def raw_context(self, turn):
    """Reads the plugin's own words, past the inspection."""
    answer = self.bus.context(turn)
    return "\n".join(
        [*(item.entry.text for item in answer.withheld), answer.text, turn.text],
    )


def silent_tool(self, name, tool):
    call = ToolCall(session=self.session, id=name, tool=tool.tool, command=tool.command)
    self.bus.tool_call(call)
    self.bus.tool_result(ToolResult(call=call, exit_code=tool.exit_code, output=tool.output))
    return tool.output


def other_call(self, name, tool):
    call = ToolCall(session=self.session, id="same", tool="?", command=None)
    advice = self.bus.tool_call(call).text
    changed = dataclasses.replace(call, id="another")
    return advice + self.bus.tool_result(ToolResult(call=changed, ran=False, exit_code=77)).text


class Nowhere(Host):
    def __init__(self, bus, script):
        super().__init__(bus, script)
        self.session = Session(id="conversation")


BREACHES = {
    "fires the end of a turn before it": (
        broken(before=lambda self, turn: self.bus.turn_end(turn, "") or Host.before(self, turn)),
        "events are fired as session_start, turn_end, context",
    ),
    "drops the answer to a turn": (
        broken(before=lambda self, turn: (self.bus.context(turn) and None) or turn.text),
        "the answer to context does not reach the model",
    ),
    "hands the answer to a turn on twice": (
        broken(before=lambda self, turn: (lambda text: f"{text}\n{text}\n{turn.text}")(self.bus.context(turn).text)),
        "the answer to context does not reach the model, once",
    ),
    "drops the answer to the start": (
        broken(start=lambda self: (self.bus.session_start(self.session) and None) or ""),
        "the answer to session_start does not reach the model",
    ),
    "drops the advice of tools": (broken(tool=silent_tool), "the answer to tool_call does not reach the model"),
    "drops the person's words": (
        broken(before=lambda self, turn: self.bus.context(turn).text),
        "the person's own words do not reach the model",
    ),
    "hands withheld text on": (broken(before=raw_context), "text that the inspection withheld reaches the model"),
    "forgets which session it is in": (broken(before=other_session), "bear the session ids ['conversation', 'other']"),
    "says nothing of where it is": (
        Nowhere,
        "Session.host is empty",
    ),
    "gives all turns one id": (
        broken(turn=lambda self, number, said: Turn(session=self.session, id="t", text=said.text)),
        "Turn.id does not tell turns apart",
    ),
    "changes what the person said": (
        broken(turn=lambda self, number, said: Turn(session=self.session, id=str(number), text=said.text.upper())),
        "Turn.text is not what the person said",
    ),
    "brings no reply": (
        broken(end=lambda self, turn, said: self.bus.turn_end(turn, "")),
        "turn_end does not bring the turn and the model's reply",
    ),
    "does not name the command": (broken(tool=other_call), "ToolCall does not name the tool and its command"),
    "gives all calls one id": (broken(tool=other_call), "ToolCall.id does not tell calls apart"),
    "tells of another call than it announced": (broken(tool=other_call), "ToolResult.call is not the call"),
    "tells another exit code": (broken(tool=other_call), "ToolResult.exit_code is 77"),
    "says that a tool did not run": (broken(tool=other_call), "ToolResult does not hold what the tool wrote"),
    "brings another summary": (
        broken(
            compact=lambda self: self.bus.session_compact(
                Compaction(session=self.session, phase="after", summary="another")
            )
        ),
        "Compaction.summary is not the summary",
    ),
    "stops early": (broken(play=lambda self: Host.play(self)[:1]), "plays 1 turns of 2"),
    "adds a block of its own": (
        broken(before=lambda self, turn: Host.before(self, turn) + "<remora-memory>\n- mine\n</remora-memory>"),
        "on a bus without plugins the model is given a block",
    ),
}


@pytest.mark.parametrize("what", BREACHES)
def test_a_breach_is_named_where_a_host(what):
    kind, finding = BREACHES[what]
    with pytest.raises(Nonconforming) as breach:
        check_host(playing(kind))
    assert finding in str(breach.value)


def test_a_host_that_behaves_otherwise_beside_failing_plugins_is_found_out():
    def play(bus, script):
        given = Host(bus, script).play()
        if any(impl.plugin.startswith("stranger") for impl in bus._engine.registry.hooks["context"].strangers):
            return [*given[:-1], "something else " + script.turns[-1].text]
        return given

    with pytest.raises(Nonconforming, match="plugins that fail or are late change what the model is given"):
        check_host(play)


def test_a_host_that_falls_over_failing_plugins_is_found_out():
    def play(bus, script):
        if bus._engine.registry.hooks["context"].strangers:
            raise SystemExit(3)
        return Host(bus, script).play()

    with pytest.raises(Nonconforming, match=r"plugins that fail make the host fail \(SystemExit\)"):
        check_host(play)
