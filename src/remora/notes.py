"""The nouns: a note, where it came from, and how many there are of a thing. No I/O, no SQL."""

from dataclasses import dataclass
from typing import Literal

Scope = Literal["project", "global"]
GLOBAL = "global"  # the namespace every project reads; no project key can be this word (keys end in 8 hex digits)


TOOLS_ALONE = "mcp-"
"""How the ids of sessions begin that know of no conversation: a host's model asks them for notes by our tools alone."""

MANUAL = frozenset({"manual", "import"})
"""Triggers behind which a person stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where a note came from. `trigger` is `manual`, `import`, `capture:shutdown`, `dream`, … or `unknown`."""

    trigger: str
    session_id: str | None = None
    host: str | None = None
    model: str | None = None
    recorded_at: int = 0
    """Milliseconds since the epoch, UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One remembered fact. Times are milliseconds since the epoch, UTC; `importance` is 0..1 or None for unrated."""

    row: int
    """The store's own number: short, never shown, stable while the note lives."""
    id: str
    text: str
    namespace: str
    importance: float | None
    created_at: int
    archived_at: int | None
    superseded_by: str | None
    words: str
    """The index terms, space-separated, as `remora.text.terms` made them."""
    provenance: Provenance

    @property
    def scope(self) -> Scope:
        return "global" if self.namespace == GLOBAL else "project"


def counted(number: int, noun: str, many: str = "") -> str:
    """How many of a noun, as a person says it: "1 note", "2 notes"; `many` where an s does not do."""
    return f"{number} {noun if number == 1 else many or noun + 's'}"
