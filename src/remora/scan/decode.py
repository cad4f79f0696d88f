"""Text behind an encoding: base64, hex, percent, escapes, rot13, reversed, spaced letters, digits for letters.

Called by `normalise`. Each blob is looked into once: what comes out is read for rules and never decoded again. One pass
of a linear automaton tells which decoders are worth running, so that plain text pays a few microseconds.
"""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from urllib.parse import unquote

import re2

MAX_DECODED = 16_384  # characters in all that decoding may add: as much as the longest note
MAX_BLOBS = 16  # blobs a decoder looks into: real messages sit in one or two
MIN_PRINTABLE = 0.95  # share of printable characters from which decoded bytes count as text

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{20,}+={0,2}")
_HEX = re.compile(r"(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[ ,:]?){12,}+")
_BASE32 = re.compile(r"(?<![A-Z2-7])[A-Z2-7]{32,}+={0,6}")
_BASE85 = re.compile(r"[!-~]{40,}+")
_BINARY = re.compile(r"(?:[01]{8}[ ,]?){6,}+")
_PERCENT = re.compile(r"\S*%[0-9A-Fa-f]{2}\S*")
_ESCAPE = re.compile(r"\\u\{?([0-9A-Fa-f]{4})\}?|\\x([0-9A-Fa-f]{2})")
_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:([ ._*|/-]{1,3})[^\W\d_](?![^\W_])){6,}")
_SEPARATOR = re.compile(r"[ ._*|/-]+")
_WIDE_GAP = re.compile(r" {2,3}")
_LEET = str.maketrans("013456789@$!|", "oieasgtbgasil")


def _blobs(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    for count, match in enumerate(pattern.finditer(text)):
        if count == MAX_BLOBS:
            return
        yield match[0]


def _readable(data: bytes) -> str | None:
    """The text of decoded bytes, or None where they are no text: mostly unprintable, or without any space."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    printable = sum(char.isprintable() or char in "\n\t" for char in text)
    return text if " " in text.strip() and printable >= MIN_PRINTABLE * len(text) else None


def _base64(text: str) -> Iterator[str]:
    for blob in _blobs(_BASE64, text):
        bare = blob.rstrip("=").replace("-", "+").replace("_", "/")
        bare = bare[: len(bare) - (len(bare) % 4 == 1)]
        try:
            found = _readable(base64.b64decode(bare + "=" * (-len(bare) % 4)))
        except (binascii.Error, ValueError):
            continue
        if found:
            yield found


def _hex(text: str) -> Iterator[str]:
    for blob in _blobs(_HEX, text):
        digits = re.sub(r"\\x|0x|[^0-9A-Fa-f]", "", blob)
        if found := _readable(bytes.fromhex(digits[: len(digits) // 2 * 2])):
            yield found


def _base32(text: str) -> Iterator[str]:
    for blob in _blobs(_BASE32, text):
        bare = blob.rstrip("=")
        try:
            found = _readable(base64.b32decode(bare + "=" * (-len(bare) % 8)))
        except (binascii.Error, ValueError):
            continue
        if found:
            yield found


def _base85(text: str) -> Iterator[str]:
    for blob in _blobs(_BASE85, text):
        for reader in (_ascii85, base64.b85decode):
            try:
                found = _readable(reader(blob.encode("ascii")))
            except ValueError:
                continue
            if found:
                yield found


def _ascii85(blob: bytes) -> bytes:
    return base64.a85decode(blob.removeprefix(b"<~").removesuffix(b"~>"))


def _binary(text: str) -> Iterator[str]:
    for blob in _blobs(_BINARY, text):
        digits = re.sub(r"[ ,]", "", blob)
        found = _readable(bytes(int(digits[at : at + 8], 2) for at in range(0, len(digits), 8)))
        if found:
            yield found


def _percent(text: str) -> Iterator[str]:
    for blob in _blobs(_PERCENT, text):
        yield unquote(blob).replace("+", " ")


def _entities(text: str) -> Iterator[str]:
    yield html.unescape(text)


def _escapes(text: str) -> Iterator[str]:
    yield _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), text).encode("utf-8", "replace").decode("utf-8")


def _rot13(text: str) -> Iterator[str]:
    yield codecs.decode(text, "rot13")


def _reversed(text: str) -> Iterator[str]:
    yield text[::-1]


def _spaced(text: str) -> Iterator[str]:
    for blob in _blobs(_SPACED, text):
        if _WIDE_GAP.search(blob):  # words are set apart by wider gaps than letters
            yield " ".join(_SEPARATOR.sub("", word) for word in _WIDE_GAP.split(blob))
        else:
            yield _SEPARATOR.sub("", blob)


def _leet(text: str) -> Iterator[str]:
    yield text.translate(_LEET)


# Words that an attack can hardly do without, as they look under rot13 and backwards.
_TELLING = (
    "ignore", "disregard", "instructions", "instruction", "previous",
    "prompt", "system", "password", "reveal", "assistant",
)  # fmt: skip
_TURNED = "|".join(codecs.encode(word, "rot13") for word in _TELLING)
_BACKWARDS = "|".join(word[::-1] for word in _TELLING)

# (name, when it is worth running, what it yields). A name is also the flag that is raised, except for the quiet ones.
DECODERS: tuple[tuple[str, str, Callable[[str], Iterator[str]]], ...] = (
    ("base64", r"[A-Za-z0-9+/_-]{20}", _base64),
    ("hex", r"(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[ ,:]?){12}", _hex),
    ("base32", r"[A-Z2-7]{32}", _base32),
    ("base85", r"[!-~]{40}", _base85),
    ("binary", r"(?:[01]{8}[ ,]?){6}", _binary),
    ("percent", r"%[0-9A-Fa-f]{2}[^%\s]*%[0-9A-Fa-f]{2}", _percent),
    ("entities", r"&#x?[0-9A-Fa-f]{2,5};[^&]{0,2}&", _entities),
    ("escapes", r"(?:\\u\{?[0-9A-Fa-f]{4}\}?|\\x[0-9A-Fa-f]{2}).?(?:\\u|\\x)", _escapes),
    ("rot13", rf"(?i)\b(?:{_TURNED})\b", _rot13),
    ("reversed", rf"(?i)\b(?:{_BACKWARDS})\b", _reversed),
    ("spaced", r"(?:^|[^A-Za-z0-9])[A-Za-z](?:[ ._*|/-]{1,3}[A-Za-z]){6}(?:[^A-Za-z0-9]|$)", _spaced),
    ("leet", r"[A-Za-z][013457@$!][A-Za-z]", _leet),
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
    """The texts hidden in `text`, at most MAX_DECODED characters in all, and the flags of what they were hidden by."""
    wanted = _triggers().Match(text)
    if not wanted:
        return (), frozenset()
    found: list[str] = []
    flags: set[str] = set()
    room = MAX_DECODED
    for index in sorted(wanted):
        name, _, decoder = DECODERS[index]
        for message in decoder(text):
            if room <= 0:
                break
            if message == text:
                continue
            found.append(message[:room])
            room -= len(message)
            if name not in QUIET:
                flags.add(name)
    return tuple(found), frozenset(flags)
