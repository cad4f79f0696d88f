"""Orders candidates: BM25 by hand over the pool, then source, age and rating. Pure; admission is the gate's business.

    s0 = Σ weight · voice      words = bm25 / the pool's best
    score = s0 · source · recency + importance · (rating − 0.5)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from remora.notes import Note
from remora.recall.presets import Preset
from remora.recall.statistics import Statistics
from remora.recall.voices import Candidate

DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score and the numbers behind it."""

    candidate: Candidate
    score: float
    stages: Mapping[str, float]


def rank(
    pool: Sequence[Candidate], words: Sequence[str], known: Statistics, now: int, preset: Preset
) -> list[Scored]:
    """The pool, best first; at equal score the newer note, then the lower id. `now` in milliseconds."""
    raw = bm25(pool, words, known, preset)
    best = max(raw, default=0.0)
    scored = []
    for candidate, value in zip(pool, raw, strict=True):
        stages = {
            "bm25": value,
            "words": value / best if best else 0.0,
            "source": source_weight(candidate.note, preset),
            "recency": recency(candidate.note, now, preset),
            "importance": importance_bonus(candidate.note, preset),
        }
        heard = math.fsum(weight * stages[voice] for voice, weight in preset.weights.items())
        score = heard * stages["source"] * stages["recency"] + stages["importance"]
        scored.append(Scored(candidate, score, stages))
    return sorted(scored, key=lambda one: (-one.score, -one.candidate.note.created_at, one.candidate.note.id))


def bm25(pool: Sequence[Candidate], words: Sequence[str], known: Statistics, preset: Preset) -> list[float]:
    """BM25 of each candidate, in the pool's order. The average length is the pool's."""
    if not pool:
        return []
    average = sum(candidate.length for candidate in pool) / len(pool)
    weights = {word: known.idf(word) for word in words}
    return [_bm25(candidate, weights, average, preset) for candidate in pool]


def _bm25(candidate: Candidate, weights: Mapping[str, float], average: float, preset: Preset) -> float:
    damping = preset.k1 * (1 - preset.b + preset.b * candidate.length / average)
    held = ((weight, candidate.counts.get(word, 0)) for word, weight in weights.items())
    return math.fsum(weight * count * (preset.k1 + 1) / (count + damping) for weight, count in held if count)


def source_weight(note: Note, preset: Preset) -> float:
    """What a note is worth for where it lives."""
    return preset.global_weight if note.scope == "global" else preset.project_weight


def recency(note: Note, now: int, preset: Preset) -> float:
    """1 for a new note, halved every half-life, never below the preset's bound; global notes do not age."""
    if note.scope == "global":
        return 1.0
    days = max(0, now - note.created_at) / DAY_MS  # a clock that went back makes no note better than new
    return float(max(preset.oldest, 0.5 ** (days / preset.half_life_days)))


def importance_bonus(note: Note, preset: Preset) -> float:
    """What a rating adds or takes away; exactly 0 for an unrated note."""
    return 0.0 if note.importance is None else preset.importance * (note.importance - 0.5)
