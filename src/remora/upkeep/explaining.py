"""Answers "why": where a note came from, what happened to it, what a turn was given. Reads only."""

from dataclasses import dataclass

from remora.notes import Note
from remora.store import Store, dreams, history, turnlog
from remora.store.history import Event
from remora.store.turnlog import LoggedTurn
from remora.upkeep import projects

__all__ = ["Event", "LoggedTurn", "Why", "last_turn", "last_turn_in", "why"]


@dataclass(frozen=True, slots=True)
class Why:
    """A note and its history, oldest event first; the first is that it was stored."""

    note: Note
    history: tuple[Event, ...]


def why(store: Store, note: Note) -> Why:
    """The note's whole story."""
    db = store.read()
    stood_for = [Event(one.at, one.kind, _told(one)) for one in dreams.into(db, note.id)]
    undone = [
        Event(one.undone_at, "undone", _told(one)) for one in dreams.into(db, note.id) if one.undone_at is not None
    ]
    first, *later = history.of(db, note)
    return Why(note, (first, *sorted([*later, *stood_for, *undone], key=lambda event: event.at)))


def last_turn(store: Store, session_id: str | None) -> LoggedTurn | None:
    """The newest logged turn, of one session or of all; None if there is none."""
    return turnlog.last(store.read(), session_id)


def last_turn_in(store: Store, project: str | None) -> LoggedTurn | None:
    """The newest logged turn of one project, under whatever key it had then; of those without a project for None."""
    return turnlog.last_in(store.read(), projects.sharing(store, project))


def _told(change: dreams.Change) -> dict[str, object]:
    """A dream's change as the note that stands for others tells of it: `of` are those, its evidence."""
    return {"of": ", ".join(change.sources), "dream": change.dream}
