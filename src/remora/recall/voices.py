"""Finds candidates: notes that share the weightiest words with the query, and notes near to it in meaning.

The one stage that reads the store. Whatever the query and however large the namespace, the work with words is bounded:
words looked up, rows read, notes loaded.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from remora.notes import Note
from remora.recall.nearness import Nearness, Sense
from remora.recall.presets import Preset
from remora.recall.statistics import Statistics
from remora.store import Connection, fulltext, notes
from remora.text import Content, content, terms

# Of a longer prompt only head and tail are read: people ask there, what they paste lies between. Some 600 words, which
# take about 2 ms to cut.
LONGEST_QUERY = 4000
# Words that are searched, the rarest of the query. A question has five to twelve; more come from pasted text.
MOST_WORDS = 32
REACH = 2  # notes before and after: what answers a question in a chat stands within two messages of its words


@dataclass(frozen=True, slots=True)
class Question:
    """The query as words: `terms` rank (distinct, in order), `about` decides whether a note may speak."""

    terms: tuple[str, ...]
    about: Content


@dataclass(frozen=True, slots=True)
class Candidate:
    """A note with what it holds of the question: how often each word, how many terms in all, and how near it is."""

    note: Note
    counts: Mapping[str, int]
    length: int
    nearness: Nearness | None = None
    beside: tuple[int, ...] = ()
    """Rows of its neighbours in the conversation, where the ranking asks for them."""


def question(query: str) -> Question:
    """Cut a query into words; never raises, whatever the text."""
    if len(query) > LONGEST_QUERY:
        half = LONGEST_QUERY // 2
        query = _whole_words(query[:half], end=True) + "\n" + _whole_words(query[-half:], end=False)
    return Question(tuple(dict.fromkeys(terms(query))), content(query))


def _whole_words(cut: str, *, end: bool) -> str:
    """Without the word that was cut in two at the end, or at the start; a text without spaces stays as it is."""
    at = cut.rfind(" ") if end else cut.find(" ")
    if at < 0:
        return cut
    return cut[:at] if end else cut[at:]


def listen(
    db: Connection, namespaces: Sequence[str], asked: Question, preset: Preset
) -> tuple[Statistics, dict[str, dict[str, list[int]]]]:
    """How many notes are in reach and hold each word; and, by namespace, the rows behind the words that rank.

    Where fewer rows than the cap hold a word, these are all there are, and need not be counted again. A namespace
    without live notes is not asked at all.
    """
    words = list(dict.fromkeys(asked.terms + asked.about.words))
    sizes = {namespace: fulltext.size(db, namespace) for namespace in namespaces}
    namespaces = [namespace for namespace, size in sizes.items() if size]
    held: Counter[str] = Counter(dict.fromkeys(words, 0))
    found: dict[str, dict[str, list[int]]] = {}
    if len(words) > MOST_WORDS:
        for namespace in namespaces:
            held.update(fulltext.frequencies(db, namespace, words))
        ranking = sorted((word for word in asked.terms if held[word]), key=lambda word: (held[word], word))[:MOST_WORDS]
        found = {namespace: fulltext.holders(db, namespace, ranking, preset.rows_per_word) for namespace in namespaces}
    else:
        for namespace in namespaces:
            rows = found[namespace] = fulltext.holders(db, namespace, words, preset.rows_per_word)
            common = [word for word in words if len(rows[word]) == preset.rows_per_word]
            held.update({word: len(rows[word]) for word in words} | fulltext.frequencies(db, namespace, common))
    return Statistics(sum(sizes.values()), dict(held)), found


def by_words(
    found: Mapping[str, Mapping[str, list[int]]], asked: Question, known: Statistics, preset: Preset
) -> dict[str, list[int]]:
    """At most `preset.pool` of the rows, by the weight of the question's words that they hold.

    By namespace, best first in each.
    """
    weighed: list[tuple[float, int, str]] = []
    idf = {word: known.idf(word) for word in asked.terms}
    for namespace, rows_of in found.items():
        weights: dict[int, float] = {}
        for word, rows in rows_of.items():
            weight = idf.get(word)
            if weight is not None:
                for row in rows:
                    weights[row] = weights.get(row, 0.0) + weight
        edge = min(nlargest(preset.pool, weights.values()), default=0.0)  # most rows lie below it
        weighed += [(weight, row, namespace) for row, weight in weights.items() if weight >= edge]
    chosen: dict[str, list[int]] = {namespace: [] for namespace in found}
    for _, row, namespace in nlargest(preset.pool, weighed):  # at equal weight the newer row
        chosen[namespace].append(row)
    return chosen


def by_meaning(db: Connection, found: Mapping[str, list[int]], sense: Sense, preset: Preset) -> dict[int, Nearness]:
    """How near the notes found by words are, and the `preset.near` nearest of each namespace beside them, by row.

    Where the ranking leans on neighbours in the conversation, these too.
    """
    from remora.recall.meaning import nearness  # brings NumPy: only a query with a vector pays for it

    near: dict[int, Nearness] = {}
    for namespace, rows in found.items():
        here = nearness(db, namespace, sense, rows, preset.near)
        if preset.beside:
            others = {other for row in notes.beside(db, list(here), REACH).values() for other in row}
            here |= nearness(db, namespace, sense, sorted(others - here.keys()), 0)
        near |= here
    return near


def candidates(
    db: Connection, asked: Question, found: Mapping[str, list[int]], near: Mapping[int, Nearness], preset: Preset
) -> list[Candidate]:
    """The pool: the live notes behind the rows, with what they hold of the question."""
    rows = dict.fromkeys([*(row for rows in found.values() for row in rows), *near])
    wanted = frozenset(asked.terms + asked.about.words)
    loaded = notes.by_rows(db, list(rows))
    beside = notes.beside(db, list(rows), REACH) if preset.beside else {}
    return [
        _candidate(note, wanted, near.get(note.row), tuple(beside.get(note.row, ())))
        for note in loaded
        if note.archived_at is None
    ]


def _candidate(note: Note, wanted: frozenset[str], near: Nearness | None, beside: tuple[int, ...]) -> Candidate:
    words = note.words.split(" ")
    counts = {word: words.count(word) for word in wanted.intersection(words)}
    return Candidate(note, counts, len(words), near, beside)
