"""Says what a query is about: its content words, and how many they are. Read by recall's gate and by capture.

Never decides what is indexed: a word without content here is searchable all the same.
"""

import re
import unicodedata
from dataclasses import dataclass

from remora.text.fold import UNSPACED
from remora.text.stopwords import CHATTER, FUNCTION, PHRASES, SOFT, STOP
from remora.text.terms import Piece, pieces

_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
_ALL_TALK = re.compile("(?:" + "|".join(map(re.escape, PHRASES)) + ")+")
_PHRASES = re.compile("|".join(re.escape(phrase) for phrase in PHRASES if len(phrase) > 1) + "|[吗嗎呢吧啊]$")
_EMPTY = STOP | FUNCTION | CHATTER


@dataclass(frozen=True, slots=True)
class Content:
    """`words`: distinct terms, in order. `size`: how many words a reader would count (two Han characters are one)."""

    words: tuple[str, ...]
    size: float


def content(query: str) -> Content:
    """What is left of `query` without stop words, small talk and "do it again". Empty for a trivial prompt."""
    kept: dict[str, Piece] = {}
    for piece in pieces(_without_phrases(query)):
        if piece.word not in _EMPTY and piece.kind != "symbol" and (len(piece.word) > 1 or piece.word > "\x7f"):
            kept.setdefault(piece.term, piece)
    if all(piece.word in SOFT for piece in kept.values()):
        return Content((), 0.0)
    return Content(tuple(kept), sum(piece.size for piece in kept.values()))


def content_words(query: str) -> tuple[str, ...]:
    """The distinct terms of `query` that carry content, in order."""
    return content(query).words


def _without_phrases(query: str) -> str:
    """Cut small talk out of runs without spaces; all other text stays as it is."""

    def cut(run: re.Match[str]) -> str:
        return " " if _ALL_TALK.fullmatch(run.group()) else _PHRASES.sub(" ", run.group())

    return _UNSPACED_RUN.sub(cut, unicodedata.normalize("NFKC", query))
