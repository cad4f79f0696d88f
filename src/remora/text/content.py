"""Says what a query is about: its content words, and how many they are. Read by recall's gate and by capture.

Never decides what is indexed: a word without content here is searchable all the same.
"""

import math
import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from remora.text.fold import UNSPACED
from remora.text.stopwords import CHATTER, FUNCTION, PHRASES, SOFT, STOP
from remora.text.terms import Piece, pieces

_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
# Atomic: phrases are made of phrases, and trying every way to part a long prompt would never end.
_ALL_TALK = re.compile("(?>" + "|".join(map(re.escape, PHRASES)) + ")++")
_PHRASES = re.compile("|".join(re.escape(phrase) for phrase in PHRASES if len(phrase) > 1) + "|[吗嗎呢吧啊]$")
_EMPTY = STOP | FUNCTION | CHATTER


@dataclass(frozen=True, slots=True)
class Content:
    """`words`: distinct terms, in order, each with the share of a word that it is: 1, for a piece of a compound or of
    a run without spaces less. `soft`: those of them that are content only beside the others ("run", "use")."""

    sizes: Mapping[str, float]
    soft: frozenset[str]

    @property
    def words(self) -> tuple[str, ...]:
        """The distinct terms, in order."""
        return tuple(self.sizes)

    @property
    def size(self) -> float:
        """How many words a reader would count: an identifier by its parts, two Han characters as one."""
        return math.fsum(self.sizes.values())

    def without(self, words: Collection[str]) -> "Content":
        """The same without some of the words; nothing where only soft ones are left."""
        sizes = {word: size for word, size in self.sizes.items() if word not in words}
        return Content(MappingProxyType(sizes), self.soft) if sizes.keys() - self.soft else NOTHING


NOTHING = Content(MappingProxyType({}), frozenset())


def content(query: str) -> Content:
    """What is left of `query` without stop words, small talk and "do it again". Empty for a trivial prompt."""
    kept: dict[str, Piece] = {}
    for piece in pieces(_without_phrases(query)):
        if piece.word not in _EMPTY and piece.kind != "symbol" and (len(piece.word) > 1 or piece.word > "\x7f"):
            kept.setdefault(piece.term, piece)
    soft = frozenset(term for term, piece in kept.items() if piece.word in SOFT)
    return Content({term: piece.size for term, piece in kept.items()}, soft).without(())


def content_words(query: str) -> tuple[str, ...]:
    """The distinct terms of `query` that carry content, in order."""
    return content(query).words


def _without_phrases(query: str) -> str:
    """Cut small talk out of runs without spaces; all other text stays as it is."""

    def cut(run: re.Match[str]) -> str:
        return " " if _ALL_TALK.fullmatch(run.group()) else _PHRASES.sub(" ", run.group())

    return _UNSPACED_RUN.sub(cut, unicodedata.normalize("NFKC", query))
