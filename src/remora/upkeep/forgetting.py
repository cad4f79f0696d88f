"""Forget and undo: a note leaves recall and can come back. Nothing is deleted here; that is purging."""

from remora import signals
from remora.errors import Refused
from remora.notes import Note
from remora.store import Store, notes, tombstones


def forget(store: Store, note: Note) -> Note:
    """Archive the note and leave a fingerprint, so that nothing automatic stores its text again.

    Nothing happens to one that is archived already.
    """
    with store.write() as db:
        now = store.clock()
        archived = notes.archive(db, note, now)
        tombstones.put_text(db, note.namespace, note.text, now)
    if note.archived_at is None:
        signals.send(signals.note_forgotten, note_id=note.id, purged=False)
    return archived


def undo(store: Store, note: Note) -> Note:
    """Bring an archived note back; nothing happens to a live one.

    Raises Refused where the namespace holds the same text in a newer note: two of a kind would both be recalled.
    """
    digest = notes.digest_of(note.text)
    with store.write() as db:
        twin = notes.same_text(db, note.namespace, digest)
        if twin is not None and twin.id != note.id:
            raise Refused(
                f"Nothing was brought back: the same text is stored as {twin.id}.",
                f"Use that note, or forget it first (`remora forget {twin.id}`).",
            )
        tombstones.lift(db, note.namespace, note.text)
        return notes.restore(db, note, store.clock())
