"""`context` through the bus of a host's process, model warm, one namespace of many notes."""

import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.filled import ASKED, FRESH, PROJECT, Lines, filled, namespace_lines
from benchmarks.given import Given
from benchmarks.limits import Model, Rows, Tokens, one_pass
from benchmarks.ratio import Line, compare
from remora.embed.minilm import MiniLM
from remora.wiring import Remora
from remora_hookspecs import Session, Turn

SIZES = (1_000, 10_000, 100_000)
BAR = 1.6
GIVEN_SIZE, GIVEN_BAR = 10_000, 4
MOST_BY_WORDS = 0.02  # the first, which loads all vectors, and one that a neighbour held up
REPEAT = 24  # a multiple of the questions: each is asked as often


def run() -> Iterator[Line]:
    """A line a size with the model, and one with the vector given."""
    model = Model()
    tokens = [model.tokens(question) for question in FRESH]
    for size in SIZES:
        with filled(size) as remora:
            limit = _model_and_pass(model, itertools.cycle(tokens), namespace_lines(remora))
            yield compare(f"context, {size:,} notes / (M + V)", _asked(remora, FRESH), limit, bar=BAR, repeat=REPEAT)
            _by_meaning(remora)
    yield from _given()


def _model_and_pass(model: Model, tokens: Iterator[Tokens], lines: Lines) -> Callable[[], None]:
    def limit() -> None:
        model.run(next(tokens))
        one_pass(lines)

    return limit


def _given() -> Iterator[Line]:
    embedder = known_vectors()
    with filled(GIVEN_SIZE, embedder) as remora:
        lines, rows = namespace_lines(remora), Rows(remora.store.path, next(iter(ASKED)))

        def limit() -> None:
            one_pass(lines)
            rows.one()

        name = f"context, {GIVEN_SIZE:,} notes, vector given / (V + R)"
        yield compare(name, _asked(remora, ASKED), limit, bar=GIVEN_BAR, repeat=REPEAT)
        _by_meaning(remora)
        rows.close()


def _asked(remora: Remora, texts: Iterable[str]) -> Callable[[], None]:
    """The next question, each in a session of its own: what a session was shown it is not shown again."""
    questions, numbers = itertools.cycle(texts), itertools.count()

    def ask() -> None:
        session = Session(id=f"session-{next(numbers)}", project=PROJECT)
        answer = remora.bus.context(Turn(session=session, id="1", text=next(questions)))
        if not answer.blocks:
            raise SystemExit("a question was not answered: nothing was measured")

    return ask


def _by_meaning(remora: Remora) -> None:
    """A turn without time for the model goes by words, which is faster: such a run says nothing."""
    logged = remora.store.read().execute("SELECT record FROM turn_log").fetchall()
    share = sum(json.loads(str(record))["mode"] != "hybrid" for (record,) in logged) / len(logged)
    if share > MOST_BY_WORDS:
        raise SystemExit(f"{share:.0%} of the turns had no time for the model: nothing was measured")


def known_vectors() -> Given:
    """The questions' own vectors and those of their answers, ready."""
    with TemporaryDirectory() as folder:
        model = MiniLM(Path(folder))
        known = {text: np.asarray(model.query(text), np.float32) for text in ASKED}
        known |= {text: model.passages([text])[0] for text in ASKED.values()}
    return Given(known)
