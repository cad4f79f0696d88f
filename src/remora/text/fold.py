"""Brings characters to one shape before words are cut: widths, accents, invisible marks. Case is kept here.

Called by the tokenizer; never drops a letter, a digit or an emoji.
"""

import re
import unicodedata
from functools import lru_cache

# Punctuation that may stand inside a term. It is also the FTS5 `tokenchars` option of the index, which has to cut the
# stored words exactly where we did: at spaces and nowhere else. The colon is what ends the namespace prefix there.
TOKENCHARS = "._-/:+#@$"

# Scripts that are written without spaces between words, and Hangul, whose particles stick to the word.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u1100-\u11ff\uac00-\ud7af"  # Hangul
    "\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff"  # kana, bopomofo, iteration marks
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
)

_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u0655\u0670]")
_SEPARATORS = re.compile(rf"[^0-9A-Za-z\u0080-\U0010ffff{re.escape(TOKENCHARS)}]+")
_LETTER = rf"[^\W{UNSPACED}]"  # one that makes a longer word of the word beside it
_UNSPACED_CHARACTER = re.compile(f"[{UNSPACED}]")


def fold(text: str) -> str:
    """`text` as chunks between single spaces: compatibility forms, accents, marks and odd punctuation gone.

    What is left is letters, digits, the marks that scripts need, symbols such as emoji (each a chunk of its own), and
    the ASCII punctuation of `TOKENCHARS`.
    """
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text)
        composed = unicodedata.normalize("NFC", _ACCENTS.sub("", decomposed))
        text = "".join([char if char < "\x80" else _kept(char) for char in composed])
    return _SEPARATORS.sub(" ", text).strip()


def plain(text: str) -> str:
    """`text` without what wording does not hang on: case, widths, white space, the full stop at its end.

    Other punctuation stays: "x < 5" and "x > 5" are two statements.
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(" .!;。！")


def stands_in(part: str, whole: str) -> bool:
    """Whether one plain text stands in another, word for word: "port 8" does not stand in "port 80"."""
    if not part or part not in whole:
        return False
    before = "" if _UNSPACED_CHARACTER.match(part[0]) else f"(?<!{_LETTER})"
    after = "" if _UNSPACED_CHARACTER.match(part[-1]) else f"(?!{_LETTER})"
    return re.search(before + re.escape(part) + after, whole) is not None


@lru_cache(maxsize=4096)  # a few thousand distinct characters cover any one person's notes
def _kept(char: str) -> str:
    """What one composed non-ASCII character becomes."""
    if "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":  # variation selectors: looks, no meaning
        return ""
    category = unicodedata.category(char)
    if category[0] in "LN" or category in ("Mn", "Mc"):
        return char
    if category == "So":  # emoji and other pictures: searchable, one by one
        return f" {char} "
    if category in ("Cf", "Me"):  # joiners, bidi marks, soft hyphens, key-cap frames
        return ""
    return " "  # punctuation, spaces, controls, lone surrogates, unassigned
