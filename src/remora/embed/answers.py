"""Reads what services answer to a request for vectors: OpenAI's form and those of Ollama and llama.cpp. Pure.

OpenAI, Ollama, LM Studio  {"data": [{"index": 0, "embedding": [...]}]}, the embedding also as base64 of float32
Ollama's own               {"embeddings": [[...]]}
llama.cpp's own            [{"index": 0, "embedding": [[...]]}]
"""

import base64
import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix

TOLD_CHARS = 200  # of what a service says of an error: its first sentence, and not a page of HTML


class Malformed(ValueError):
    """The answer holds no vectors; the text says what is wrong, to follow the name of the host."""


class NoVector(Malformed):
    """The form is right and the numbers are none: models answer so to a mark alone, or to a very long text."""


def vectors(body: bytes, count: int, dim: int | None) -> "Matrix":
    """`count` unit vectors in the order that was asked for, of `dim` numbers where that is known. Raises Malformed."""
    import numpy as np

    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        raise Malformed("answers with something that is no JSON") from None
    rows = [_numbers(row) for row in _rows(document)]
    if len(rows) != count:
        raise Malformed(f"answers with {len(rows)} vectors for {count} texts")
    width = len(rows[0]) if dim is None else dim
    wrong = next((len(row) for row in rows if len(row) != width or not len(row)), None)
    if wrong is not None:
        raise Malformed(f"answers with {wrong} numbers a text, not {width}")
    made = np.array(rows, dtype=np.float64)
    with np.errstate(all="ignore"):
        lengths = np.sqrt(np.vecdot(made, made))
        if not np.isfinite(lengths).all() or not (lengths > 0).all():
            raise NoVector("answers with numbers that make no vector (NaN, infinite or all zero)")
        units: Matrix = (made / lengths[:, None]).astype(np.float32)
    return units


def told(body: bytes, secret: str) -> str:
    """What an error's body says, in one short line and without the key; empty where it says nothing readable."""
    text = body.decode("utf-8", "replace")
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        found = text
    for key in ("error", "message", "detail"):
        if isinstance(found, dict) and key in found:
            found = found[key]
    if not isinstance(found, str):
        return ""
    line = " ".join(re.sub(r"<[^>]*>|[^\w\s.,:;'\"()/@#%+=-]", " ", found).split())
    for part in {secret, secret[:8]} if len(secret) >= 8 else {secret} - {""}:  # services quote the key's beginning
        line = line.replace(part, "***")
    return line[:TOLD_CHARS]


def _rows(document: Any) -> list[Any]:
    if isinstance(document, dict):
        if isinstance(document.get("data"), list):
            return _in_order(document["data"])
        if isinstance(document.get("embeddings"), list):
            return list(document["embeddings"])
        if document.get("error"):  # with status 200: LM Studio does so
            raise Malformed(f"answers with an error: {told(json.dumps(document).encode(), '')}".rstrip(": "))
    if isinstance(document, list):
        return _in_order(document)
    raise Malformed("answers in a form that is not the OpenAI one")


def _in_order(items: list[Any]) -> list[Any]:
    if not all(isinstance(item, dict) and "embedding" in item for item in items):
        raise Malformed("answers in a form that is not the OpenAI one")
    places = [item.get("index", at) for at, item in enumerate(items)]
    if sorted(place for place in places if type(place) is int) != list(range(len(items))):
        raise Malformed("numbers its vectors in a way that does not fit the texts")
    ordered: list[Any] = [None] * len(items)
    for place, item in zip(places, items, strict=True):
        ordered[place] = item["embedding"]
    return ordered


def _numbers(row: Any) -> Any:
    """The numbers of one vector. Raises Malformed."""
    import numpy as np

    if isinstance(row, str):
        try:
            return np.frombuffer(base64.b64decode(row, validate=True), "<f4")
        except ValueError:
            raise Malformed("answers with base64 that cannot be read") from None
    if isinstance(row, list) and row and all(isinstance(part, list) for part in row):
        if len(row) > 1:  # a vector a token: llama.cpp started without pooling
            raise Malformed("answers with a vector a token: start it with pooling (llama.cpp: --pooling mean)")
        row = row[0]
    if not isinstance(row, list) or not all(type(number) in (int, float) for number in row):
        raise Malformed("answers with something else than numbers")
    return row
