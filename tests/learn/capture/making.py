"""A host that talks, a model that writes what it is told to, and a memory with capture on between them."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from remora.notes import Note
from remora.settings import load
from remora.wiring import Remora, build
from remora_hookspecs import Compaction, Session, ToolCall, ToolResult, Turn, hookimpl

SHOP = "shop-0a1b2c3d"
PATIENCE = 60  # seconds that a test waits for a thread at most; it takes milliseconds
Row = dict[str, Any]
HERE = Path(__file__).parent


@dataclass
class Model:
    """Answers with what `writes` makes of the lines that it is shown."""

    writes: Callable[[list[Row]], str | None] = lambda rows: '{"facts": []}'
    prompts: list[str] = field(default_factory=list)

    @hookimpl
    def cheap_query(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self.writes(rows_of(prompt))


def rows_of(prompt: str) -> list[Row]:
    """The lines of the conversation as a model finds them in the prompt."""
    return [json.loads(line) for line in prompt.splitlines() if line.startswith('{"n": ') and line.endswith("}")]


def facts(found: Iterable[Row]) -> str:
    return json.dumps({"facts": list(found)})


def repeating(rows: list[Row]) -> str:
    """What a model writes that takes every line but a question for a fact, word for word."""
    return facts({"text": row["text"][:240], "n": row["n"], "quote": row["text"][:200]} for row in stated(rows))


def stated(rows: list[Row]) -> list[Row]:
    return [row for row in rows if not row["text"].endswith("?")]


def opened(home: Path, model: Model | None = None, **explicit: Any) -> Remora:
    """A home with capture and re-search on, as a short-lived process, so that nothing waits for a model to load."""
    settings = {"capture": True, "research": True, "embedder": "none", **explicit}
    riding = build(load(home=home, environ={}, explicit=settings), host="tests")
    if model is not None:
        riding.bus.register(model, "test:model")
    return riding


class Host:
    """One session of a host."""

    def __init__(self, riding: Remora, session: str, *, project: str | None = SHOP, role: Any = "primary") -> None:
        self.riding, self.count = riding, 0
        self.session = Session(id=session, project=project, role=role)
        riding.bus.session_start(self.session)

    def turn(self, text: str, reply: str = "", messages: tuple[tuple[str, str], ...] = ()) -> str:
        self.count += 1
        turn = Turn(session=self.session, id=str(self.count), text=text, messages=messages)
        told = self.riding.bus.context(turn).text
        self.riding.bus.turn_end(turn, reply)
        return told

    def tool(self, command: str, code: int = 0, output: str = "", tool: str = "bash") -> None:
        self.count += 1
        call = ToolCall(session=self.session, id=f"c{self.count}", tool=tool, command=command)
        self.riding.bus.tool_call(call)
        self.riding.bus.tool_result(ToolResult(call=call, exit_code=code, output=output))

    def compact(self) -> None:
        self.riding.bus.session_compact(Compaction(session=self.session, phase="before"))
        assert self.riding.memory.capture.settle(PATIENCE)

    def shutdown(self) -> None:
        self.riding.bus.session_shutdown(self.session)
        assert self.riding.memory.capture.settle(PATIENCE)


def texts(riding: Remora, **more: Any) -> list[str]:
    return sorted(note.text for note in kept(riding, **more))


def kept(riding: Remora, **more: Any) -> tuple[Note, ...]:
    return riding.memory.listing(project=SHOP, limit=1_000, **more)


def pairs(name: str) -> list[tuple[str, str]]:
    """The rows of a file beside this one: a fact, and what is said instead of it."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [(one, other) for one, _, other in (line.partition("\t") for line in lines)]
