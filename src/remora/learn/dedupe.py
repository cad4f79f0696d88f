"""Is the text known already? Equal texts of one namespace are one note. Meaning is compared when there are vectors."""

from remora.learn.draft import Draft
from remora.notes import Note
from remora.store import Connection, notes


def known(db: Connection, draft: Draft, digest: bytes) -> Note | None:
    """The note that makes the draft needless: the same note come back, or a live one with the same text."""
    if draft.note_id is not None:
        same = notes.by_id(db, draft.note_id)
        if same is not None and same.namespace == draft.namespace and notes.digest_of(same.text) == digest:
            return same
        if draft.archived:  # an archived note beside its live twin is history, not a duplicate
            return None
    return notes.same_text(db, draft.namespace, digest)
