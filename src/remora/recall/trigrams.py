"""Likeness of spelling: BM25 over the letter trigrams inside words. Finds relatives that no stemmer knows. Pure.

"_deploi_" → _de dep epl plo loi oi_
"""

import math
from collections.abc import Sequence

K1, B = 1.2, 0.75  # as for words


def bm25(notes: Sequence[str], query: Sequence[str]) -> list[float]:
    """For each note's terms (space-separated): the trigrams of the query's terms, weighed by the notes at hand."""
    wanted = list(dict.fromkeys(trigram for term in query for trigram in _of(f"_{term}_")))
    texts = [f"_{words.replace(' ', '__')}_" for words in notes]
    if not wanted or not texts:
        return [0.0] * len(texts)
    average = sum(map(len, texts)) / len(texts)
    dampings = [K1 * (1 - B + B * len(text) / average) for text in texts]
    scores = [0.0] * len(texts)
    for trigram in wanted:
        counts = [text.count(trigram) for text in texts]
        held = len(texts) - counts.count(0)
        if held:
            weight = math.log(1 + (len(texts) - held + 0.5) / (held + 0.5)) * (K1 + 1)
            for at, count in enumerate(counts):
                if count:
                    scores[at] += weight * count / (count + dampings[at])
    return scores


def _of(word: str) -> list[str]:
    return [word[at : at + 3] for at in range(len(word) - 2)]
