"""What goes into recall and what comes out of it. Frozen payloads, no logic beyond who may be asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from remora.notes import GLOBAL, Note


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One question to the store. Times are milliseconds since the epoch, UTC.

    `floor` is the gate's, 0..1; None is an explicit search, which has no gate. `budget_chars` bounds what the chosen
    notes take up when rendered (None: no bound). `exclude` holds ids that this session has been shown, `standing` is
    text that the turn holds anyway: a note that stands in it is not said again. `withheld` holds ids of notes that no
    model may be shown: they take no place from others.
    """

    query: str
    now: int
    project: str | None = None
    limit: int = 5
    floor: float | None = None
    budget_chars: int | None = None
    exclude: frozenset[str] = frozenset()
    standing: str = ""
    withheld: frozenset[str] = frozenset()

    @property
    def namespaces(self) -> tuple[str, ...]:
        """The project's own, where there is one, and the one that every project reads."""
        return (GLOBAL,) if self.project in (None, GLOBAL) else (str(self.project), GLOBAL)


@dataclass(frozen=True, slots=True)
class Hit:
    """A note that was recalled. `score` orders, `gate` (0..1) admits; `stages` holds every number behind the two."""

    note: Note
    score: float
    gate: float
    stages: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Miss:
    """A note that came near, with what cut it: a sentence such as "below the floor"."""

    note: Note
    score: float
    gate: float
    stages: Mapping[str, float]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """The answer to a request, best note first.

    `mode` names the voices that were heard ("words"). `silence` says why a turn recalls nothing at all, empty
    otherwise. `notes` and `frequencies` are what the words were weighed by: live notes in reach, and how many of them
    hold each word of the query.
    """

    query: str
    preset: str
    mode: str = "words"
    floor: float | None = None
    hits: tuple[Hit, ...] = ()
    missed: tuple[Miss, ...] = ()
    content_words: tuple[str, ...] = ()
    silence: str = ""
    notes: int = 0
    frequencies: Mapping[str, int] = field(default_factory=dict)
