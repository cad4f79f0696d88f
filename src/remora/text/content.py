"""Says what a query is about: its content words, and how many they are. Read by recall's gate and by capture.

Never decides what is indexed: a word without content here is searchable all the same.
"""

import math
import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from remora.text.fold import UNSPACED, fold
from remora.text.stopwords import CHATTER, FUNCTION, PHRASES, POINTING, SOFT, STOP, WORK
from remora.text.terms import Piece, chunks, stem

_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
# Atomic: phrases are made of phrases, and trying every way to part a long prompt would never end.
_ALL_TALK = re.compile("(?>" + "|".join(map(re.escape, PHRASES)) + ")++")
_PHRASES = re.compile("|".join(re.escape(phrase) for phrase in PHRASES if len(phrase) > 1) + "|[吗嗎呢吧啊]$")
_WHOLE, _PART = re.compile(r"[^\W_](?:\S*[^\W_])?"), re.compile(r"[^\W_]+")  # an identifier or path, and its parts
_EMPTY = STOP | FUNCTION | CHATTER
# By stem, for "changed" is as soft as "change".
_SOFT, _WORK = (frozenset(stem(word) if word.isascii() else word for word in words) for words in (SOFT, WORK))


@dataclass(frozen=True, slots=True)
class Content:
    """What a query is about, as distinct terms in order.

    `sizes`: how many words a reader would count in each: 1, for a piece of a compound or of a run without spaces less.
    `weights`: its say in whether a note is about the same: 1, and the pieces of one identifier or path 1 together, or
    a pasted path would outweigh the question. `soft`: terms that are content only beside others ("run", "use"; where
    the query points at the work at hand, a single "test" or "error" too).
    """

    sizes: Mapping[str, float]
    weights: Mapping[str, float]
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
        return Content(MappingProxyType(sizes), self.weights, self.soft) if sizes.keys() - self.soft else NOTHING


NOTHING = Content(MappingProxyType({}), MappingProxyType({}), frozenset())


def content(query: str) -> Content:
    """What is left of `query` without stop words, small talk and "do it again". Empty for a trivial prompt."""
    sizes: dict[str, float] = {}
    weights: dict[str, float] = {}
    soft: set[str] = set()
    cut = list(chunks(_without_phrases(query)))
    for chunk in cut:
        kept = [piece for piece in chunk if _carries(piece)]
        compound = any(piece.size == 0 for piece in kept)  # its whole counts for no word of its own
        share = 1 / len(kept) if compound else 1.0
        for piece in kept:
            sizes.setdefault(piece.term, piece.size)
            weights[piece.term] = max(share, weights.get(piece.term, 0.0))
            if piece.term in _SOFT:
                soft.add(piece.term)
    work = _WORK & sizes.keys()
    if len(work) == 1 and any(piece.word in POINTING for chunk in cut for piece in chunk):
        soft |= work  # two of them say what about: "push this branch"
    return Content(sizes, MappingProxyType(weights), frozenset(soft)).without(())


def _carries(piece: Piece) -> bool:
    return piece.word not in _EMPTY and piece.kind != "symbol" and (len(piece.word) > 1 or piece.word > "\x7f")


def content_words(query: str) -> tuple[str, ...]:
    """The distinct terms of `query` that carry content, in order."""
    return content(query).words


def as_written(query: str) -> dict[str, str]:
    """The content words of `query` as a person wrote them, by term; the first, where several have one stem.

    For people's eyes, and at their leisure: a turn does not ask for it.
    """
    wanted = content(query).sizes
    spelt = {} if query.isascii() else _spelt(query)
    found: dict[str, str] = {}
    for chunk in chunks(_without_phrases(query)):
        for piece in chunk:
            if piece.term in wanted and _carries(piece):
                found.setdefault(piece.term, spelt.get(piece.written, piece.written))
    return found


def _spelt(query: str) -> dict[str, str]:
    """Words with their accents and widths, by what is left of them without."""
    query = unicodedata.normalize("NFC", query)
    return {fold(word): word for form in (_PART, _WHOLE) for word in form.findall(query) if not word.isascii()}


def _without_phrases(query: str) -> str:
    """Cut small talk out of runs without spaces; all other text stays as it is."""

    def cut(run: re.Match[str]) -> str:
        return " " if _ALL_TALK.fullmatch(run.group()) else _PHRASES.sub(" ", run.group())

    return _UNSPACED_RUN.sub(cut, unicodedata.normalize("NFKC", query))
