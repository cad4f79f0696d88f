"""Which of a model's facts may become notes: supported by the conversation, and not memory's own words. Reads only.

Called by the recipe, before any vector is made. The order of the checks is the order in which they cost.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from remora.errors import Refused
from remora.learn.capture import echo, evidence
from remora.learn.capture.lines import Line
from remora.learn.capture.prompt import Fact
from remora.learn.capture.report import Candidate, Weighed
from remora.learn.draft import Draft, Judge
from remora.learn.pipeline import prepare
from remora.notes import GLOBAL
from remora.store import Connection, echoes, notes
from remora.text import terms

ARCHIVED = 2_000  # forgotten and superseded notes that are looked at: the last years of a project


def weigh(
    db: Connection, draft: Draft, facts: Sequence[Fact], lines: Sequence[Line], judge: Judge
) -> tuple[list[Candidate], list[Weighed]]:
    """The good facts, in the order of the conversation, and the others with what is against them.

    `draft` holds all but the text: its namespace is the project's, empty where the session has none.
    """
    said = _Said(db, draft)
    good: list[Candidate] = []
    bad: list[Weighed] = []
    for fact in facts:
        found = _candidate(draft, fact, lines, said, judge)
        if isinstance(found, Candidate):
            good.append(found)
        else:
            bad.append(Weighed(text=fact.text, what="refused", why=found))
    return sorted(good, key=lambda one: one.line.event), bad


class _Said:
    """What memory has said to the session, and what a person had forgotten; read when the first fact asks for it."""

    def __init__(self, db: Connection, draft: Draft) -> None:
        self._db, self._session = db, draft.session_id or ""
        self._places = dict.fromkeys(place for place in (draft.namespace, GLOBAL) if place)

    @cached_property
    def _told(self) -> echo.Told:
        found = (notes.by_id(self._db, name) for name in echoes.notes(self._db, self._session))
        seen = (note for note in found if note is not None and note.namespace in self._places)
        texts = tuple((note.text, frozenset(terms(note.text))) for note in seen)
        return echo.Told(texts, tuple(echoes.texts(self._db, self._session)), echoes.key(self._db))

    @cached_property
    def _gone(self) -> list[echo.Text]:
        return [text for place in self._places for text in notes.archived(self._db, place, ARCHIVED)]

    def before(self, fact: str) -> bool:
        return echo.repeats(fact, self._told, self._gone)


def _candidate(draft: Draft, fact: Fact, lines: Sequence[Line], said: _Said, judge: Judge) -> Candidate | str:
    """The fact as a candidate, or what is against it."""
    line = evidence.line_of(fact, lines)
    if line is None:
        return "it names a line that is not there"
    if against := evidence.against(fact, line):
        return against
    by_user = line.who == "user"
    place = GLOBAL if fact.scope == "global" and by_user else draft.namespace
    if not place:
        return "the session has no project that it could belong to"
    if not by_user and said.before(fact.text):
        return "memory has said it itself, or a person had it forgotten"
    try:
        filled = replace(draft, text=fact.text, namespace=place, importance=fact.importance)
        return Candidate(prepare(filled, scan_on_write="block", judge=judge), line, fact.quote)
    except Refused as refused:
        return refused.message
