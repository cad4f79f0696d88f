"""Cuts text into index terms. The store keeps them with the note, recall cuts queries in the same way.

Whoever changes what `terms` returns raises `TERMS_VERSION`: an index holds exactly what it was given.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import snowballstemmer

from remora.text.fold import TOKENCHARS, UNSPACED, fold
from remora.text.moments import moment
from remora.text.stopwords import STOP

__all__ = ["TERMS_VERSION", "TOKENCHARS", "Piece", "chunks", "date_terms", "pieces", "stem", "terms"]

TERMS_VERSION = 1

# A term longer than this is cut: the longest thing that people search by eye is a 64-digit hash with its prefix, and
# what is longer (base64, minified code) only swells the index. Its parts are terms all the same.
LONGEST = 100

DAY_MS = 86_400_000

# A chunk longer than this is no word that comes again, and would only fill the memory of those that do.
COMMON_LENGTH = 24

# John's → John, l'eau → eau, don't → dont: a genitive s and a Romance article go, other apostrophes join.
_APOSTROPHE = re.compile(r"(?<=\w)['’]s\b|\b(?:[dljmnstc]|qu)['’](?=[^\W\d])|(?<=\w)['’](?=\w)", re.IGNORECASE)
_UNSPACED_RUN = re.compile(f"([{UNSPACED}]+)")
_TAIL = re.compile(r"[+#]+$")
_STEPS = re.compile(r"[/:@$#+]+")
_PARTS = re.compile(rf"[{re.escape(TOKENCHARS)}]+")
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip

Kind = Literal["word", "compound", "bigram", "symbol"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One term with the folded word it came from, and that word in the case it was `written` in. `compound` is an
    identifier or path beside its own parts; `bigram` a piece of a run without spaces, `symbol` an emoji; `size` is
    what it counts when words are counted."""

    term: str
    word: str
    kind: Kind
    size: float
    written: str


def terms(text: str) -> list[str]:
    """The index terms of `text`, in order, repeats kept. Never raises; empty where there is nothing to search for.

    Words are folded and stemmed, stop words left out (unless there is nothing else). Identifiers and paths come whole
    and by part, scripts without spaces as overlapping pairs of characters. A term holds ASCII letters and digits in
    lower case, `TOKENCHARS`, and non-ASCII characters that are no spaces.
    """
    found = list(pieces(text))
    return [piece.term for piece in found if piece.word not in STOP] or [piece.term for piece in found]


def date_terms(milliseconds: int) -> list[str]:
    """Day, month and year of a moment (UTC) as terms: "17 December 2022" in a question finds a note of that day."""
    return list(_day_terms(milliseconds // DAY_MS))


@lru_cache(maxsize=1024)  # notes of one day come together
def _day_terms(day_number: int) -> tuple[str, str, str]:
    day = moment(day_number * DAY_MS)
    return str(day.day), stem(_MONTHS[day.month - 1]), str(day.year)


def pieces(text: str) -> Iterator[Piece]:
    """Every piece of `text`, stop words included."""
    for chunk in chunks(text):
        yield from chunk


def chunks(text: str) -> Iterator[tuple[Piece, ...]]:
    """The pieces of `text`, those between two blanks together: a word alone, an identifier or path with its parts."""
    if "'" in text or "’" in text:  # most notes hold none, and looking is a tenth of cutting
        text = _APOSTROPHE.sub("", text)
    for chunk in fold(text).split(" "):
        yield _common(chunk) if len(chunk) <= COMMON_LENGTH else tuple(_cut(chunk))


@lru_cache(maxsize=16384)  # most chunks of most notes are words that came before: a hit spares ten times its cost
def _common(chunk: str) -> tuple[Piece, ...]:
    return tuple(_cut(chunk))


def _cut(chunk: str) -> Iterator[Piece]:
    for index, run in enumerate(_UNSPACED_RUN.split(chunk)):
        if index % 2:
            yield from _bigrams(run)
        elif run:
            yield from _spaced(run)


def _bigrams(run: str) -> Iterator[Piece]:
    run = run.casefold()
    size = len(run) / 2 / max(1, len(run) - 1)  # two characters make about one word
    for at in range(max(1, len(run) - 1)):
        two = run[at : at + 2]
        yield Piece(two, two, "bigram", size, two)


def _spaced(chunk: str) -> Iterator[Piece]:
    """A word, or an identifier or path: whole, then its steps, then the parts of each step."""
    if chunk.isalnum() and (chunk.islower() or chunk.isdecimal()):  # nothing in it to cut at, as in nearly all text
        yield _word(chunk, size=1.0)
        return
    chunk = chunk.lstrip(TOKENCHARS).rstrip("._-/:@$")
    tail = _TAIL.search(chunk)  # c++ and c# end as they should; "a lot+" is nobody's identifier, and does no harm
    if not any(map(_searchable, chunk)):
        return
    steps = [step.strip("._-") for step in _STEPS.split(chunk)]
    steps = [step for step in steps if step]
    if tail or len(steps) > 1:
        yield _compound(chunk)
    for step in steps:
        parts = [part for part in _PARTS.split(step) if part]
        if len(parts) > 1:
            yield _compound(step)
        for part in parts:
            humps = _HUMPS.split(part)
            if part == chunk or len(part) > 1:  # one letter or digit cut from an identifier says nothing
                yield _word(part, size=1.0 if len(humps) == 1 else 0.0)
            if len(humps) > 1:
                yield from (_word(hump) for hump in humps if len(hump) > 1)


def _searchable(char: str) -> bool:
    return char.isalnum() or (char > "\x7f" and not char.isspace())


def _compound(text: str) -> Piece:
    term = text.casefold()[:LONGEST]
    return Piece(term, term, "compound", 0.0, text[:LONGEST])  # its parts are counted


def _word(text: str, size: float = 1.0) -> Piece:
    word = text.casefold()[:LONGEST]
    if len(word) == 1 and not word.isalnum():
        return Piece(word, word, "symbol", 0.0, word)
    return Piece(stem(word) if word.isascii() and word.isalpha() else word, word, "word", size, text[:LONGEST])


@lru_cache(maxsize=16384)  # the working vocabulary of a large import; a stem costs some 20 µs, a hit 0.1
def stem(word: str) -> str:
    """The stem that stands for all forms of an English word."""
    stemmed: str = snowballstemmer.stemmer("porter").stemWord(word)  # a stemmer keeps state: one a call, for threads
    return stemmed or word
