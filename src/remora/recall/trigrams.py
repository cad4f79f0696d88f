"""Likeness of spelling: BM25 over the letter trigrams inside words. Finds relatives that no stemmer knows. Pure.

"_deploi_" → _de dep epl plo loi oi_
"""

import math
from collections.abc import Sequence

K1, B = 1.2, 0.75  # as for words


def alike(notes: Sequence[str], query: Sequence[str], least: float = 0.0) -> list[float]:
    """For each note's terms (space-separated) 0..1: its score as a share of the best one's.

    `least`: a best that has less of what the query itself would score than this counts as having so much; where only
    a few notes are compared, the best of them may be far.
    """
    scores, whole = bm25(notes, query)
    best = max(max(scores, default=0.0), least * whole)
    return [score / best if best else 0.0 for score in scores]


def bm25(notes: Sequence[str], query: Sequence[str]) -> tuple[list[float], float]:
    """The trigrams of the query's terms in each note, weighed by the notes at hand; and what a note of average length
    would score that holds each of them once."""
    wanted = list(dict.fromkeys(trigram for term in query for trigram in _of(f"_{term}_")))
    texts = [f"_{words.replace(' ', '__')}_" for words in notes]
    if not wanted or not texts:
        return [0.0] * len(texts), 0.0
    average = sum(map(len, texts)) / len(texts)
    dampings = [K1 * (1 - B + B * len(text) / average) for text in texts]
    scores, whole = [0.0] * len(texts), 0.0
    for trigram in wanted:
        counts = [text.count(trigram) for text in texts]
        held = len(texts) - counts.count(0)
        weight = math.log(1 + (len(texts) - held + 0.5) / (held + 0.5))
        whole += weight
        if held:
            for at, count in enumerate(counts):
                if count:
                    scores[at] += weight * count * (K1 + 1) / (count + dampings[at])
    return scores, whole


def _of(word: str) -> list[str]:
    return [word[at : at + 3] for at in range(len(word) - 2)]
