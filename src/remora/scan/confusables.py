"""Look-alike letters, from Unicode's own table: which ASCII letter or digit a character is mistaken for.

Called by `normalise` for text that is not ASCII; the table is read once, on the first such text.
"""

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[^\W_]+")
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
    likes = table()
    mixed = 0

    def replace(match: re.Match[str]) -> str:
        nonlocal mixed
        word = match[0]
        if word.isascii():
            return word
        plain = word.translate(likes)
        if not plain.isascii():
            return word
        # In the last place a foreign letter may be an inflection; anywhere before, somebody swapped letters.
        if len(word) > 2 and any(char.isascii() for char in word) and not word[:-1].isascii():
            mixed += 1
        return plain

    return _WORD.sub(replace, text), mixed
