"""What the conformance suite plays: payloads for plugins, a conversation for hosts, an inspector that passes all."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from remora_hookspecs.markers import hookimpl
from remora_hookspecs.types import (
    Compaction,
    Entry,
    Session,
    ToolCall,
    ToolRequest,
    ToolResult,
    Turn,
    Verdict,
)


class PassInspector:
    """Passes every entry. For tests only: register it with `ours=True`, since without an inspector nothing leaves."""

    @hookimpl
    def inspect(self, entries: Sequence[Entry]) -> list[Verdict]:
        return [Verdict(action="pass") for _ in entries]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptTool:
    """A tool call of the scripted conversation and what came of it."""

    tool: str
    command: str
    exit_code: int = 0
    output: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptTurn:
    """What the person says, what the model does, what it answers. `compact_after`: the host then drops context."""

    text: str
    reply: str
    tools: tuple[ScriptTool, ...] = ()
    compact_after: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A conversation for a host to play, `summary` being what its compaction leaves."""

    turns: tuple[ScriptTurn, ...]
    summary: str = "The person wants the release to be built and published."


SCRIPT = Script(
    turns=(
        ScriptTurn(
            text="How do we build the release?",
            reply="With make release.",
            tools=(
                ScriptTool(tool="shell", command="make relase", exit_code=2, output="make: *** No rule to make target"),
                ScriptTool(tool="shell", command="make release", output="built dist/app.tar.gz"),
            ),
            compact_after=True,
        ),
        ScriptTurn(text="Und wie veröffentlichen wir sie? 发布", reply="With make publish."),
    )
)

LONG = "word " * 3_000  # 15 kB: about the longest note there is
TEXTS = ("", "deploy", "ordinary words about a release", "数据库迁移", "привет, мир", "🎣", "a\x00b", "\ud800", LONG)


@dataclass(frozen=True)
class Samples:
    """Payloads for every hook, ordinary and odd ones."""

    session: Session = field(default_factory=lambda: Session(id="conformance-1", host="conformance", cwd="/tmp"))

    def sessions(self) -> tuple[Session, ...]:
        return (
            self.session,
            Session(id="conformance-2"),
            Session(id="conformance-3", role="subagent", source="resume", project="none-00000000", model="m"),
        )

    def turns(self) -> tuple[Turn, ...]:
        turns = [Turn(session=self.session, id=f"turn-{number}", text=text) for number, text in enumerate(TEXTS)]
        messages = (("user", "earlier words"), ("assistant", ""))
        odd = Turn(session=self.session, id="turn-x", text="deploy", budget_chars=0, messages=messages)
        return (*turns, odd)

    def calls(self) -> tuple[ToolCall, ...]:
        calls = [
            ToolCall(session=self.session, id=f"call-{number}", tool="shell", command=text, arguments={"command": text})
            for number, text in enumerate(TEXTS)
        ]
        return (*calls, ToolCall(session=self.session, id="call-x", tool="read", arguments={"path": ["a", {"b": 1}]}))

    def results(self) -> tuple[ToolResult, ...]:
        call = self.calls()[1]
        return (
            ToolResult(call=call, exit_code=0, output="done"),
            ToolResult(call=call, exit_code=1, error_flag=True, output="Error: no such target"),
            ToolResult(call=call, ran=False),
            ToolResult(call=call, interrupted=True, output="\ud800" + LONG),
        )

    def compactions(self) -> tuple[Compaction, ...]:
        return (
            Compaction(session=self.session, phase="before", trigger="auto"),
            Compaction(session=self.session, phase="after", trigger="auto", summary="We deploy on Tuesdays."),
            Compaction(session=self.session, phase="after"),
        )

    def entries(self) -> tuple[tuple[Entry, ...], ...]:
        sound = tuple(Entry(text=text) for text in TEXTS if text.strip() and text != "\ud800")
        return (sound[:1], sound, (Entry(text="deploy", note_id="abcdefgh23456789", detail="0.82"),))

    def requests(self, tool: str) -> tuple[ToolRequest, ...]:
        return (
            ToolRequest(session=self.session, tool=tool),
            ToolRequest(session=self.session, tool=tool, arguments={"no_such_argument": [1, {"a": None}]}),
        )
