"""Whether two texts of like meaning say the same: same numbers, same identifiers, same polarity. Pure.

"Postgres 14" and "Postgres 16" are near in meaning, and so are "allowed" and "not allowed"; neither pair says the same.
"""

import re

from remora.text import NEGATIONS, chunks, content_words
from remora.text.fold import UNSPACED

ENOUGH_ALIKE = 2  # words that two texts share; with fewer, one word is half of what is said

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")

# In a script without spaces a negation is no piece of its own: 不 stands inside the run.
_INSIDE = re.compile("|".join(sorted(word for word in NEGATIONS if re.fullmatch(f"[{UNSPACED}]+", word))))


def same_values(one: str, other: str) -> bool:
    """True where nothing but the wording can differ between two texts that are near in meaning."""
    return values(one) == values(other)


def adds_no_value(text: str, to: str, *, denied: bool = True) -> bool:
    """True where `text` names no number and no identifier that `to` lacks, and, if asked, denies what it denies."""
    (own_numbers, own_names, own_denied), (numbers, names, its_denied) = values(text), values(to)
    return own_numbers <= numbers and own_names <= names and (own_denied == its_denied or not denied)


def numbers(text: str) -> frozenset[str]:
    """The numbers that stand in a text, as they are written."""
    return frozenset(_NUMBER.findall(text))


def one_word_apart(one: str, other: str) -> bool:
    """True where a single word of one text stands for a single word of the other: "on Tuesday" and "on Thursday".

    Rewording seldom leaves all but one word; a changed fact does.
    """
    mine, its = set(content_words(one)), set(content_words(other))
    return len(mine - its) == len(its - mine) == 1 and len(mine & its) >= ENOUGH_ALIKE


def values(text: str) -> tuple[frozenset[str], frozenset[str], bool]:
    """The numbers and the identifiers of a text, and whether it denies."""
    numbers, identifiers, negations = set(_NUMBER.findall(text)), set[str](), len(_INSIDE.findall(text))
    for chunk in chunks(text):
        if any(piece.kind == "compound" for piece in chunk):
            identifiers.add(chunk[0].word)
        negations += sum(piece.kind == "word" and piece.word in NEGATIONS for piece in chunk)
    return frozenset(numbers), frozenset(identifiers), negations % 2 == 1
