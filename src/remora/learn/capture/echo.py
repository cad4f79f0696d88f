"""Is a fact only what memory itself has said, or what a person had forgotten, said again? Pure.

Asked of facts that the user did not say: a model repeats what it was shown, and tools print old notes. What the user
says in words of their own is never an echo.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from remora.learn.sameness import adds_no_value, numbers
from remora.store import echoes
from remora.text import content_words, terms

HELD = 0.6  # of a fact's content words that a text must hold: a rewording keeps them, a new fact has words of its own
PART = 0.5  # of a note's words that a fact must hold for the note to be a part of it, be it cut short
MOST = 0.75  # of a fact's content words that several notes together must hold: a sentence of its own is no part of them
WHOLE = 0.8  # of a forgotten note's words: whatever is said around it, it is back

Word = TypeVar("Word", str, bytes)
Text = tuple[str, Collection[str]]
"""A text with its index terms."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a session was told: the notes, and of other texts the hashed words."""

    notes: tuple[Text, ...] = ()
    texts: tuple[frozenset[bytes], ...] = ()
    key: bytes = b""


def repeats(fact: str, told: Told, gone: Sequence[Text] = ()) -> bool:
    """Whether the fact says no more than what the session was told, or says again what is `gone`."""
    words, every = _content(fact), set(terms(fact))
    near = [text for text, held in gone if _share(words, held) >= HELD or _share(held, every) >= PART]
    known = [*told.notes, *((text, set(terms(text))) for text in near)]
    if any(_share(words, held) >= HELD and adds_no_value(fact, text) for text, held in known):
        return True
    if any(_share(_content(text), every) >= WHOLE and adds_no_value(text, fact) for text in near):
        return True
    parts = [(text, held) for text, held in known if _share(_content(text), every) >= PART]
    if len(parts) > 1 and _share(words, set().union(*(held for _, held in parts))) >= MOST:
        return adds_no_value(fact, " ".join(text for text, _ in parts), denied=False)
    return _hashed(fact, words, told)


def _hashed(fact: str, words: Collection[str], told: Told) -> bool:
    """Of hashed words nothing but a digit tells a value from a word."""
    if not told.texts:
        return False
    own = echoes.hashed(told.key, words)
    values = echoes.hashed(told.key, {term for term in terms(fact) if numbers(term)})
    return any(_share(own, text) >= HELD and values <= text for text in told.texts)


def _content(text: str) -> Collection[str]:
    return set(content_words(text)) or set(terms(text))


def _share(words: Iterable[Word], of: Collection[Word]) -> float:
    """How much of some words another text holds."""
    own = list(words)
    return sum(word in of for word in own) / len(own) if own else 0.0
