"""Look-alike letters, from Unicode's own table: which ASCII letter or digit a character is mistaken for.

Called by `normalise` for text that is not ASCII; the table is read once, on the first such text.
"""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"(?<![^\W_])[a-z0-9]++(?![^\W_])")  # a whole word, all of it ASCII
# Letters that Unicode names after a Latin one without listing them as look-alikes: small capitals, letters in boxes.
_NAMED = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|(?:NEGATIVE |CROSSED NEGATIVE )?(?:CIRCLED|SQUARED) LATIN CAPITAL LETTER) (.)"
)
_NAMED_RANGES = (
    (0x1D00, 0x1D22),
    (0x0262, 0x0263),
    (0x026A, 0x026B),
    (0x0274, 0x0275),
    (0x0280, 0x0281),
    (0x028F, 0x0290),
    (0x0299, 0x02A0),
    (0xA730, 0xA732),
    (0x1F130, 0x1F18A),
)


@lru_cache(maxsize=1)
def table() -> dict[int, str]:
    """Code point → the one ASCII letter or digit, in lower case, that it looks like."""
    from confusable_homoglyphs import confusables  # reads 900 kB of JSON on import: only for text that needs it

    found: dict[int, str] = {}
    for char, likes in confusables.confusables_data.items():
        if len(char) != 1 or char.isascii() or not char.isalpha():
            continue
        for like in likes:
            ascii_like = like["c"].casefold()
            if len(ascii_like) == 1 and ascii_like.isascii() and ascii_like.isalnum():
                found[ord(char)] = ascii_like
                break
    for start, end in _NAMED_RANGES:
        for code in range(start, end):
            named = _NAMED.fullmatch(unicodedata.name(chr(code), ""))
            if named and named[1].isascii():
                found[code] = named[1].casefold()
    return found


def fold(text: str) -> tuple[str, int]:
    """`text` with each word written in look-alikes put into ASCII, and how many words mixed two alphabets.

    A word is replaced only where all of it becomes ASCII: Russian and Greek words keep their letters. Expects text in
    NFKC and lower case.
    """
    plain = text.translate(table())  # letter for letter: places stay
    if plain == text:
        return text, 0
    pieces: list[str] = []
    disguised: dict[str, bool] = {}  # a hostile text is one word over and over
    mixed = last = 0
    for match in _WORD.finditer(plain):
        start, end = match.span()
        word = text[start:end]
        if word.isascii():
            continue
        pieces += (text[last:start], match[0])
        last = end
        if word not in disguised:
            disguised[word] = _disguised(word)
        mixed += disguised[word]
    return "".join((*pieces, text[last:])), mixed


def _disguised(word: str) -> bool:
    """Whether a word mixes two alphabets. In the last place a foreign letter may be an inflection; anywhere before,
    somebody swapped letters."""
    return len(word) > 2 and word.isalnum() and any(map(str.isascii, word)) and not word[:-1].isascii()
