"""What `why --turn` and the demo tell of a turn: what was shown, what was not, and the number that decided it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.text import Text

from remora.errors import UnknownNote
from remora.memory import LoggedTurn
from remora.surfaces.cli import views
from remora.surfaces.cli.call import Call, Opened, Seen
from remora.surfaces.cli.output import Screen, table
from remora.text import as_written
from remora.upkeep.shape import iso
from remora_hookspecs import Entry


@dataclass(frozen=True, slots=True)
class Judged:
    """One note that a turn considered. `seen` is None where it was purged since; `why` is empty where it was shown."""

    id: str
    seen: Seen | None
    gate: float
    score: float
    near: float | None
    """How near it is in meaning: 0 as any note, 1 as a note that answers. None where words alone were compared."""
    why: str

    @property
    def shown(self) -> bool:
        return not self.why

    def holds(self, terms: Sequence[str]) -> list[str]:
        """Those of the turn's terms that the note holds."""
        own = set(self.seen.note.words.split()) if self.seen else set()
        return [term for term in terms if term in own]


def told(turn: LoggedTurn) -> dict[str, Any]:
    """What recall said of the turn, with its words as they are `written` in what the log keeps of the question.

    The log keeps no other words than these: one that is not among them is told as its term.
    """
    terms = set(_terms(turn.record))
    return {**turn.record, "written": {term: word for term, word in as_written(turn.query).items() if term in terms}}


def tell(call: Call, here: Opened, session: str | None, *, everywhere: bool) -> None:
    """The newest turn: of one session, of all projects, or of the one that this is about."""
    whole = session is not None or everywhere
    turn = here.memory.last_turn(session) if whole else here.memory.last_turn_in(here.project)
    if turn is None:
        call.screen.show({"turn": None}, lambda screen: None)
        call.screen.say("No turn has been logged yet." if whole else "No turn of this project has been logged yet.")
        return
    turn = _shown(here, turn)
    judged, record = judge(here, turn), told(turn)
    document = {
        "session": turn.session,
        "turn": turn.turn,
        "at": iso(turn.at),
        "query": turn.query,
        **record,
        "hits": [_document(one) for one in judged if one.shown],
        "missed": [_document(one) for one in judged if not one.shown],
    }

    def people(screen: Screen) -> None:
        screen.print(f"session {turn.session}, turn {turn.turn}, {views.when(turn.at)}")
        screen.print(f"asked: {turn.query}")
        screen.print(numbers(record))
        account(screen, record, judged)

    call.screen.show({"turn": document}, people)


def _shown(here: Opened, turn: LoggedTurn) -> LoggedTurn:
    """The turn as this screen may tell it: what a person said, or pasted, may hold an attack like any note."""
    if here.screen.shows_blocked or not turn.query:
        return turn
    (entry,) = here.inspected([Entry(text=turn.query)], exit="why")
    if entry.text == turn.query:
        return turn
    return replace(turn, query=entry.text, record={**turn.record, "content_words": [], "frequencies": {}})


def judge(here: Opened, turn: LoggedTurn) -> tuple[Judged, ...]:
    """The notes that the turn considered, those shown first."""
    rows = [*_rows(turn.record, "hits"), *_rows(turn.record, "missed")]
    notes = {}
    for row in rows:
        try:
            note = here.memory.find(str(row["id"]))
        except UnknownNote:
            continue
        notes[note.id] = note
    seen = {one.note.id: one for one in here.seen(tuple(notes.values()), exit="why")}
    return tuple(
        Judged(
            str(row["id"]), seen.get(str(row["id"])), _number(row, "gate"), _number(row, "score"), _near(row), _why(row)
        )
        for row in rows
    )


def numbers(record: Mapping[str, Any]) -> str:
    """The turn's own figures in one line. Here and below `record` is what `told` gives."""
    words = ", ".join(_written(record, _terms(record))) or "none"
    by = voices(str(record.get("mode")))
    return f"by {by}; gate {record.get('floor')}; words that count: {words}; {record.get('milliseconds')} ms"


def voices(mode: str) -> str:
    """What was heard, as people say it."""
    return "words and meaning" if mode == "hybrid" else "words"


def account(screen: Screen, record: Mapping[str, Any], judged: Sequence[Judged]) -> None:
    """What was shown, and each note that came near with what cut it."""
    if not any(one.shown for one in judged):
        screen.print(f"nothing is shown: {record.get('silence') or _nothing(judged)}")
    felt = any(one.near is not None for one in judged)
    made = table("", "id", "gate", *(("meaning",) if felt else ()), "words it holds", "note", wide="note")
    terms = _terms(record)
    for one in judged:
        made.add_row(
            Text("shown", "green") if one.shown else Text(one.why, "dim"),
            views.short(one.id),
            views.number(one.gate),
            *((views.number(one.near),) if felt else ()),
            ", ".join(_written(record, one.holds(terms))) or "-",
            views.text(one.seen, cut=screen.terminal) if one.seen else Text("(purged)", "dim"),
        )
    if judged:
        screen.print(made)


def _terms(record: Mapping[str, Any]) -> list[str]:
    return [str(term) for term in record.get("content_words") or ()]


def _written(record: Mapping[str, Any], terms: Sequence[str]) -> list[str]:
    return [str(record["written"].get(term, term)) for term in terms]


def _nothing(judged: Sequence[Judged]) -> str:
    """The nearest note's own reason says it best."""
    return f"of the nearest note: {max(judged, key=lambda one: one.gate).why}" if judged else "no note is near"


def _document(one: Judged) -> dict[str, Any]:
    seen = one.seen
    document = {
        "id": one.id,
        "score": one.score,
        "gate": one.gate,
        "meaning": one.near,
        "text": seen.text if seen else None,
        "blocked": bool(seen and seen.blocked),
    }
    return document if one.shown else {**document, "why": one.why}


def _rows(record: Mapping[str, Any], part: str) -> list[Mapping[str, Any]]:
    rows = record.get(part)
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, (list, tuple)) else []


def _near(row: Mapping[str, Any]) -> float | None:
    stages = row.get("stages")
    return _number(stages, "u") if isinstance(stages, Mapping) and "u" in stages else None


def _number(row: Mapping[str, Any], name: str) -> float:
    value = row.get(name)
    return float(value) if isinstance(value, (int, float)) else 0.0


def _why(row: Mapping[str, Any]) -> str:
    return str(row.get("why", ""))
