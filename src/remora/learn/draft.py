"""What goes into `learn` and what comes out. Frozen payloads, no logic."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from remora.notes import MANUAL, Note
from remora.scan import Finding

ScanOnWrite = Literal["off", "warn", "block"]
Judge = Callable[[str], Finding]

__all__ = ["MANUAL", "Draft", "Learned", "Ready", "ScanOnWrite"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A text that somebody wants remembered, before any check.

    `created_at` (milliseconds) is given where the fact is older than its storing; `note_id` and `archived` where a
    note comes back from an export.
    """

    text: str
    namespace: str
    importance: float | None = None
    trigger: str = "manual"
    by_a_person: bool = True
    """A person overrides an earlier forget, and the scan only advises them."""
    session_id: str | None = None
    host: str | None = None
    model: str | None = None
    created_at: int | None = None
    recorded_at: int | None = None
    note_id: str | None = None
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Learned:
    """The note that now holds the text. `known`: it was there already, and nothing was written.

    `masked` counts the secrets that were replaced; `suspicious` names the class of attack that the scan saw in a text
    that was stored all the same, empty if none or not asked.
    """

    note: Note
    known: bool = False
    masked: int = 0
    suspicious: str = ""
    similar: Note | None = None
    """A live note of the namespace that says the same in other words; both are kept."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A draft that passed every check that needs no store: its clean text with its index terms,
    and what the checks say of it."""

    draft: Draft
    text: str
    words: str
    importance: float | None
    masked: int
    suspicious: str
