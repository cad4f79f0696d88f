"""Replays recorded tool calls through the real hooks, and counts what was learned, told, and how much of it is right.

precision  the share of the labelled pairs that a reader calls a fix; coverage  the share of labelled failures that have
such a pair. A pair is a failure and the call that the store took for its answer.
"""

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from remora import signals
from remora.bench.commands import Label, Recorded
from remora.bench.measures import WIDE, Progress
from remora.learn.lessons.following import BETTER, Pair
from remora.wiring import Remora, build, settings_of
from remora_hookspecs import Session, ToolCall, ToolResult, outcome

HOST = "bench"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Of one kind of pair: how many there are among the labelled failures, and what the reader says of them."""

    pairs: int
    clear: int
    partial: int
    noise: int
    failures: int
    """All that were labelled."""

    @property
    def precision_clear(self) -> float | None:
        return self.clear / self.pairs if self.pairs else None

    @property
    def precision(self) -> float | None:
        return (self.clear + self.partial) / self.pairs if self.pairs else None

    @property
    def coverage(self) -> float | None:
        return (self.clear + self.partial) / self.failures if self.failures else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the precision (Wilson's, which holds for few pairs and for none wrong)."""
        return wilson(self.clear + self.partial, self.pairs) if self.pairs else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """`kinds`: stored lessons by kind; `hints`: pieces of advice given; the rest only where there are labels."""

    failures: int
    kinds: dict[str, int]
    hints: int
    fix: Quality | None = None
    tried_next: Quality | None = None


@dataclass(slots=True)
class _Seen:
    """What the replay noticed."""

    failures: int = 0
    hints: int = 0
    pairs: dict[tuple[str, str], Pair] = field(default_factory=dict)

    def paired(self, pair: Pair) -> None:
        known = self.pairs.get((pair.session, pair.failed))
        if known is None or BETTER[pair.kind] > BETTER[known.kind]:
            self.pairs[pair.session, pair.failed] = pair


def run(calls: Sequence[Recorded], marks: Sequence[Label], progress: Progress) -> Result:
    """Replay in a home that goes with it, session by session in the file's order."""
    seen = _Seen()
    with tempfile.TemporaryDirectory(prefix="remora-bench-") as folder, _listening(seen):
        remora = build(settings_of(home=Path(folder), explicit={"embedder": "none"}), host=HOST)
        try:
            for number, call in enumerate(calls):
                progress("replaying", number, len(calls))
                _replay(remora, call, seen)
            found = remora.memory.lessons.listing(project=None, everywhere=True, limit=len(calls) + 1)
        finally:
            remora.close()
    kinds = Counter(lesson.kind for lesson in found)
    return Result(
        failures=seen.failures,
        kinds={kind: kinds[kind] for kind in ("fix", "tried_next", "alone")},
        hints=seen.hints,
        fix=_quality("fix", seen, marks) if marks else None,
        tried_next=_quality("tried_next", seen, marks) if marks else None,
    )


def wilson(right: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, weight = right / total, WIDE**2 / total
    middle = (share + weight / 2) / (1 + weight)
    width = WIDE / (1 + weight) * (share * (1 - share) / total + weight / (4 * total)) ** 0.5
    return max(0.0, middle - width), min(1.0, middle + width)


def _replay(remora: Remora, row: Recorded, seen: _Seen) -> None:
    session = Session(id=row.session, host=HOST, project=row.project)
    call = ToolCall(
        session=session, id=str(row.seq), tool=row.tool, command=row.command,
        arguments=row.arguments or {"command": row.command},
    )  # fmt: skip
    before = remora.bus.tool_call(call)
    result = ToolResult(call=call, ran=row.ran, exit_code=row.exit_code, error_flag=row.is_error, output=row.output)
    after = remora.bus.tool_result(result)
    seen.failures += outcome(result) == "failed"
    seen.hints += bool(before) + bool(after)


def _quality(kind: str, seen: _Seen, marks: Sequence[Label]) -> Quality:
    counted: Counter[str] = Counter()
    for mark in marks:
        pair = seen.pairs.get((mark.session, str(mark.seq)))
        if pair is not None and pair.kind == kind:
            followed = int(pair.followed)
            counted["clear" if followed in mark.fixes else "partial" if followed in mark.partial else "noise"] += 1
    return Quality(
        pairs=sum(counted.values()), clear=counted["clear"], partial=counted["partial"], noise=counted["noise"],
        failures=len(marks),
    )  # fmt: skip


@contextmanager
def _listening(seen: _Seen) -> Iterator[None]:
    def paired(sender: object, pair: Pair) -> None:
        seen.paired(pair)

    with signals.lesson_paired.connected_to(paired):
        yield
