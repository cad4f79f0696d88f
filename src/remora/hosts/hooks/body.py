"""The JSON that a host wrote, from outside: bounded, and read by typed questions that never fail. No I/O."""

import json
from collections.abc import Mapping
from typing import Any

MOST_BYTES = 8 * 1024 * 1024  # the largest tool results that hosts let through are under one; more is no event of ours
MOST_CHARS = 200_000  # of a text: a pasted log; beyond it nothing that memory reads stands
MOST_ID = 200  # hosts name things by UUIDs and short words


class Body:
    """One JSON object. A key that is missing and one of the wrong type are the same: empty."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    @classmethod
    def of(cls, written: bytes) -> "Body | None":
        """The body of an event; None where it is too long, or no JSON object."""
        if len(written) > MOST_BYTES:
            return None
        try:
            found = json.loads(written.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            return None
        return cls(found) if isinstance(found, dict) else None

    def text(self, key: str, *, most: int = MOST_CHARS) -> str:
        """A text, its middle left out where it is longer than `most`."""
        return shortened(self.values.get(key), most)

    def id(self, key: str) -> str:
        """A name that the host gave to something; one that is too long is none."""
        found = self.text(key)
        return found if len(found) <= MOST_ID else ""

    def flag(self, key: str) -> bool:
        return self.values.get(key) is True

    def number(self, key: str) -> int | None:
        found = self.values.get(key)
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    def table(self, key: str) -> "Body":
        found = self.values.get(key)
        return Body(found if isinstance(found, dict) else {})


def shortened(value: object, most: int = MOST_CHARS) -> str:
    """A text of at most about `most` characters that can be written as UTF-8, "" for anything else."""
    if not isinstance(value, str):
        return ""
    if len(value) > most:
        half = most // 2
        value = f"{value[:half]}\n…\n{value[-half:]}"
    return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")


def flattened(value: object) -> str:
    """The text in a tool's response, whatever its shape: a text, a list of parts, or a table that holds one."""
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, list):
        return shortened("\n".join(part for part in (flattened(one) for one in value[:100]) if part))
    if isinstance(value, dict):
        known = [value[key] for key in ("stdout", "stderr", "text", "content", "output", "error") if value.get(key)]
        parts = [flattened(one) for one in known if isinstance(one, (str, list, dict))]
        return shortened("\n".join(part for part in parts if part))
    return ""
