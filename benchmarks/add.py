"""`Memory.add`: by words and with the vector given against W, with model and duplicate check against M + V + W."""

import itertools
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

from benchmarks.filled import PROJECT, Lines, filled, meaning_of, namespace_lines
from benchmarks.given import Given
from benchmarks.limits import Commits, Model, Tokens, one_pass
from benchmarks.ratio import ROUNDS, Line, compare
from remora.settings import load
from remora.wiring import build

BAR = 10  # a row, its index terms, its fingerprint look-up, and its vector with the running sum, in one commit
CHECKED_BAR = 1.3
SIZES = (1_000, 10_000, 100_000)
FILLED = 1_000  # notes in the store where neither model nor check is measured
REPEAT, MODEL_REPEAT = 100, 20


def run() -> Iterator[Line]:
    """By words, with the vector given, and a line a size with model and check."""
    with tempfile.TemporaryDirectory() as folder:
        commits = Commits(Path(folder) / "plain.db")
        yield _by_words(Path(folder) / "home", commits)
        with filled(FILLED, Given()) as remora:
            add = _adding(remora.memory.add, texts())
            with mock.patch.object(meaning_of(remora).embedding, "twin", _no_twin):
                yield compare("add, vector given, no check / W", add, commits.one, bar=BAR, repeat=REPEAT)
        model = Model()
        for size in SIZES:
            yield _checked(size, model, commits)
        commits.close()


def texts() -> Iterator[str]:
    """Notes that nobody stored yet."""
    for number in itertools.count():
        yield f"Service {number} listens on port {20_000 + number} behind the proxy of region {number % 7}."


def _by_words(home: Path, commits: Commits) -> Line:
    remora = build(load(home=home, environ={}, explicit={"embedder": "none"}), host="benchmark")
    add = _adding(remora.memory.add, texts())
    for _ in range(FILLED):
        add()
    line = compare("add by words / W", add, commits.one, bar=BAR, repeat=REPEAT)
    remora.close()
    return line


def _checked(size: int, model: Model, commits: Commits) -> Line:
    with filled(size) as remora:
        ready = [model.tokens(text) for text in itertools.islice(texts(), ROUNDS * MODEL_REPEAT + 1)]
        limit = _model_pass_commit(model, iter(ready), namespace_lines(remora), commits)
        add = _adding(remora.memory.add, texts())
        name = f"add, {size:,} notes, duplicate check / (M + V + W)"
        return compare(name, add, limit, bar=CHECKED_BAR, repeat=MODEL_REPEAT)


def _no_twin(*asked: object) -> None:
    """In place of the check; a mock would cost as much as the limit."""


def _adding(add: Callable[..., object], new: Iterator[str]) -> Callable[[], None]:
    def one() -> None:
        add(next(new), project=PROJECT, importance=0.5)

    return one


def _model_pass_commit(model: Model, tokens: Iterator[Tokens], lines: Lines, commits: Commits) -> Callable[[], None]:
    def limit() -> None:
        model.run(next(tokens))
        one_pass(lines)
        commits.one()

    return limit
