"""Notes for the tests of the store, made as the write path makes them."""

from remora.notes import Provenance
from remora.store import Store, new_id, notes
from remora.text import terms

PROJECT = "shop-0a1b2c3d"
OTHER = "blog-99887766"
NOW = 1_760_000_000_000  # a moment in October 2025


def put_notes(store: Store, *ids: str) -> None:
    """Notes of these ids, for records that name them."""
    with store.write() as db:
        for note_id in ids:
            notes.insert(db, new_note(f"a fact called {note_id}", note_id=note_id))


def new_note(
    text: str, *, namespace: str = PROJECT, at: int = NOW, note_id: str | None = None, trigger: str = "manual"
) -> notes.NewNote:
    return notes.NewNote(
        id=note_id or new_id(),
        text=text,
        words=" ".join(terms(text)),
        namespace=namespace,
        importance=None,
        created_at=at,
        provenance=Provenance(trigger=trigger, session_id="s-1", host="test", model=None, recorded_at=at),
        digest=notes.digest_of(text),
    )
