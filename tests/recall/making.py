"""Hand-made rows for the pure stages, and a filled store for the pipeline."""

from collections.abc import Iterable

from remora.notes import GLOBAL, Note, Provenance
from remora.recall.statistics import Statistics
from remora.recall.voices import Candidate, question
from remora.store import Store, notes
from remora.text import terms

PROJECT = "shop-0a1b2c3d"
OTHER = "blog-99887766"
NOW = 1_760_000_000_000  # a moment in October 2025
DAY = 86_400_000


def note(
    text: str,
    *,
    note_id: str = "aaaa",
    namespace: str = PROJECT,
    days_old: float = 0,
    importance: float | None = None,
    row: int = 1,
) -> Note:
    at = NOW - round(days_old * DAY)
    return Note(
        row=row, id=note_id, text=text, namespace=namespace, importance=importance, created_at=at, archived_at=None,
        superseded_by=None, words=" ".join(terms(text)), provenance=Provenance(trigger="manual", recorded_at=at),
    )  # fmt: skip


def candidate(made: Note, query: str) -> Candidate:
    """The candidate that the voices make of a note for this query."""
    asked = question(query)
    words = made.words.split(" ")
    counts = {word: words.count(word) for word in asked.terms + asked.about.words if word in words}
    return Candidate(made, counts, len(words))


def even(*words: str) -> dict[str, float]:
    """Words that weigh alike."""
    return dict.fromkeys(words, 1.0)


def known(notes_in_reach: int, **frequencies: int) -> Statistics:
    return Statistics(notes_in_reach, frequencies)


def fill(store: Store, made: Iterable[Note]) -> None:
    """Store notes as they are: id, time and importance included."""
    with store.write() as db:
        for one in made:
            notes.insert(
                db,
                notes.NewNote(
                    id=one.id, text=one.text, words=one.words, namespace=one.namespace, importance=one.importance,
                    created_at=one.created_at, provenance=one.provenance, digest=notes.digest_of(one.text),
                ),
            )  # fmt: skip


__all__ = ["DAY", "GLOBAL", "NOW", "OTHER", "PROJECT", "candidate", "even", "fill", "known", "note"]
