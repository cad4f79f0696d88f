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


def statistics(db: Connection, namespaces: Sequence[str], asked: Question) -> Statistics:
    """Count the notes in reach and those that hold each word."""
    words = list(dict.fromkeys(asked.terms + asked.about.words))
    held: Counter[str] = Counter()
    for namespace in namespaces:
        held.update(fulltext.frequencies(db, namespace, words))
    return Statistics(sum(fulltext.size(db, namespace) for namespace in namespaces), dict(held))


def by_words(
    db: Connection, namespaces: Sequence[str], asked: Question, known: Statistics, preset: Preset
) -> dict[str, list[int]]:
    """Rows of at most `preset.pool` live notes that share words with the question, by the weight of these words.

    By namespace, best first in each.
    """
    words = sorted(
        (word for word in asked.terms if known.frequencies.get(word)), key=lambda word: (known.frequencies[word], word)
    )[:MOST_WORDS]
    weights: dict[tuple[str, ...], float] = {}  # many rows hold the same words
    weighed: list[tuple[float, int, str]] = []
    for namespace in namespaces:
        for row, held in fulltext.candidates(db, namespace, words, preset.rows_per_word).items():
            weight = weights.get(held)
            if weight is None:
                weight = weights[held] = known.idf_sum(held)
            weighed.append((weight, row, namespace))
    found: dict[str, list[int]] = {namespace: [] for namespace in namespaces}
    for _, row, namespace in nlargest(preset.pool, weighed):  # at equal weight the newer row
        found[namespace].append(row)
    return found


def by_meaning(db: Connection, found: Mapping[str, list[int]], sense: Sense, preset: Preset) -> dict[int, Nearness]:
    """How near the notes found by words are, and the `preset.near` nearest of each namespace beside them, by row."""
    from remora.recall.meaning import nearness  # brings NumPy: only a query with a vector pays for it

    near: dict[int, Nearness] = {}
    for namespace, rows in found.items():
        near.update(nearness(db, namespace, sense, rows, preset.near))
    return near


def candidates(
    db: Connection, asked: Question, found: Mapping[str, list[int]], near: Mapping[int, Nearness]
) -> list[Candidate]:
    """The pool: the live notes behind the rows, with what they hold of the question."""
    rows = dict.fromkeys([*(row for rows in found.values() for row in rows), *near])
    wanted = frozenset(asked.terms + asked.about.words)
    loaded = notes.by_rows(db, list(rows))
    return [_candidate(note, wanted, near.get(note.row)) for note in loaded if note.archived_at is None]


def _candidate(note: Note, wanted: frozenset[str], near: Nearness | None) -> Candidate:
    words = note.words.split(" ")
    return Candidate(note, Counter(filter(wanted.__contains__, words)), len(words), near)
