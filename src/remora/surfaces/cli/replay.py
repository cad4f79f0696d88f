"""Replays a recorded session through the real bus, as a host would. Called by `demo`; prints nothing."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from remora.surfaces.cli.call import Opened
from remora.surfaces.cli.script import SESSION_ONE, SESSION_TWO, Spoken
from remora.surfaces.cli.turns import Judged, judge, told
from remora_hookspecs import Answer, Bus, Session, ToolCall, ToolReply, ToolRequest, ToolResult, Turn, outcome

HOST = "demo"
PROJECT = "web-app"  # the recordings' own name for it; two worktrees, one project
TOOL = "memory"
BOTH: tuple[tuple[str, tuple[Spoken, ...]], ...] = (("session_one", SESSION_ONE), ("session_two", SESSION_TWO))


@dataclass(frozen=True, slots=True)
class Ran:
    """One recorded tool call after both events of it were fired."""

    row: Mapping[str, Any]
    outcome: str
    advice: Answer
    written: tuple[tuple[str, ToolReply], ...]
    """What the model wrote to memory after it, each with the tool's reply."""


@dataclass(frozen=True, slots=True)
class Played:
    """One turn: what was asked, what memory said, and what was run after it."""

    session: Session
    spoken: Spoken
    answer: Answer
    record: Mapping[str, Any]
    judged: tuple[Judged, ...]
    ran: tuple[Ran, ...]


def replay(here: Opened, name: str, script: Sequence[Spoken]) -> Iterator[Played]:
    """Fire every event of the recording `name`, turn by turn, and tell what came of each turn."""
    rows = recording(name)
    session = _session(here, str(next(iter(rows.values()))["session"]))
    here.bus.session_start(session)
    for position, spoken in enumerate(script, 1):
        turn = Turn(session=session, id=f"{session.id}:turn-{position}", text=spoken.text)
        answer = here.bus.context(turn)
        logged = here.memory.last_turn(session.id)
        if logged is None or logged.turn != turn.id:
            raise RuntimeError(f"turn {turn.id} was not logged")
        judged = judge(here, logged)
        ran = tuple(_run(here.bus, session, rows[seq], spoken) for seq in spoken.rows)
        here.bus.turn_end(turn, "(the recording holds no replies)")
        yield Played(session, spoken, answer, told(logged), judged, ran)
    here.bus.session_shutdown(session)


def recording(name: str) -> dict[int, Mapping[str, Any]]:
    """The rows of a recording that is shipped with the package, by their number in the whole session."""
    text = (files("remora.surfaces.cli") / "recorded" / f"{name}.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    return {row["seq"]: row for row in rows}


def _session(here: Opened, recorded: str) -> Session:
    """The recorded session under its own id, or a further run of it where this home has seen it before."""
    name, run = recorded, 1
    while here.memory.last_turn(name) is not None:
        run += 1
        name = f"{recorded}.run-{run}"
    return Session(id=name, host=HOST, project=PROJECT)


def _run(bus: Bus, session: Session, row: Mapping[str, Any], spoken: Spoken) -> Ran:
    shell = row["tool"] == "Bash"
    call = ToolCall(
        session=session,
        id=f"{session.id}:{row['seq']}",
        tool=row["tool"],
        command=row["command"] if shell else None,
        arguments={"command": row["command"]} if shell else json.loads(row["command"]),
    )
    advice = bus.tool_call(call)
    result = ToolResult(
        call=call,
        ran=row["ran"],
        exit_code=row["exit_code"],
        error_flag=row["is_error"],
        output=row["output_head"],
    )
    bus.tool_result(result)
    lessons = [lesson.text for lesson in spoken.lessons if lesson.after == row["seq"]]
    written = tuple((text, _remember(bus, session, text)) for text in lessons)
    return Ran(row, outcome(result), advice, written)


def _remember(bus: Bus, session: Session, text: str) -> ToolReply:
    return bus.run_tool(ToolRequest(session=session, tool=TOOL, arguments={"op": "add", "text": text}))
