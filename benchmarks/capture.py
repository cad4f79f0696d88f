"""Capture of twelve facts at a compaction, against twelve runs of the model, one pass over the vectors and a commit.

The cheap model's writing is aside: it answers at once. All else is in it: the journal, the question and its inspection,
the checks of the answer, the vectors, what is known, the one transaction.
"""

import itertools
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.filled import PROJECT, Lines, filled, namespace_lines
from benchmarks.limits import Commits, Model, Tokens, one_pass
from benchmarks.ratio import ROUNDS, Line, compare
from remora.wiring import Remora
from remora_hookspecs import Compaction, Session, Turn, hookimpl

FACTS = 12  # what one answer may hold
BARS = {10_000: 1.25, 100_000: 1.40}  # of 12 M + V + W
REPEAT = 5
SOON = 60.0  # seconds: where it takes longer, nothing is measured
SESSION = Session(id="captured", project=PROJECT)


class Scripted:
    """A cheap model that takes each line of the user for a fact."""

    @hookimpl
    def cheap_query(self, prompt: str) -> str:
        rows = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"n": ')]
        said = [row for row in rows if row["who"] == "user"]
        return json.dumps({"facts": [{"text": row["text"], "n": row["n"], "quote": row["text"]} for row in said]})


def run() -> Iterator[Line]:
    """A line a size."""
    model = Model()
    with tempfile.TemporaryDirectory() as folder:
        commits = Commits(Path(folder) / "plain.db")
        for size in BARS:
            yield _captured(size, model, commits)
        commits.close()


def texts() -> Iterator[str]:
    """Facts that nobody stored yet, a sentence each."""
    for number in itertools.count():
        yield f"Service {number} listens on port {20_000 + number} behind the proxy of region {number % 7}."


def _captured(size: int, model: Model, commits: Commits) -> Line:
    with filled(size, capture=True) as remora:
        remora.bus.register(Scripted(), "benchmark:model")
        remora.bus.session_start(SESSION)
        ready = [model.tokens(text) for text in itertools.islice(texts(), FACTS * (ROUNDS * REPEAT + 1))]
        limit = _limit(model, iter(ready), namespace_lines(remora), commits)
        name = f"capture of {FACTS} facts, {size:,} notes / ({FACTS} M + V + W)"
        return compare(
            name, lambda: _compacted(remora), limit, bar=BARS[size], repeat=REPEAT,
            before=(_talking(remora, texts()), lambda: None),
        )  # fmt: skip


def _talking(remora: Remora, new: Iterator[str]) -> Callable[[], None]:
    """What is said between two compactions, in as many turns as there are facts."""
    ids = itertools.count()

    def talk() -> None:
        for text in itertools.islice(new, FACTS):
            remora.bus.turn_end(Turn(session=SESSION, id=str(next(ids)), text=text), "")

    return talk


def _compacted(remora: Remora) -> None:
    remora.bus.session_compact(Compaction(session=SESSION, phase="before"))
    if not remora.memory.capture.settle(SOON):
        raise SystemExit("the capture did not end")


def _limit(model: Model, tokens: Iterator[Tokens], lines: Lines, commits: Commits) -> Callable[[], None]:
    def limit() -> None:
        for one in itertools.islice(tokens, FACTS):
            model.run(one)
        one_pass(lines)
        commits.one()

    return limit
