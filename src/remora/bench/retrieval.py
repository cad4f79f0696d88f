"""How well recall finds notes, and how often it speaks: notes are imported, queries asked through the facade.

recall@k   the share of a query's right notes among the first k, over all queries that have right notes
injects    the share of queries whose turn would be shown anything
"""

import base64
import hashlib
import json
import statistics
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from remora.bench.measures import WIDE, Progress
from remora.bench.rows import BenchNote, BenchQuery
from remora.memory import Memory
from remora.recall import Recalled

KS = (1, 3, 5, 10)
DEPTH = max(KS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Means over queries, each with the half width of its 95 % interval."""

    r1: float
    r3: float
    r5: float
    r10: float
    mrr: float
    widths: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetResult:
    """`unrelated_injects` is over (query, project) pairs; None where no unrelated queries were given."""

    name: str
    form: str | None
    notes: int
    queries: int
    methods: Mapping[str, Score]
    injects: float
    injects_right: float
    unrelated_injects: float | None
    ms_per_query: float


def fill(memory: Memory, notes: Sequence[BenchNote], progress: Progress) -> dict[str, str]:
    """Import the notes, embed them, and return the id that each has in the store, by its own id.

    Notes of one project that say the same are one note in the store.
    """
    by_text: dict[tuple[str, str], str] = {}
    ids: dict[str, str] = {}
    lines = []
    for note in notes:
        mine = by_text.setdefault((note.place, " ".join(note.text.split())), _id(note))
        ids[note.id] = mine
        if mine == _id(note):
            said = {"id": mine, "text": note.text, "namespace": note.place, "created_at": note.time or None,
                    "provenance": {"trigger": "import", "session_id": note.session or None}}  # fmt: skip
            lines.append(json.dumps(said))
    memory.import_lines(lines, project=None)
    total = memory.vectors.waiting()

    def told(done: int) -> bool:
        progress("embedding notes", done, total)
        return False

    memory.vectors.embed_waiting(told)
    return ids


def measure(
    name: str,
    form: str | None,
    notes: Sequence[BenchNote],
    queries: Sequence[BenchQuery],
    unrelated: Sequence[BenchQuery],
    methods: Mapping[str, Memory],
    ids: Mapping[str, str],
    progress: Progress,
) -> SetResult:
    """One set. `methods` maps a name to a facade with that ranking; the last is also gated and timed."""
    asked = [query for query in queries if query.gold]
    scores, last = {}, list(methods)[-1]
    times: list[float] = []
    for method, memory in methods.items():
        found = []
        for number, query in enumerate(asked):
            progress(f"{name}: {method}", number, len(asked))
            began = time.perf_counter()
            recalled = memory.search(query.text, project=query.place, limit=DEPTH)
            if method == last:
                times.append((time.perf_counter() - began) * 1_000)
            found.append(_of_query(recalled, {ids[gold] for gold in query.gold if gold in ids}))
        scores[method] = _score(found)
    gated = methods[last]
    turns = [(query, gated.explain(query.text, project=query.place)) for query in asked]
    places = sorted({note.place for note in notes})
    strangers: list[bool] = []
    for number, query in enumerate(unrelated):
        progress(f"{name}: unrelated", number, len(unrelated))
        others = (place for place in places if place != query.place)
        strangers += (bool(gated.explain(query.text, project=place).hits) for place in others)
    return SetResult(
        name=name, form=form, notes=len(notes), queries=len(asked), methods=scores,
        injects=_share(bool(turn.hits) for _, turn in turns),
        injects_right=_share(
            any(hit.note.id in {ids.get(gold) for gold in query.gold} for hit in turn.hits) for query, turn in turns
        ),
        unrelated_injects=_share(strangers) if unrelated else None,
        ms_per_query=statistics.median(times) if times else 0.0,
    )  # fmt: skip


def _of_query(recalled: Recalled, gold: set[str]) -> tuple[float, ...]:
    order = [hit.note.id for hit in recalled.hits]
    first = next((place for place, note_id in enumerate(order, 1) if note_id in gold), 0)
    return (*(len(gold & set(order[:k])) / len(gold) for k in KS), 1 / first if first else 0.0)


def _score(found: Sequence[tuple[float, ...]]) -> Score:
    columns = list(zip(*found, strict=True)) or [(0.0,)] * (len(KS) + 1)
    means = [statistics.fmean(column) for column in columns]
    widths = tuple(WIDE * statistics.pstdev(column) / len(column) ** 0.5 for column in columns)
    return Score(r1=means[0], r3=means[1], r5=means[2], r10=means[3], mrr=means[4], widths=widths)


def _share(flags: Iterable[bool]) -> float:
    counted = list(flags)
    return sum(counted) / len(counted) if counted else 0.0


def _id(note: BenchNote) -> str:
    digest = hashlib.sha256(f"{note.place}\0{note.id}".encode()).digest()
    return base64.b32encode(digest[:10]).decode().lower()
