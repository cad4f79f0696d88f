"""Decides whether notes may speak at all, by relevance before age and rating. Pure.

cov = Σ weight · idf(content words that the note holds) / Σ weight · idf(all content words of the query)
g = Σ share · measure      .5·u + .5·cov where the query has a vector, cov where it has none
"""

import math
from collections.abc import Collection, Mapping

from remora.recall.presets import Preset
from remora.recall.statistics import Statistics
from remora.recall.voices import Question
from remora.text import Content

# A turn about fewer words than this is about nothing ("why?", "the port") unless the word itself is rare.
ENOUGH_WORDS = 2
# Rare: held by at most two notes, or by one note in a hundred where there are many.
RARE_NOTES = 2
RARE_SHARE = 0.01
# A handful of notes cannot tell common words from rare ones: in a store of one note every word of it weighs a fifth of
# one unknown word, and the note stays silent. Weighed as among fifty, related questions to one to five notes were
# answered two to three times as often, at 0 to 4 % of unrelated ones.
FEW_NOTES = 50

# Among many notes some resemble a turn by accident, among few hardly one does, and what people type shares fewer words
# with a note than the questions of a data set do. So the floor sinks by up to .06 from 150 notes down to 20. Of forty
# prompts of a working day, asked of forty notes, 24 brought the right one instead of 19, and one a wrong one; of
# questions about other people's facts, asked of fifty, 5 % brought something instead of 4, of prompts about nothing no
# more than before. Among 150 notes it would have been 9 % instead of 6.5.
SLACK = 0.06
MANY, HANDFUL = 150, 20

TRIVIAL = "the turn is about nothing: only small talk and common words"
ONE_COMMON_WORD = "the turn holds a single content word, and too many notes hold it"


def floor_among(notes: int, floor: float) -> float:
    """The floor for a query with a vector in a store of so many notes, where `floor` is that among many."""
    few = math.log(MANY / max(notes, 1)) / math.log(MANY / HANDFUL)
    return round(floor - SLACK * min(1.0, max(0.0, few)), 3)


def heard(about: Content, known: Statistics) -> Content:
    """The content words that matter here: "use", "show" and their like only where a note holds them.

    Any other word that nobody holds stays, for it says that the question is about something else.
    """
    return about.without({word for word in about.soft if not known.frequencies.get(word)})


def silence(about: Content, known: Statistics) -> str:
    """Why the whole turn recalls nothing; empty if it may recall."""
    if not about.words:
        return TRIVIAL
    if about.size >= ENOUGH_WORDS:
        return ""
    bound = max(RARE_NOTES, RARE_SHARE * known.notes)
    rare = all(known.frequencies.get(word, 0) <= bound for word in about.words)
    return "" if rare else ONE_COMMON_WORD


def measured_by(asked: Question, about: Content) -> dict[str, float]:
    """The words that coverage is measured by, with their weights: those heard, or all where a search has no content."""
    return {word: about.weights[word] for word in about.words} or dict.fromkeys(asked.terms, 1.0)


class Coverage:
    """What share of a question's words a note holds, by idf and weight. One a question: what is the same for all notes
    is worked out once."""

    def __init__(self, words: Mapping[str, float], known: Statistics, soft: Collection[str] = ()) -> None:
        """`words`: those measured by, with their weights. A note that holds nothing but `soft` ones holds nothing."""
        among = known.at_least(FEW_NOTES)
        self._shares = {word: among.idf(word) * weight for word, weight in words.items()}
        self._whole = math.fsum(self._shares.values())
        self._soft = soft

    def of(self, counts: Mapping[str, int]) -> float:
        """0..1 for a note with these counts of the question's words. Words that no note holds count in full."""
        held = [word for word in self._shares if word in counts]
        if all(word in self._soft for word in held):
            return 0.0
        return math.fsum([self._shares[word] for word in held]) / self._whole


def admission(stages: Mapping[str, float], preset: Preset) -> float:
    """g, from the measures among the stages."""
    return math.fsum([share * stages[measure] for measure, share in preset.gate.items()])
