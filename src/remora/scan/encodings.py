"""The decoders: one function an encoding, from a text to what it may hide. Called by `decode`, which says when.

Each is linear in the text, looks at its blobs once, and yields only what reads as text. None raises, whatever the text.
"""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

MIN_PRINTABLE = 0.95  # share of printable characters from which decoded bytes count as text

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{20,}+={0,2}")
_HEX = re.compile(r"(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[ ,:]?){12,}+")
_BASE32 = re.compile(r"(?<![A-Z2-7])[A-Z2-7]{32,}+={0,6}")
_BASE85 = re.compile(r"[!-~]{40,2048}")  # its decoders are slow; a real message is shorter
PROBE = 250  # characters of base85, fifty groups: 200 bytes tell whether the rest is worth its slow decoder
_BINARY = re.compile(r"(?:[01]{8}[ ,]?){6,}+")
_ESCAPE = re.compile(r"\\u\{?([0-9A-Fa-f]{4})\}?|\\x([0-9A-Fa-f]{2})")
_SPACED = re.compile(r"(?<![^\W_])[^\W\d_](?:([ ._*|/-]{1,3})[^\W\d_](?![^\W_])){6,}")
_SEPARATOR = re.compile(r"[ ._*|/-]+")
_WIDE_GAP = re.compile(r" {2,3}")
_LEET = str.maketrans("013456789@$!|", "oieasgtbgasil")


def _found(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    return (match[0] for match in pattern.finditer(text))


def _readable(data: bytes) -> str | None:
    """The text of decoded bytes, or None where they are no text: mostly unprintable, or without any space."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    printable = sum(char.isprintable() or char in "\n\t" for char in text)
    return text if " " in text.strip() and printable >= MIN_PRINTABLE * len(text) else None


def base64_texts(text: str) -> Iterator[str]:
    for blob in _found(_BASE64, text):
        bare = blob.rstrip("=").replace("-", "+").replace("_", "/")
        bare = bare[: len(bare) - (len(bare) % 4 == 1)]
        try:
            found = _readable(base64.b64decode(bare + "=" * (-len(bare) % 4)))
        except (binascii.Error, ValueError):
            continue
        if found:
            yield found


def hex_texts(text: str) -> Iterator[str]:
    for blob in _found(_HEX, text):
        digits = re.sub(r"\\x|0x|[^0-9A-Fa-f]", "", blob)
        if found := _readable(bytes.fromhex(digits[: len(digits) // 2 * 2])):
            yield found


def base32_texts(text: str) -> Iterator[str]:
    for blob in _found(_BASE32, text):
        bare = blob.rstrip("=")
        try:
            found = _readable(base64.b32decode(bare + "=" * (-len(bare) % 8)))
        except (binascii.Error, ValueError):
            continue
        if found:
            yield found


def base85_texts(text: str) -> Iterator[str]:
    for blob in _found(_BASE85, text):
        for reader in (_ascii85, base64.b85decode):
            try:
                if len(blob) > PROBE and not _begins_readable(reader(blob[:PROBE].encode("ascii"))):
                    continue
                found = _readable(reader(blob.encode("ascii")))
            except ValueError:
                continue
            if found:
                yield found


def _begins_readable(data: bytes) -> bool:
    """Whether the bytes are text, the last character of which may be cut."""
    return any(_readable(data[: len(data) - cut]) for cut in range(4))


def _ascii85(blob: bytes) -> bytes:
    return base64.a85decode(blob.partition(b"<~")[2].partition(b"~>")[0] or blob)


def binary_texts(text: str) -> Iterator[str]:
    for blob in _found(_BINARY, text):
        digits = re.sub(r"[ ,]", "", blob)
        found = _readable(bytes(int(digits[at : at + 8], 2) for at in range(0, len(digits), 8)))
        if found:
            yield found


def percent_texts(text: str) -> Iterator[str]:
    # Not by a pattern: one that looks for the sign in the middle of a word is quadratic. All of them are one message,
    # a line each: hundreds of small ones would be read one by one.
    yield "\n".join(unquote(word).replace("+", " ") for word in text.split() if "%" in word)


def entities_texts(text: str) -> Iterator[str]:
    yield html.unescape(text)


def escapes_texts(text: str) -> Iterator[str]:
    yield _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), text).encode("utf-8", "replace").decode("utf-8")


def rot13_texts(text: str) -> Iterator[str]:
    yield codecs.decode(text, "rot13")


def reversed_texts(text: str) -> Iterator[str]:
    yield text[::-1]


def spaced_texts(text: str) -> Iterator[str]:
    for blob in _found(_SPACED, text):
        if _WIDE_GAP.search(blob):  # words are set apart by wider gaps than letters
            yield " ".join(_SEPARATOR.sub("", word) for word in _WIDE_GAP.split(blob))
        else:
            yield _SEPARATOR.sub("", blob)


def leet_texts(text: str) -> Iterator[str]:
    yield text.translate(_LEET)
