"""Cuts a long query to its head and its tail: there people put what they ask; a pasted trace lies between. Pure."""

from typing import Any

LIMIT = 128  # tokens of a query, the two that frame it included: 512 of them take 200 ms, longer than a turn may wait
SIDE = (LIMIT - 2) // 2  # tokens kept of either end
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
