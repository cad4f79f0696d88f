"""Cuts a long query to its head and its tail: there people put what they ask; a pasted trace lies between. Pure."""

from collections.abc import Callable
from typing import Any

LIMIT = 128  # tokens of a query, the two that frame it included: 512 of them take 200 ms, longer than a turn may wait
SIDE = (LIMIT - 2) // 2  # tokens kept of either end
LONGEST = 16  # characters of a token, longer than those of any language are on average
LOOK = 512  # characters of either end that are read: as many as `SIDE` tokens have in any language, and then some


def head_and_tail(text: str, tokenizer: Any) -> str:
    """`text` where it has at most `LIMIT` tokens, else about `SIDE` tokens of either end.

    `tokenizer` is one of the library `tokenizers`, however it truncates. Half of a surrogate pair becomes "?", for the
    library raises on it.
    """
    text = text.strip()
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode("utf-8")
    if len(text) <= LIMIT - 2:  # no token is shorter than a character
        return text
    if len(text) <= 2 * LOOK and len(_offsets(text, tokenizer)) <= LIMIT - 2:
        return text
    head, tail = text[:LOOK], text[-LOOK:]
    begins, ends = _offsets(head, tokenizer)[:SIDE], _offsets(tail, tokenizer)[-SIDE:]
    return "\n".join([head[: begins[-1][1]] if begins else "", tail[ends[0][0] :] if ends else ""])


def _offsets(text: str, tokenizer: Any) -> list[tuple[int, int]]:
    """Where each token begins and ends, in characters; without those that frame the text."""
    encoding = tokenizer.encode(text)
    return [
        offset
        for part in (encoding, *encoding.overflowing)
        for offset, frame in zip(part.offsets, part.special_tokens_mask, strict=True)
        if not frame
    ]


def head_and_tail_of(text: str, count: Callable[[str], int], limit: int) -> str:
    """As `head_and_tail`, for a tokenizer that only counts; `count` tells the tokens of a text, frame included."""
    if len(text) <= limit - 2 or (len(text) <= 2 * LOOK and count(text) <= limit):
        return text
    head, tail, side = text[:LOOK], text[-LOOK:], limit // 2
    begins = _most(len(head), lambda size: count(head[:size]) <= side)
    ends = _most(len(tail), lambda size: count(tail[len(tail) - size :]) <= side)
    return f"{head[:begins]}\n{tail[len(tail) - ends :]}"


def first_tokens(text: str, count: Callable[[str], int], limit: int) -> str:
    """The beginning of a text, of at most `limit` tokens, frame included."""
    if len(text) <= limit - 2:
        return text
    text = text[: limit * LONGEST]
    return text[: _most(len(text), lambda size: count(text[:size]) <= limit)]


def _most(size: int, fits: Callable[[int], bool]) -> int:
    """The largest size that fits, up to `size`; what fits, fits when it is shorter."""
    if fits(size):
        return size
    low, high = 0, size
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
