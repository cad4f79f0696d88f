"""Replays recorded tool calls with capture on and a scripted model, and counts what many boundaries store.

The model takes commands that worked for facts and knows nothing else: what is measured is that each is stored once,
however often a boundary comes, and that nobody is asked where nothing was said.
"""

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from remora.bench.commands import Recorded
from remora.bench.lessons import HOST
from remora.bench.measures import Progress
from remora.wiring import Remora, build, settings_of
from remora_hookspecs import Compaction, Session, ToolCall, ToolResult, hookimpl

AGAIN = 10  # boundaries of each kind behind the one at which something new was said
FACTS = 4  # of one answer: what a small model finds in a page of commands
SOON = 60.0  # seconds that a boundary's work may take; the model answers at once
CAP = 100_000  # queries a day: what is measured is capture, and not the cap


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Boundaries that were fired, questions that a model was asked, facts that were stored."""

    boundaries: int
    questions: int
    facts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """`first`: the boundary behind each session; `again`: those behind it; `empty`: of sessions where nothing ran."""

    sessions: int
    first: Counts
    again: Counts
    empty: Counts


class _Model:
    """Writes a fact for the first few commands that worked."""

    def __init__(self) -> None:
        self.asked = 0

    @hookimpl
    def cheap_query(self, prompt: str) -> str:
        self.asked += 1
        rows = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"n": ')]
        worked = [row for row in rows if row["who"] == "tool" and row["text"].endswith("` worked")]
        return json.dumps(
            {"facts": [{"text": f"Here {r['text']}", "n": r["n"], "quote": r["text"]} for r in worked[:FACTS]]}
        )


def run(calls: Sequence[Recorded], progress: Progress) -> Result:
    """Replay in a home that goes with it, session by session in the file's order."""
    explicit = {
        "embedder": "none", "capture": True, "failures": False, "model_calls_a_day": CAP,
        "model_tokens_a_day": 1_000 * CAP,
    }  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="remora-bench-") as folder:
        remora = build(settings_of(home=Path(folder), explicit=explicit), host=HOST)
        try:
            return _replayed(remora, calls, progress)
        finally:
            remora.close()


def _replayed(remora: Remora, calls: Sequence[Recorded], progress: Progress) -> Result:
    model = _Model()
    remora.bus.register(model, f"{HOST}:model")

    def count(boundaries: int, work: Callable[[], object]) -> Counts:
        asked, facts = model.asked, remora.memory.stats().notes
        work()
        stored = remora.memory.stats().notes - facts
        return Counts(boundaries=boundaries, questions=model.asked - asked, facts=stored)

    first: list[Counts] = []
    again: list[Counts] = []
    empty: list[Counts] = []
    done = 0
    for (name, project), rows in groupby(calls, key=lambda call: (call.session, call.project)):
        session = Session(id=name, host=HOST, project=project)
        for row in rows:
            progress("replaying", done, len(calls))
            done += 1
            _called(remora, session, row)
        first.append(count(1, lambda session=session: _boundary(remora, session)))  # type: ignore[misc]
        again.append(count(2 * AGAIN, lambda session=session: _boundaries(remora, session)))  # type: ignore[misc]
        silent = Session(id=f"{name}-silent", host=HOST, project=project)
        empty.append(count(2 * AGAIN, lambda session=silent: _boundaries(remora, session)))  # type: ignore[misc]
    return Result(sessions=len(first), first=_sum(first), again=_sum(again), empty=_sum(empty))


def _called(remora: Remora, session: Session, row: Recorded) -> None:
    call = ToolCall(session=session, id=str(row.seq), tool=row.tool, command=row.command)
    remora.bus.tool_result(
        ToolResult(call=call, ran=row.ran, exit_code=row.exit_code, error_flag=row.is_error, output=row.output)
    )


def _boundaries(remora: Remora, session: Session) -> None:
    for _ in range(AGAIN):
        _boundary(remora, session)
        remora.bus.session_shutdown(session)
        remora.memory.capture.settle(SOON)


def _boundary(remora: Remora, session: Session) -> None:
    remora.bus.session_compact(Compaction(session=session, phase="before"))
    remora.memory.capture.settle(SOON)


def _sum(counts: Sequence[Counts]) -> Counts:
    return Counts(
        boundaries=sum(one.boundaries for one in counts), questions=sum(one.questions for one in counts),
        facts=sum(one.facts for one in counts),
    )  # fmt: skip
