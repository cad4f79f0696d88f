"""Masks secrets: each becomes `[secret:KIND:abcd]`, the same placeholder for the same secret. Pure.

Called before every store of words that somebody else wrote: notes, journal, turn log. Never judges what is said, and
leaves look-alikes alone: hashes, UUIDs, placeholders of documentation.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from remora.learn import assignments, commandlines, headers, hints, looks, prose
from remora.learn.formats import FORMATS
from remora.learn.hints import hinted

TAG_CHARS = 4  # tells the secrets of one note apart, and tells nobody what they were
KEY_BLOCK_CHARS = 64  # of base 64: the smallest private key; a documentation's block holds dots
KEY_BLOCK_LIMIT = 16_384  # a 16,384-bit RSA key is 12,500 characters

_MASKED = re.compile(r"\[secret:[a-z-]{2,30}:[0-9a-f]{4}\]")
_TAIL = re.compile(r"[A-Za-z0-9_\-]*")
_JWT_TAIL = re.compile(r"[A-Za-z0-9_\-.=]*")
_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: [0-9a-f]+")
_KEY_BODY = re.compile(r"[A-Za-z0-9+/=]")
DISTINCT = 5  # different characters: real keys have more, drawn-out placeholders fewer

Span = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Redacted:
    """The clean text, and how many secrets were masked."""

    text: str
    count: int = 0


def redact(text: str) -> Redacted:
    """`text` with every secret masked."""
    if not hinted(text):
        return Redacted(text)
    done = [match.span() for match in _MASKED.finditer(text)]
    found = [span for span in _found(text) if not any(span[0] < end and start < span[1] for start, end in done)]
    spans = _apart(sorted(found))
    for start, end, kind in reversed(spans):
        text = text[:start] + placeholder(kind, text[start:end]) + text[end:]
    return Redacted(text, len(spans))


def masked(text: str) -> str:
    """`text` with every secret masked, where nobody asks how many there were."""
    return redact(text).text


def warm() -> None:
    """Load every rule now, rather than with the first text that needs it. Costs what an HTTP client's import costs, so
    a host calls it beside a session's start; calling it twice is harmless.
    """
    for _ in _issued(""):
        pass
    redact("password=")


def placeholder(kind: str, secret: str) -> str:
    """What stands for a secret from now on."""
    digest = hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
    return f"[secret:{kind}:{digest[:TAG_CHARS]}]"


def _found(text: str) -> Iterator[Span]:
    """Every secret there is; spans may overlap."""
    if hinted(text, hints.FORMED):
        yield from _formed(text)
    if hinted(text, hints.ISSUED):
        yield from _issued(text)
    if hinted(text, hints.REQUESTED):
        yield from headers.spans(text)
    if hinted(text, hints.NAMED):
        for start, end in assignments.spans(text, assignments.KEYWORDS):
            if looks.given(text[start:end]):
                yield start, end, "password"
    if hinted(text, hints.SPOKEN):
        for start, end in prose.spans(text):
            yield start, end, "password"
    if hinted(text, hints.COMMANDED):
        for start, end in commandlines.spans(text):
            yield start, end, "password"


def _formed(text: str) -> Iterator[Span]:
    for kind, pattern in FORMATS.items():
        for match in pattern.finditer(text):
            start, end = match.span("secret" if "secret" in pattern.groupindex else 0)
            if _random(text[start:end]):
                yield start, end, kind


def _issued(text: str) -> Iterator[Span]:
    """The secrets that the detector's rules know by the form their issuers gave them."""
    from remora.learn import detectors  # brings an HTTP client along: only a text with such a form pays for it

    for start, end in _key_blocks(text, detectors.PRIVATE_KEY_HEADERS):
        yield start, end, "private-key"
    for form in detectors.FORMS:
        reach = 0
        for start, end in form.spans(text):
            if end > reach:  # else it lies in the token before: looked at once, not once a repeat
                reach = _whole(_TAIL, text, end)
                if _random(text[start:reach]):
                    yield start, reach, form.kind
    for start, end in detectors.jwts(text):
        yield start, _whole(_JWT_TAIL, text, end), "jwt"


def _key_blocks(text: str, headers: tuple[re.Pattern[str], ...]) -> Iterator[tuple[int, int]]:
    for header in headers:
        for match in header.finditer(text):
            start = match.start() - len("-----") if text[: match.start()].endswith("-----") else match.start()
            ending = _KEY_END.search(text, match.end(), match.end() + KEY_BLOCK_LIMIT)
            end = ending.end() if ending else _body_end(text, match.end())
            if len(_KEY_BODY.findall(text, match.end(), end)) >= KEY_BLOCK_CHARS:
                yield start, end


def _body_end(text: str, start: int) -> int:
    """Where the base 64 of a block without an end line ends."""
    body = re.compile(r"[A-Za-z0-9+/=\-\s\\]*").match(text, start, start + KEY_BLOCK_LIMIT)
    return body.end() if body else start


def _random(value: str) -> bool:
    """Is it a key rather than a picture of one?"""
    return not looks.PLACEHOLDER.search(value) and len(set(value)) >= DISTINCT


def _whole(tail: re.Pattern[str], text: str, end: int) -> int:
    """The end of the whole token: a rule that stops early would leave the rest of the secret behind."""
    match = tail.match(text, end)
    return match.end() if match else end


def _apart(spans: list[Span]) -> list[Span]:
    """Overlapping spans as one, under the name of the first."""
    apart: list[Span] = []
    for start, end, kind in spans:
        if apart and start < apart[-1][1]:
            first, last, name = apart[-1]
            apart[-1] = (first, max(last, end), name)
        else:
            apart.append((start, end, kind))
    return apart
