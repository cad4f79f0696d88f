"""Whether two texts of like meaning say the same: same numbers, same identifiers, same polarity. Pure.

"Postgres 14" and "Postgres 16" are near in meaning, and so are "allowed" and "not allowed"; neither pair says the same.
"""

import re

from remora.text import NEGATIONS, chunks
from remora.text.fold import UNSPACED

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")

# In a script without spaces a negation is no piece of its own: 不 stands inside the run.
_INSIDE = re.compile("|".join(sorted(word for word in NEGATIONS if re.fullmatch(f"[{UNSPACED}]+", word))))


def same_values(one: str, other: str) -> bool:
    """True where nothing but the wording can differ between two texts that are near in meaning."""
    return _values(one) == _values(other)


def _values(text: str) -> tuple[frozenset[str], frozenset[str], bool]:
    numbers, identifiers, negations = set(_NUMBER.findall(text)), set[str](), len(_INSIDE.findall(text))
    for chunk in chunks(text):
        if any(piece.kind == "compound" for piece in chunk):
            identifiers.add(chunk[0].word)
        negations += sum(piece.kind == "word" and piece.word in NEGATIONS for piece in chunk)
    return frozenset(numbers), frozenset(identifiers), negations % 2 == 1
