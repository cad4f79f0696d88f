"""Runs the retrieval benchmark: one throw-away home, one facade a ranking, one result a set."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from remora.bench.measures import Progress
from remora.bench.retrieval import SetResult, fill, measure
from remora.bench.rows import notes, queries
from remora.errors import UsageError
from remora.memory import Memory
from remora.wiring import build, settings_of

ALONE = {"vector": "vector", "bm25": "words"}  # how the table names the voices that are measured by themselves


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to measure. `embedder` and `model` as in the settings; None leaves them to these."""

    notes: Path
    queries: Path
    form: str | None = None
    preset: str = "hybrid"
    unrelated: Sequence[Path] = ()
    embedder: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """All sets; `identity` is that of the vectors, None where there were none."""

    sets: tuple[SetResult, ...]
    identity: str | None
    preset: str


def run(plan: Plan, progress: Progress) -> Result:
    """Measure. Raises UsageError where the files do not fit each other."""
    known, asked = notes(plan.notes, plan.form), queries(plan.queries, plan.form)
    strangers = [query for path in plan.unrelated for query in queries(path, plan.form)]
    names = list(dict.fromkeys(note.set for note in known))
    if not known or not any(query.gold for query in asked):
        raise UsageError(
            "Nothing was measured: the files hold no notes of this form, or no queries with right notes.",
            "`--form` chooses notes by their field of that name.",
        )
    with tempfile.TemporaryDirectory(prefix="remora-bench-") as folder, ExitStack() as stack:
        methods = {
            name: _memory(Path(folder), preset, plan, stack)
            for name, preset in {**ALONE, "preset": plan.preset}.items()
        }
        memory = methods["preset"]
        ids = fill(memory, known, progress)
        sets = tuple(
            measure(
                name, plan.form, [note for note in known if note.set == name],
                [query for query in asked if query.set == name], strangers, methods, ids, progress,
            )
            for name in names
        )  # fmt: skip
        return Result(sets=sets, identity=memory.stats().identity, preset=plan.preset)


def _memory(folder: Path, preset: str, plan: Plan, stack: ExitStack) -> Memory:
    wanted = {"preset": preset, "embedder": plan.embedder, "model": plan.model}
    settings = settings_of(home=folder, explicit={key: value for key, value in wanted.items() if value is not None})
    remora = build(settings, host="bench")
    stack.callback(remora.close)
    return remora.memory
