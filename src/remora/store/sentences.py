"""Vectors of a note's sentences, for rankings that look inside prose. Written only where such a ranking is used.

Called by learning and by recall. A note without rows here was not looked at yet; one with an empty row was.
"""

from collections.abc import Iterable, Sequence

import apsw

from remora.store.query import rows
from remora.store.vectors import WIDTH, Identity, checked

_PUT = "INSERT OR REPLACE INTO sentence_vectors (note, identity, place, v) VALUES (?, ?, ?, ?)"
_OF_NOTES = f"""
    SELECT note, v FROM sentence_vectors
    WHERE identity = ?1 AND place > 0 AND note IN (SELECT value FROM json_each(?2))
    AND length(v) = 4 * (SELECT {WIDTH} FROM identities WHERE n = ?1) ORDER BY note, place
"""
_PENDING = """
    SELECT note FROM note_vectors WHERE identity = ?1
    AND NOT EXISTS (SELECT 1 FROM sentence_vectors AS s WHERE s.note = note_vectors.note AND s.identity = ?1)
    ORDER BY note LIMIT ?2
"""


def put(db: apsw.Connection, note: int, identity: Identity, vectors: Sequence[bytes], width: int) -> None:
    """Store the vectors of a note's sentences, none where it is no prose. Raises ValueError as vectors.put does."""
    db.execute(_PUT, (note, identity.n, 0, b""))
    for place, vector in enumerate(vectors, 1):
        db.execute(_PUT, (note, identity.n, place, checked(vector, width)))


def of_notes(db: apsw.Connection, identity: Identity, notes: Iterable[int]) -> list[tuple[int, bytes]]:
    """Every sentence's vector with its note's row, in order."""
    return [(row, vector) for row, vector in rows(db, _OF_NOTES, (identity.n, str(list(notes))))]


def pending(db: apsw.Connection, identity: Identity, limit: int) -> list[int]:
    """Rows of notes that have a vector and whose sentences were not looked at."""
    return [row for (row,) in rows(db, _PENDING, (identity.n, limit))]
