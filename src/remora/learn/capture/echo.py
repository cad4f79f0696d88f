"""Is a fact only what memory itself has said, or what a person had forgotten, said again? Pure.

Asked of facts that the user did not say: a model repeats what it was shown, and tools print old notes. What the user
says in words of their own is never an echo.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from remora.learn.sameness import adds_no_value, numbers
from remora.store import echoes
from remora.text import content_words, terms

HELD = 0.6  # of a fact's content words that a text must hold: a rewording keeps them, a new fact has words of its own

Word = TypeVar("Word", str, bytes)


@dataclass(frozen=True, slots=True)
class Told:
    """What memory has said: the texts of notes, and of other texts the hashed words."""

    notes: tuple[str, ...] = ()
    texts: tuple[frozenset[bytes], ...] = ()
    key: bytes = b""


def repeats(fact: str, told: Told) -> bool:
    """Whether the fact is one of these said again."""
    words = set(content_words(fact)) or set(terms(fact))
    if any(_held(words, set(terms(note))) and adds_no_value(fact, note) for note in told.notes):
        return True
    if not told.texts:
        return False
    own, values = echoes.hashed(told.key, words), echoes.hashed(told.key, _values(fact))
    return any(_held(own, text) and values <= text for text in told.texts)


def near(fact: str, candidates: Sequence[tuple[str, Collection[str]]]) -> tuple[str, ...]:
    """Those of many texts, each with its index terms, that the fact may repeat: a first look, without reading them."""
    words = set(content_words(fact)) or set(terms(fact))
    return tuple(text for text, held in candidates if _held(words, held))


def _held(words: Collection[Word], text: Collection[Word]) -> bool:
    return bool(words) and sum(word in text for word in words) >= HELD * len(words)


def _values(fact: str) -> set[str]:
    """The terms that hold a number: of hashed words nothing else tells a value from a word."""
    return {term for term in terms(fact) if numbers(term)}
