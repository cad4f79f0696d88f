"""Orders candidates by what the voices say of them, then by source, age and rating. Pure; admission is the gate's.

s0 = Σ weight · voice      words, tri = bm25 / the pool's best; cen = the centred cosine
score = s0 · source · recency + importance · (rating − 0.5)
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from remora.notes import Note
from remora.recall import deference, trigrams
from remora.recall.gate import FEW_NOTES, Coverage
from remora.recall.nearness import Nearness, Sense
from remora.recall.presets import Preset
from remora.recall.statistics import Statistics
from remora.recall.voices import Candidate

DAY_MS = 86_400_000
# Among few notes some trigram is nearly always shared by one of them alone, and the best likeness may be none: there a
# note needs half of what the query itself would score to count in full. Among many the half changes order by less than
# noise for texts of the model's language, and costs two points of recall@5 for others.
ALIKE_AMONG_FEW = 0.5


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score and the numbers behind it."""

    candidate: Candidate
    score: float
    stages: Mapping[str, float]


def rank(
    pool: Sequence[Candidate],
    terms: Sequence[str],
    words: Mapping[str, float],
    known: Statistics,
    now: int,
    preset: Preset,
    sense: Sense | None = None,
    soft: Collection[str] = (),
) -> list[Scored]:
    """The pool, best first; at equal score the newer note, then the lower id. `now` in milliseconds.

    `terms` are the query's; `words`, with weights, and `soft` are what coverage is measured by.
    """
    covered = Coverage(words, known, soft)
    measures = _heard(pool, terms, known, preset)
    for candidate, measure in zip(pool, measures, strict=True):
        measure["cov"] = covered.of(candidate.counts)
    if sense is not None:
        for candidate, measure in zip(pool, measures, strict=True):
            near = candidate.nearness or sense.supposed(measure["cov"])
            measure["cosine"], measure["cen"], measure["u"] = near.cosine, near.centred, sense.u(near.cosine)
            measure["sen"] = sentence(near)
    if "tri" in preset.weights:
        _spell(pool, measures, terms, known, preset)
    if preset.beside:
        _lean(pool, measures, preset)
    scored = [_scored(candidate, measure, now, preset) for candidate, measure in zip(pool, measures, strict=True)]
    if deference.any_merged(candidate.note for candidate in pool):
        scored = _deferring(scored, preset)
    return sorted(scored, key=lambda one: (-one.score, -one.candidate.note.created_at, one.candidate.note.id))


def _heard(
    pool: Sequence[Candidate], terms: Sequence[str], known: Statistics, preset: Preset
) -> list[dict[str, float]]:
    raw = bm25(pool, terms, known, preset)
    best = max(raw, default=0.0)
    return [{"bm25": value, "words": value / best if best else 0.0} for value in raw]


def _spell(
    pool: Sequence[Candidate],
    measures: Sequence[dict[str, float]],
    terms: Sequence[str],
    known: Statistics,
    preset: Preset,
) -> None:
    """Trigrams cost most of all voices, so only those that the others put first are spelt out."""
    others = {voice: weight for voice, weight in preset.weights.items() if voice != "tri"}
    first = nlargest(preset.spelt, range(len(pool)), key=lambda at: _sum(measures[at], others))
    least = ALIKE_AMONG_FEW if known.notes < FEW_NOTES else 0.0
    values = trigrams.alike([pool[at].note.words for at in first], terms, least)
    for measure in measures:
        measure["tri"] = 0.0
    for at, value in zip(first, values, strict=True):
        measures[at]["tri"] = value


def sentence(near: Nearness) -> float:
    """The mean of the note's own nearness and that of its nearest part, the note itself among the parts."""
    return (near.centred + max(near.centred, near.centred if near.inside is None else near.inside)) / 2


def _lean(pool: Sequence[Candidate], measures: Sequence[dict[str, float]], preset: Preset) -> None:
    """What was said just before and after counts too, the nearer the more."""
    at = {candidate.note.row: place for place, candidate in enumerate(pool)}
    alone = [_sum(measure, preset.weights) for measure in measures]
    for candidate, measure in zip(pool, measures, strict=True):
        others = [(1 / abs(row - candidate.note.row), alone[at[row]]) for row in candidate.beside if row in at]
        whole = sum(weight for weight, _ in others)
        measure["beside"] = math.fsum(weight * value for weight, value in others) / whole if whole else 0.0


def _scored(candidate: Candidate, stages: dict[str, float], now: int, preset: Preset) -> Scored:
    """The measures become the stages: the rest is written beside them."""
    source = stages["source"] = source_weight(candidate.note, preset)
    fresh = stages["recency"] = recency(candidate.note, now, preset)
    bonus = stages["importance"] = importance_bonus(candidate.note, preset)
    heard = _relevance(stages, preset)
    score = stages["score"] = heard * source * fresh + bonus
    return Scored(candidate, score, stages)


def _deferring(scored: list[Scored], preset: Preset) -> list[Scored]:
    """The same, with what a dream merged behind what a person wrote where both answer as well."""
    caps = deference.caps(
        [one.candidate.note for one in scored],
        [_relevance(one.stages, preset) for one in scored],
        [one.score for one in scored],
    )
    for at, score in caps.items():
        stages = {**scored[at].stages, "deference": score - scored[at].score, "score": score}
        scored[at] = Scored(scored[at].candidate, score, stages)
    return scored


def _relevance(measure: Mapping[str, float], preset: Preset) -> float:
    """What a note's words and meaning alone are worth."""
    return _sum(measure, preset.weights) + preset.beside * measure.get("beside", 0.0)


def _sum(measure: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return math.fsum([weight * measure[voice] for voice, weight in weights.items()])


def bm25(pool: Sequence[Candidate], words: Sequence[str], known: Statistics, preset: Preset) -> list[float]:
    """BM25 of each candidate, in the pool's order. The average length is the pool's."""
    if not pool:
        return []
    average = sum(candidate.length for candidate in pool) / len(pool)
    weights = {word: known.idf(word) for word in words}
    return [_bm25(candidate, weights, average, preset) for candidate in pool]


def _bm25(candidate: Candidate, weights: Mapping[str, float], average: float, preset: Preset) -> float:
    damping = preset.k1 * (1 - preset.b + preset.b * candidate.length / average)
    return math.fsum(
        [
            weights[word] * count * (preset.k1 + 1) / (count + damping)
            for word, count in candidate.counts.items()
            if word in weights
        ]
    )


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
