"""Homes with many notes: a few that answer the benchmarks' questions, and filler with random unit vectors.

Filler goes into the store directly, a thousand notes a transaction. Its words follow Zipf's law and are partly those of
the questions, so that full text has work to do.
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest import mock

import numpy as np
import numpy.typing as npt

from remora import meaning
from remora.embed import Choice, Embedder
from remora.notes import Provenance
from remora.settings import load
from remora.store import new_id, notes, vectors
from remora.text import terms
from remora.wiring import Remora, build

Lines = npt.NDArray[np.float32]

PROJECT = "benchmark-0a1b2c3d"
WIDTH = 384
SLICE = 1_000  # notes a transaction
WORDS_A_NOTE = 25  # what facts that people keep have, give or take
DAY_MS = 86_400_000
# What is asked, and what answers it; the turns of a working day.
ASKED = {
    "which port does the staging database listen on?": "The staging database listens on port 6543, behind pgbouncer.",
    "how do we release to production?": "Deploys to production go through the blue-green script in ops/deploy.sh.",
    "why does the nightly import fail when a currency is missing?": "The nightly import needs ISO currency codes.",
    "who reviews changes of the billing service before they are merged?": "Anna reviews every change of billing.",
    "what did we decide about caching the search results of anonymous users": "Search results are never cached.",
    "please add a test for the retry of failed webhooks, as we do it elsewhere": "Webhook tests live in tests/hooks.",
}
_WAYS = 40  # times six questions: more than the 64 that a process remembers the vectors of
# The same questions with some words in capitals, which the model does not see. A run of it that is spared, because the
# text was asked a moment ago, measures nothing.
FRESH = tuple(
    " ".join(word.upper() if way >> place & 1 else word for place, word in enumerate(question.split()))
    for way in range(1, _WAYS + 1)
    for question in ASKED
)
_SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu"]
_RANKS = 5_000  # distinct words of the filler


def unit_lines(count: int, seed: int) -> Lines:
    """Random directions."""
    drawn = np.random.default_rng(seed).standard_normal((count, WIDTH), dtype=np.float32)
    lines: Lines = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return lines


def sentences(count: int, seed: int) -> Iterator[str]:
    """Texts of made-up and of real words, the frequent ones first."""
    random = Random(seed)
    real = sorted({word.strip("?,.").lower() for text in [*ASKED, *ASKED.values()] for word in text.split()})
    made = ["".join(random.choices(_SYLLABLES, k=3)) for _ in range(_RANKS)]
    every = max(1, _RANKS // 20 // len(real))  # the real ones are among the most frequent twentieth
    words = made.copy()
    words[every : every * (len(real) + 1) : every] = real
    weights = list(itertools.accumulate(1 / rank for rank in range(1, len(words) + 1)))
    for number in range(count):
        yield f"Note {number}: {' '.join(random.choices(words, cum_weights=weights, k=WORDS_A_NOTE))}."


@contextmanager
def filled(count: int, embedder: Embedder | None = None, **explicit: object) -> Iterator[Remora]:
    """A host's process whose project has `count` notes with vectors, the model in memory. `embedder`: not ours;
    `explicit`: settings."""
    choice = None if embedder is None else Choice(embedder, "it was given")
    with TemporaryDirectory() as folder:
        settings = load(home=Path(folder) / "home", environ={}, explicit={"embedder": "minilm", **explicit})
        with mock.patch.object(meaning, "choose", return_value=choice) if choice else mock.MagicMock():
            remora = build(settings, host="benchmark", stays=True)
        found = meaning_of(remora)
        if not found.embedding.prepare():
            raise SystemExit("the bundled model is not to be had")
        for text in ASKED.values():
            remora.memory.add(text, project=PROJECT)
        _fill(remora, count - len(ASKED))
        try:
            yield remora
        finally:
            remora.close()


def meaning_of(remora: Remora) -> meaning.Meaning:
    """What the memory was built with; the facade shows it to nobody."""
    found = remora.memory._meaning
    assert found is not None
    return found


def namespace_lines(remora: Remora) -> Lines:
    """The vectors of the project as one matrix: what V passes over."""
    reader = meaning_of(remora).readers
    identity = meaning_of(remora).embedding.identity
    assert identity is not None
    db = remora.store.read()
    rows = [row for (row,) in db.execute("SELECT note FROM note_vectors ORDER BY note")]
    return reader.of(db, identity, WIDTH).vectors(db, PROJECT, rows)[1]


def _fill(remora: Remora, count: int) -> None:
    identity = meaning_of(remora).embedding.identity
    assert identity is not None
    now = remora.store.clock()
    texts, random = sentences(count, seed=count), Random(count)
    for begin in range(0, count, SLICE):
        lines = unit_lines(min(SLICE, count - begin), seed=begin)
        with remora.store.write() as db:
            for line in lines:
                note = notes.insert(db, _note(next(texts), now - random.randrange(90 * DAY_MS)))
                vectors.put(db, note, identity, line.tobytes(), WIDTH)


def _note(text: str, at: int) -> notes.NewNote:
    return notes.NewNote(
        id=new_id(), text=text, words=" ".join(terms(text)), namespace=PROJECT, importance=None, created_at=at,
        provenance=Provenance(trigger="manual", recorded_at=at), digest=notes.digest_of(text),
    )  # fmt: skip
