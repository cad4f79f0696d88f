"""A dream over five thousand notes with a scripted model, against the upper half of X·Xᵀ over their vectors.

The model's writing is aside: it answers at once. Calls, tokens and peak memory are told. With four times the notes the
time outside the search for pairs must not grow worse than n log n.
"""

import math
import re
import resource
import statistics
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.ratio import Line, compare
from remora.learn.dream import near
from remora.settings import load
from remora.store import namespaces, new_id, notes, vectors
from remora.text import date_terms, terms
from remora.wiring import Remora, build

BAR = 2.5  # of the product: grouping is nearly all of it, and the rest reads what it groups
GROWTH = 1.5  # over n log n: pages, caches and the allocator
NOTES, MANY = 5_000, 20_000
ROUNDS = 5
WIDTH = 384
PROJECT = "benchmark"
BLOCK = 512
WORDS = ("queue", "cache", "proxy", "index", "parser", "worker", "socket", "ledger", "router", "bucket", "schema")


def run() -> Iterator[Line | str]:
    """Two lines for five thousand notes, and one on growth."""
    with tempfile.TemporaryDirectory() as folder:
        opened, lines = _filled(Path(folder) / "home", NOTES)
        calls: list[str] = []

        def ask(prompt: str) -> str:
            calls.append(prompt)
            return _scripted(prompt)

        opened.memory.dreams.ask = ask
        yield compare("dream, plan of 5,000 notes / X·Xᵀ", opened.memory.dreams.plan, lambda: _product(lines), bar=BAR,
                      repeat=3)  # fmt: skip
        calls.clear()
        tracemalloc.start()
        plan, done = opened.memory.dreams.run()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert done is not None
        yield (
            f"dream, whole: {len(done.applied)} steps, {len(calls)} call, {plan.tokens} tokens, "
            f"at most {most / 1e6:.0f} MB for it; the process {_peak():.0f} MB at its peak"
        )
        opened.close()
    outside = {count: _outside(count) for count in (NOTES, MANY)}
    allowed = outside[NOTES] * (MANY * math.log(MANY)) / (NOTES * math.log(NOTES))
    yield Line(
        f"dream outside the product, {MANY:,} notes / {NOTES:,} by n log n",
        outside[MANY], allowed, outside[MANY] / allowed, GROWTH,
    )  # fmt: skip


def _outside(count: int) -> float:
    """Seconds that a plan takes without the search for pairs."""
    with tempfile.TemporaryDirectory() as folder:
        opened, _ = _filled(Path(folder) / "home", count)
        opened.memory.dreams.ask = _scripted
        inside = 0.0
        pairs = near.pairs

        def timed(lines: np.ndarray, least: float) -> list[near.Pair]:
            nonlocal inside
            began = time.perf_counter()
            found = pairs(lines, least)
            inside += time.perf_counter() - began
            return found

        near.pairs = timed
        try:
            taken = []
            for _ in range(ROUNDS):
                inside, began = 0.0, time.perf_counter()
                opened.memory.dreams.plan()
                taken.append(time.perf_counter() - began - inside)
        finally:
            near.pairs = pairs
            opened.close()
    return statistics.median(taken)


def _filled(home: Path, count: int) -> tuple[Remora, np.ndarray]:
    """A store of facts, of which a tenth come twice in other words and a hundredth word for word."""
    opened = build(load(home=home, environ={}, explicit={"embedder": "none"}), host="benchmark")
    random = np.random.default_rng(7)
    lines = random.standard_normal((count, WIDTH)).astype(np.float32)
    texts: list[str] = []
    for number in range(count):
        first, second, third = (WORDS[(number * step) % len(WORDS)] for step in (1, 7, 13))
        text = f"The {first} of {second}{number} writes to {third}-{number // 3}"
        if number % 10 == 1:
            text = f"{texts[-1]} always"
            lines[number] = lines[number - 1] + 0.3 * lines[number]
        elif number % 100 == 2:
            text = f"{texts[-2]}."
            lines[number] = lines[number - 2]
        texts.append(text)
    lines /= np.linalg.norm(lines, axis=1, keepdims=True)
    for start in range(0, count, 500):
        with opened.store.write() as db:
            identity = vectors.put_identity(db, f"hashing/benchmark@{WIDTH}#sum", 0.05, 0.6, 0.92)
            namespaces.number_for(db, PROJECT)
            for number in range(start, min(count, start + 500)):
                note = notes.insert(db, _note(texts[number], number))
                vectors.put(db, note, identity, lines[number].tobytes(), WIDTH)
    opened.memory.dreams._embedding = _Stored(identity)  # type: ignore[assignment] # vectors as they are, no model
    return opened, lines


class _Stored:
    """Stands for an embedder whose vectors are all made."""

    width = WIDTH

    def __init__(self, identity: vectors.Identity) -> None:
        self.identity = identity

    def catch_up(self, stop: object) -> int:
        return 0

    def of(self, text: str) -> None:
        return None


def _note(text: str, number: int) -> notes.NewNote:
    from remora.notes import Provenance

    at = 1_760_000_000_000 + number * 60_000
    return notes.NewNote(
        id=new_id(), text=text, words=" ".join([*terms(text), *date_terms(at)]), namespace=PROJECT, importance=None,
        created_at=at, provenance=Provenance(trigger="capture:shutdown", recorded_at=at), digest=notes.digest_of(text),
    )  # fmt: skip


def _scripted(prompt: str) -> str:
    """Merges the first two notes of each group, in the words of the first."""
    merges = []
    for group in re.split(r"\nGroup \d+\n", prompt)[1:]:
        numbers = re.findall(r"^(\d+)\. \S+ \"(.*)\"$", group, re.MULTILINE)
        merges.append(f'{{"members": [{numbers[0][0]}, {numbers[1][0]}], "text": "Note: {numbers[0][1]}"}}')
    return f'{{"merges": [{", ".join(merges)}]}}'


def _product(lines: np.ndarray) -> None:
    """The upper half of X·Xᵀ, in blocks."""
    for start in range(0, len(lines), BLOCK):
        lines[start : start + BLOCK] @ lines[start:].T


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
