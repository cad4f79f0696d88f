"""Text behind an encoding: base64, hex, percent, escapes, rot13, reversed, spaced letters, digits for letters.

Called by `normalise`. Each blob is looked into once: what comes out is read for rules and never decoded again. One pass
of a linear automaton tells which decoders are worth running, so that plain text pays a few microseconds.
"""

import codecs
from collections.abc import Callable, Iterator
from functools import lru_cache

import re2

from remora.scan import encodings

MAX_DECODED = 16_384  # characters that one decoder may add: as much as the longest note

# Words that an attack can hardly do without, as they look under rot13 and backwards.
_TELLING = (
    "ignore", "disregard", "instructions", "instruction", "previous",
    "prompt", "system", "password", "reveal", "assistant",
)  # fmt: skip
_TURNED = "|".join(codecs.encode(word, "rot13") for word in _TELLING)
_BACKWARDS = "|".join(word[::-1] for word in _TELLING)

# (name, when it is worth running, what it yields). A name is also the flag that is raised, except for the quiet ones.
DECODERS: tuple[tuple[str, str, Callable[[str], Iterator[str]]], ...] = (
    ("base64", r"[A-Za-z0-9+/_-]{20}", encodings.base64_texts),
    ("hex", r"(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[ ,:]?){12}", encodings.hex_texts),
    ("base32", r"[A-Z2-7]{32}", encodings.base32_texts),
    ("base85", r"[!-~]{40}", encodings.base85_texts),
    ("binary", r"(?:[01]{8}[ ,]?){6}", encodings.binary_texts),
    ("percent", r"%[0-9A-Fa-f]{2}[^%\s]*%[0-9A-Fa-f]{2}", encodings.percent_texts),
    ("entities", r"&#x?[0-9A-Fa-f]{2,5};[^&]{0,2}&", encodings.entities_texts),
    ("escapes", r"(?:\\u\{?[0-9A-Fa-f]{4}\}?|\\x[0-9A-Fa-f]{2}).?(?:\\u|\\x)", encodings.escapes_texts),
    ("rot13", rf"(?i)\b(?:{_TURNED})\b", encodings.rot13_texts),
    ("reversed", rf"(?i)\b(?:{_BACKWARDS})\b", encodings.reversed_texts),
    ("spaced", r"(?:^|[^A-Za-z0-9])[A-Za-z](?:[ ._*|/-]{1,3}[A-Za-z]){6}(?:[^A-Za-z0-9]|$)", encodings.spaced_texts),
    ("leet", r"[A-Za-z][013457@$!][A-Za-z]", encodings.leet_texts),
)
QUIET = frozenset({"percent", "entities", "leet", "escapes"})  # everyday text has these; only what they hide counts


@lru_cache(maxsize=1)
def _triggers() -> re2.Set:
    triggers = re2.Set.SearchSet()
    for _, trigger, _decoder in DECODERS:
        triggers.Add(trigger)
    triggers.Compile()
    return triggers


def decode(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The texts hidden in `text`, at most MAX_DECODED characters a decoder, and flags for what they were hidden by."""
    wanted = _triggers().Match(text)
    if not wanted:
        return (), frozenset()
    found: list[str] = []
    flags: set[str] = set()
    for index in sorted(wanted):
        name, _, decoder = DECODERS[index]
        room = MAX_DECODED
        for message in decoder(text):
            if message == text:
                continue
            found.append(message[:room])
            if name not in QUIET:
                flags.add(name)
            room -= len(message)
            if room <= 0:
                break
    return tuple(found), frozenset(flags)
