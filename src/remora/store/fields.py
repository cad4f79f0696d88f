"""Typed reading of records that come back from JSON. One that lacks a field raises ValueError: it is kept aside."""

from collections.abc import Mapping

LARGEST = 2**63 - 1


def storable(text: str) -> str:
    """`text` with "?" for lone surrogates, which UTF-8 and so SQLite cannot hold: a folder's name may have them."""
    return text.encode("utf-8", "replace").decode("utf-8")


def string(record: Mapping[str, object], name: str, default: str | None = None) -> str:
    """The text in a field; `default` where it is missing or null."""
    value = record.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise ValueError(f"{name} is not text")
    return storable(value)


def optional(record: Mapping[str, object], name: str) -> str | None:
    """The text in a field, or None."""
    return None if record.get(name) is None else string(record, name)


def integer(record: Mapping[str, object], name: str) -> int:
    """The whole number in a field."""
    value = record.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{name} is not a whole number that SQLite can hold")
    return value


def strings(record: Mapping[str, object], name: str) -> list[str]:
    """The texts in a list."""
    value = record.get(name)
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise ValueError(f"{name} is not a list of texts")
    return [storable(str(item)) for item in value]


def mapping(record: Mapping[str, object], name: str) -> Mapping[str, object]:
    """The object in a field; an empty one where it is missing."""
    value = record.get(name)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ValueError(f"{name} is not an object")
    return value
