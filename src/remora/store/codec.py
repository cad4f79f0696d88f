"""How records are kept as text: compact JSON that any SQLite and any person can read. Pure."""

import json
from collections.abc import Mapping
from types import MappingProxyType


def dumps(value: object) -> str:
    """Compact JSON, keys sorted; read-only mappings and tuples as objects and lists.

    Lone surrogates, which UTF-8 cannot hold, become "?".
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=_plain)
    return text.encode("utf-8", "replace").decode("utf-8")


def loads(text: str) -> dict[str, object]:
    """The object that `dumps` wrote. Raises ValueError for anything but a JSON object."""
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")
    return value


def escaped(text: str) -> str:
    """`text` as it stands between the quotes of a dumped string: what a search of stored records looks for."""
    return dumps(text)[1:-1]


def _plain(value: object) -> object:
    if isinstance(value, (Mapping, MappingProxyType)):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not JSON")
