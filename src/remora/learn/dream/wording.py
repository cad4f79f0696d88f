"""What two notes say of each other, by their wording alone. Pure; called by every step of a dream.

Strict where it speaks without a model: a repetition that is missed costs a row, a fact that is taken for one is lost.
"""

import re
from difflib import SequenceMatcher
from typing import NamedTuple

from remora.learn.sameness import values
from remora.text import chunks, plain, stem

# Words that carry nothing between two statements. Prepositions are not among them: "from a to b" is not "to a from b".
_LIGHT = frozenset(["a", "an", "the", "our", "we", "us", "my", "i", "it", "its", "please", "just", "also", "really"])
# What terms do not hold but a statement hangs on: operators, flags, signs. Quotes, brackets and full stops are looks.
_MARKS = re.compile(r"[^\w\s.,;:!?'\"`()\[\]–—“”‘’…-]+|!(?=[\w=])|(?<![\w)])--?(?=\w)")
_CASED = re.compile(r"\b\w+?[A-Z]\w*\b")  # capitals that are no sentence's beginning: names in code, abbreviations
# "… since March", "… now", "no longer …": said by who tells of a change, never by who states how it always was.
_CHANGE = re.compile(
    r"\b(?:since|as of|starting(?: from)?|effective)\s+(?:\w+[ ,./-]?\s?){1,4}$"
    r"|\b(?:as of now|from now on|these days|nowadays|currently|now|no longer|not any ?more|any ?more)\b"
    r"|\binstead(?: of [\w./@-]+)?",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_TOLD = re.compile(
    r"\b(?:switched|moved|migrated|changed|replace[sd]|renamed|upgraded|downgraded|used to|formerly|previously)\b",
    re.IGNORECASE,
)
ALIKE = 0.6  # npm and pnpm, v1.2 and v1.3: two spellings of one kind of thing; ruff and mypy are .25

Key = tuple[str, ...]


class Said(NamedTuple):
    """Numbers and names of a text, whether it denies, and whether it tells of a change."""

    numbers: frozenset[str]
    names: frozenset[str]
    negated: bool
    tells_of_change: bool


def key(text: str) -> Key:
    """The words of a statement in order, without those that carry nothing."""
    words: list[str] = []
    for chunk in chunks(text):
        whole = next((piece.word for piece in chunk if piece.kind == "compound"), None)
        if whole is not None:
            words.append(whole)
        else:
            words.extend(piece.term for piece in chunk if piece.word not in _LIGHT)
    return tuple(words)


def statement(text: str) -> object:
    """Equal for two texts that state the same and differ in looks alone: articles, full stops, form of a word."""
    return key(text), values(text), tuple(_MARKS.findall(text)), tuple(sorted(_CASED.findall(text)))


def tells_of_change(text: str) -> bool:
    """Whether a text says that something is so by now, and was not."""
    return bool(_CHANGE.search(plain(text)) or _TOLD.search(text))


def unchanged(text: str) -> str:
    """The text without the words that tell of a change; the same where there are none."""
    return _CHANGE.sub(" ", plain(text))


def replaces(newer: str, older: str) -> bool:
    """Whether the newer text, by its own words, takes the place of the older: it tells of a change, the older does
    not, and all else is the same but for the last word, which is of one kind; or it takes the older back.
    """
    bare = unchanged(newer)
    if bare == plain(newer) or tells_of_change(older):
        return False
    one, other = key(bare), key(older)
    if one == other:  # "no longer uses npm", or "uses npm since March": only the former takes it back
        return values(newer)[2] != values(older)[2]
    if len(one) != len(other) or len(one) < 2 or one[:-1] != other[:-1] or values(newer)[2] != values(older)[2]:
        return False
    return _of_a_kind(one[-1], other[-1])


def said(text: str) -> Said:
    """What of a text can speak against another."""
    return Said(*values(text), tells_of_change(text))


def conflict(one: Said, other: Said) -> bool:
    """Whether two texts must not become one sentence: other polarity, other numbers or names, or one tells of a
    change that the other knows nothing of. A text that says more of the same is none."""
    if one.negated != other.negated or one.tells_of_change != other.tells_of_change:
        return True
    return _diverge(one.numbers, other.numbers) or _diverge(one.names, other.names)


def content(text: str) -> frozenset[str]:
    """The distinct words of a statement that carry something."""
    return frozenset(stem(word) if word.isascii() and word.isalpha() else word for word in key(text))


def _diverge(one: frozenset[str], other: frozenset[str]) -> bool:
    return not (one <= other or other <= one)


def _of_a_kind(one: str, other: str) -> bool:
    if one in other or other in one or (_DIGITS.sub("", one) == _DIGITS.sub("", other)):  # 14 and 16, v1.2 and v1.10
        return True
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= ALIKE
