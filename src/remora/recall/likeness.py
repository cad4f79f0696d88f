"""How alike two notes are, 0..1, for the stage that spreads a turn's places. Asked only where a profile wants that."""

from collections.abc import Callable, Sequence

from remora.notes import Note
from remora.recall.nearness import Sense
from remora.store import Connection

Alike = Callable[[Note, Note], float]


def among(db: Connection, notes: Sequence[Note], sense: Sense | None) -> Alike:
    """For pairs of these notes: in meaning, on the scale of all models, where both have a vector; else by words."""
    if sense is None:
        return by_words
    from remora.recall.meaning import lines_of  # brings NumPy, which a query with a vector has loaded

    rows: dict[str, list[int]] = {}
    for note in notes:
        rows.setdefault(note.namespace, []).append(note.row)
    lines, u = lines_of(db, sense, rows), sense.u

    def alike(one: Note, other: Note) -> float:
        if one.row in lines and other.row in lines:
            return min(1.0, max(0.0, u(float(lines[one.row] @ lines[other.row]))))
        return by_words(one, other)

    return alike


def by_words(one: Note, other: Note) -> float:
    """The share of two notes' distinct index terms that both hold (Jaccard's index)."""
    mine, others = set(one.words.split(" ")), set(other.words.split(" "))
    return len(mine & others) / len(mine | others)
