"""Make a text readable for the rules: one spelling, nothing hidden, and a flag for all that had to be undone.

First stage of the scan, called by `pipeline`. Plain ASCII pays for one case fold and one look for encodings.
"""

import re
import unicodedata
from dataclasses import dataclass

from remora.scan import confusables, decode, hidden

MAX_CHARS = 16_384  # the longest note is 16 kB; `pipeline` cuts what is longer
MAX_GROWN = 2 * MAX_CHARS  # compatibility forms grow: honest text by a few per cent, never to twice its length

_SALUTATIONS = re.compile("[\ufdfa\ufdfb]")  # NFKC spells one out in 18 letters: 16 kB of them in 100
_STYLED = re.compile("[\U0001d400-\U0001d7ff\u24b6-\u24e9\U0001f130-\U0001f189]{3,}")
_WIDE = re.compile("[\uff21-\uff3a\uff41-\uff5a]{3,}")
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_LATIN_MARKS = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_MARKED = re.compile("[\u00c0-\u024f\u0300-\u036f\u1e00-\u1eff]")  # what may come apart into a letter and marks
_PILED = re.compile("[a-z][\u0300-\u036f]{3,}")
_QUOTES = str.maketrans("\u2018\u2019\u201b\u02bc\u201c\u201d\u2010\u2011\u2013", "''''\"\"---")
_CURLY = re.compile("[\u2018\u2019\u201b\u02bc\u201c\u201d\u2010\u2011\u2013]")

MANY = 2  # words: one styled or wide word is a heading or a brand, several are a message in disguise


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as the rules see it. All strings besides `plain` are in lower case with look-alikes replaced."""

    plain: str
    folded: str
    decoded: tuple[str, ...]
    flags: frozenset[str]


def read(text: str) -> Reading:
    """Undo what disguises `text`, which is at most MAX_CHARS long. Never raises, whatever the characters."""
    plain, flags, messages = _unmask(text)
    folded, more = _fold(plain)
    decoded, encodings = decode.decode(plain)
    return Reading(
        plain=plain,
        folded=folded,
        decoded=tuple(_fold(_unmask(message)[0])[0] for message in (*messages, *decoded)),
        flags=flags | more | encodings,
    )


def _unmask(text: str) -> tuple[str, frozenset[str], tuple[str, ...]]:
    """Compatibility forms replaced, unseen characters taken out; flags; messages that the unseen ones spelled."""
    if text.isascii() and text.isprintable():
        return text, frozenset(), ()
    shown = hidden.reveal(text.encode("utf-8", "replace").decode("utf-8"))
    if shown.text.isascii():
        return shown.text, shown.flags, shown.messages
    if unicodedata.is_normalized("NFKC", shown.text):  # Russian, Greek or Hebrew as people write it
        return _straight(shown.text), shown.flags, shown.messages
    flags = set(shown.flags)
    if len(_STYLED.findall(shown.text)) >= MANY:
        flags.add("styled")
    if not _EAST_ASIAN.search(shown.text) and len(_WIDE.findall(shown.text)) >= MANY:
        flags.add("styled")
    plain = _straight(unicodedata.normalize("NFKC", _SALUTATIONS.sub(" ", shown.text)))
    if len(plain) > MAX_GROWN:
        plain = plain[:MAX_GROWN]
        flags.add("swollen")
    return plain, frozenset(flags), shown.messages


def _straight(text: str) -> str:
    """Typographic quotes and dashes as a keyboard has them; a translation is slow, and most texts have none."""
    return text.translate(_QUOTES) if _CURLY.search(text) else text


def _fold(plain: str) -> tuple[str, frozenset[str]]:
    """Lower case, Latin letters without their marks, look-alikes in ASCII."""
    folded = plain.casefold()
    if folded.isascii():
        return folded, frozenset()
    if not _MARKED.search(folded):
        folded, mixed = confusables.fold(folded)
        return folded, frozenset({"look-alikes"} if mixed else ())
    apart = unicodedata.normalize("NFD", folded)
    flags = {"piled-marks"} if _PILED.search(apart) else set()
    folded, mixed = confusables.fold(unicodedata.normalize("NFC", _LATIN_MARKS.sub("", apart)))
    if mixed:
        flags.add("look-alikes")
    return folded, frozenset(flags)
