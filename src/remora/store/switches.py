"""The change of a store from one model's vectors to another's: who it is for, and the removal of whole identities.

Both models' vectors lie side by side meanwhile, and `meta.IDENTITY` alone says whose are compared. Called by upkeep, in
its transactions.
"""

import apsw

from remora.store import meta
from remora.store.query import rows
from remora.store.vectors import Identity

SWITCHING = "switching"  # the key of meta that names the identity whose vectors are being made
LEAVING = "leaving"  # the key that names the one whose vectors are being removed

_SUMS = "DELETE FROM vector_sums WHERE identity = ?"
# By the index of notes, which is read without the vectors themselves.
_SOME = "SELECT note FROM note_vectors WHERE note > ? AND identity = ? ORDER BY note LIMIT ?"
_DROP = "DELETE FROM note_vectors WHERE identity = ? AND note IN (SELECT value FROM json_each(?))"
_DROP_SENTENCES = "DELETE FROM sentence_vectors WHERE identity = ? AND note IN (SELECT value FROM json_each(?))"
_SAMPLE = "SELECT n FROM notes ORDER BY id LIMIT ?"  # ids are random
_SIZES = "SELECT count(*), coalesce(sum(length(text)), 0) FROM notes"


def sizes(db: apsw.Connection) -> tuple[int, int]:
    """How many notes there are, archived ones too, and of how many characters together."""
    (count, characters), *_ = rows(db, _SIZES)
    return int(count), int(characters)


def sample(db: apsw.Connection, limit: int) -> list[int]:
    """Rows of some notes from all over the store."""
    return [int(row) for (row,) in rows(db, _SAMPLE, (limit,))]


def switching(db: apsw.Connection) -> str | None:
    """The name of the identity that a switch is under way to, or was when its process ended."""
    return meta.get(db, SWITCHING)


def begin(db: apsw.Connection, to: Identity) -> None:
    """A switch begins, or goes on."""
    meta.put(db, SWITCHING, to.name)


def finish(db: apsw.Connection, to: Identity) -> None:
    """From now on the store is of this identity; the vectors of the one before are to be removed."""
    before = meta.get(db, meta.IDENTITY)
    meta.put(db, LEAVING, before if before != to.name else None)
    meta.put(db, meta.IDENTITY, to.name)
    meta.put(db, SWITCHING, None)


def give_up(db: apsw.Connection) -> None:
    """The switch is off: what was made for it is to be removed."""
    meta.put(db, LEAVING, switching(db))
    meta.put(db, SWITCHING, None)


def drop_some(db: apsw.Connection, identity: Identity, limit: int, after: int) -> int | None:
    """Remove the vectors of at most `limit` notes behind row `after`; the last of their rows, None where none is left.

    The counter of removals does not rise: nobody looks at these any more.
    """
    notes = [int(note) for (note,) in rows(db, _SOME, (after, identity.n, limit))]
    if not notes:
        db.execute(_SUMS, (identity.n,))
        return None
    db.execute(_DROP, (identity.n, str(notes)))
    db.execute(_DROP_SENTENCES, (identity.n, str(notes)))
    return notes[-1]


def left(db: apsw.Connection) -> str | None:
    """The name of the identity whose vectors are being removed."""
    return meta.get(db, LEAVING)


def all_left(db: apsw.Connection) -> None:
    """Nothing of it is there any more."""
    meta.put(db, LEAVING, None)
