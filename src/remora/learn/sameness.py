"""Whether two texts of like meaning say the same: same numbers, same identifiers, same polarity. Pure.

"Postgres 14" and "Postgres 16" are near in meaning, and so are "allowed" and "not allowed"; neither pair says the same.
"""

import re

from remora.text import NEGATIONS, chunks

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def same_values(one: str, other: str) -> bool:
    """True where nothing but the wording can differ between two texts that are near in meaning."""
    return values(one) == values(other)


def values(text: str) -> tuple[frozenset[str], frozenset[str], bool]:
    """The numbers and the identifiers of a text, and whether it denies."""
    numbers, identifiers, negations = set(_NUMBER.findall(text)), set[str](), 0
    for chunk in chunks(text):
        if any(piece.kind == "compound" for piece in chunk):
            identifiers.add(chunk[0].word)
        negations += sum(piece.word in NEGATIONS for piece in chunk)
    return frozenset(numbers), frozenset(identifiers), negations % 2 == 1
