"""What we changed in a host's files, kept in the memory's home, so that it can be taken back to the byte.

Only the changed pieces are kept, never the files: they may hold secrets. Used by installers; writes nothing itself.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from remora.hosts.splices import Splice, applied, reversed_


@dataclass(frozen=True, slots=True)
class Record:
    """One change of a file: its fingerprints before ("" where there was no file) and after, and the pieces."""

    before: str
    after: str
    splices: tuple[Splice, ...]


def path(home: Path, host: str) -> Path:
    """Where the records of a host lie in a memory's home."""
    return home / "hosts" / f"{host}.json"


def load(place: Path) -> dict[str, tuple[Record, ...]]:
    """The records by file. What cannot be read is as good as none: the change is then taken back by its meaning."""
    try:
        document = json.loads(place.read_text(encoding="utf-8"))
        return {
            file: tuple(
                Record(row["before"], row["after"], tuple(Splice(**piece) for piece in row["splices"])) for row in rows
            )
            for file, rows in document.items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def dump(records: dict[str, tuple[Record, ...]]) -> str:
    """The records as the text of their file."""
    return json.dumps({file: [asdict(row) for row in rows] for file, rows in records.items()}, indent=2) + "\n"


def fingerprint(text: str | None) -> str:
    """What tells whether a file is still as we left it; "" for none."""
    return "" if text is None else hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def undone(text: str, rows: Sequence[Record]) -> str | None:
    """The text as it was before all of `rows`; "" may mean that there was none. None where it changed since."""
    for row in reversed(rows):
        if fingerprint(text) != row.after:
            return None
        text = applied(text, reversed_(row.splices))
        if row.before and fingerprint(text) != row.before:
            return None
    return text


def lifted(text: str, rows: Sequence[Record]) -> str:
    """The text without those pieces of ours that still stand in it once, word for word, whatever else changed."""
    for row in reversed(rows):
        for splice in row.splices:
            # A bare word of ours may be anybody's; a line or a key is not.
            if any(mark in splice.new for mark in "\n:") and text.count(splice.new) == 1:
                text = text.replace(splice.new, splice.old)
    return text
