"""Which of a model's facts may become notes: supported by the conversation, and not memory's own words. Reads only.

Called by the recipe, before any vector is made. The order of the checks is the order in which they cost.
"""

from collections.abc import Sequence
from dataclasses import replace

from remora.errors import Refused
from remora.learn.capture import echo, evidence
from remora.learn.capture.lines import Line
from remora.learn.capture.prompt import Fact
from remora.learn.capture.report import Candidate, Weighed
from remora.learn.draft import Draft
from remora.learn.pipeline import prepare
from remora.notes import GLOBAL
from remora.store import Connection, echoes, notes

ARCHIVED = 2_000  # forgotten and superseded notes that are looked at: the last years of a project


def weigh(
    db: Connection, draft: Draft, facts: Sequence[Fact], lines: Sequence[Line]
) -> tuple[list[Candidate], list[Weighed]]:
    """The good facts, in the order of the conversation, and the others with what is against them.

    `draft` holds all but the text: its namespace is the project's, empty where the session has none.
    """
    told = _told(db, draft.session_id or "")
    good: list[Candidate] = []
    bad: list[Weighed] = []
    for fact in facts:
        found = _candidate(db, draft, fact, lines, told)
        if isinstance(found, Candidate):
            good.append(found)
        else:
            bad.append(Weighed(text=fact.text, what="refused", why=found))
    return sorted(good, key=lambda one: one.line.event), bad


def _candidate(db: Connection, draft: Draft, fact: Fact, lines: Sequence[Line], told: echo.Told) -> Candidate | str:
    line = evidence.line_of(fact, lines)
    if line is None:
        return "it names a line that is not there"
    if against := evidence.against(fact, line):
        return against
    by_user = line.who == "user"
    place = GLOBAL if fact.scope == "global" and by_user else draft.namespace
    if not place:
        return "the session has no project that it could belong to"
    if not by_user and _echoes(db, fact.text, told, place):
        return "memory has said it itself, or a person had it forgotten"
    try:
        filled = replace(draft, text=fact.text, namespace=place, importance=fact.importance)
        return Candidate(prepare(filled, scan_on_write="block"), line, fact.quote)
    except Refused as refused:
        return refused.message


def _told(db: Connection, session: str) -> echo.Told:
    shown = [note.text for name in echoes.notes(db, session) if (note := notes.by_id(db, name)) is not None]
    return echo.Told(tuple(shown), tuple(echoes.texts(db, session)), echoes.key(db))


def _echoes(db: Connection, text: str, told: echo.Told, place: str) -> bool:
    gone = [pair for name in dict.fromkeys((place, GLOBAL)) for pair in notes.archived(db, name, ARCHIVED)]
    return echo.repeats(text, replace(told, notes=(*told.notes, *echo.near(text, gone))))
