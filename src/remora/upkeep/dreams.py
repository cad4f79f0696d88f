"""What people do with dreams: list them, undo one as a whole, undo one merge. Called by the dreams facade and by undo.

Undone means as if it had not been: members live again, the merged note is gone, ratings are what they were. What a
person changed since stays as they left it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from remora.errors import UsageError
from remora.notes import Note
from remora.store import Connection, Store, dreams, ids, leases, notes, verdicts
from remora.store.dreams import Change, Dream
from remora.store.leases import Lease

SHORTEST = 4  # characters of an id, as of a note's

__all__ = ["Change", "Dream", "Lease", "Undone", "changes", "evidence", "find", "give_back", "merge_of",
           "newest", "take", "undo", "undo_merge"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Undone:
    """`restored`: notes that live again. `left`: notes that stay archived, because a person decided on them since."""

    dream: str
    restored: tuple[Note, ...]
    removed: int
    left: tuple[str, ...]


def newest(store: Store, limit: int) -> tuple[Dream, ...]:
    """The newest dreams that changed anything."""
    return tuple(dreams.newest(store.read(), limit))


def find(store: Store, dream_id: str | None) -> Dream:
    """The dream whose id begins so; None: the newest of which something stands. Raises UsageError."""
    db = store.read()
    if dream_id is None:
        found = dreams.newest_standing(db)
        if found is None:
            raise UsageError("Nothing was undone: no dream has changed anything that is not undone.")
        return found
    prefix = dream_id.strip().lower()
    possible = SHORTEST <= len(prefix) <= ids.LENGTH and set(prefix) <= set(ids.ALPHABET)
    matching = dreams.by_prefix(db, prefix) if possible else []
    if len(matching) != 1:
        what = "several dreams' ids begin" if matching else "no dream's id begins"
        raise UsageError(f"Nothing was undone: {what} with {dream_id!r}.", "`remora dream list` shows the ids.")
    return matching[0]


def changes(store: Store, dream: Dream) -> tuple[Change, ...]:
    """What a dream did, in order."""
    return tuple(dreams.changes(store.read(), dream))


def evidence(store: Store, note: Note) -> tuple[Change, ...]:
    """The changes that let this note stand for others, undone ones left out."""
    return tuple(change for change in dreams.into(store.read(), note.id) if change.undone_at is None)


def undo(store: Store, dream: Dream) -> Undone:
    """Undo every change of a dream, the last first, each in one transaction; one that is interrupted can be repeated.

    Raises UsageError, and undoes nothing, where a later dream built on a note that would go.
    """
    standing = [change for change in reversed(changes(store, dream)) if change.undone_at is None]
    for change in standing:
        _must_be_last(store.read(), change, within=dream.id)
    restored: list[Note] = []
    left: list[str] = []
    removed = 0
    for change in standing:
        with store.write() as db:
            back, gone, stays = _undo(db, change, store.clock())
        restored += back
        left += stays
        removed += gone
    with store.write() as db:
        dreams.dream_undone(db, dream, store.clock())
    return Undone(dream.id, tuple(restored), removed, tuple(left))


def merge_of(store: Store, note: Note) -> Change | None:
    """The merge that wrote this note, unless it is undone."""
    return next((change for change in evidence(store, note) if change.made), None)


def undo_merge(store: Store, change: Change) -> tuple[Note, ...]:
    """Bring the members of one merge back and take away what stands for them. Raises UsageError as `undo` does."""
    _must_be_last(store.read(), change)
    with store.write() as db:
        back, _, _ = _undo(db, change, store.clock())
    return tuple(back)


def take(store: Store, name: str, holder: str, stale_after: int) -> Lease | None:
    """Take a lease for longer work; returns the one that is in the way, if any."""
    with store.write() as db:
        return leases.take(db, name, holder, store.clock(), stale_after)


def give_back(store: Store, name: str, holder: str) -> None:
    """Give a lease back."""
    with store.write() as db:
        leases.drop(db, name, holder)


def _must_be_last(db: Connection, change: Change, within: str = "") -> None:
    """A later change must not have archived what this one wrote."""
    later = [one for one in dreams.out_of(db, change.target) if one.undone_at is None and one.row > change.row]
    for one in later:
        if one.dream != within:
            raise UsageError(
                f"Nothing was undone: dream {one.dream} merged {change.target} further.",
                f"Undo that one first: `remora dream undo {one.dream}`.",
            )


def _undo(db: Connection, change: Change, now: int) -> tuple[list[Note], int, Sequence[str]]:
    """(brought back, how many removed, left as they are) of one change."""
    target = notes.by_id(db, change.target)
    sources = [note for note in (notes.by_id(db, one) for one in change.sources) if note is not None]
    dreams.undone(db, change, now)
    if target is not None and target.archived_at is not None and change.kind != "replaced":
        return [], 0, [note.id for note in sources]  # a person forgot what they say
    if target is not None and change.made:
        verdicts.delete(db, target.id)
        notes.delete(db, target)
    elif target is not None and change.rates:
        notes.rate(db, target, change.rated)
    together = {change.target, *(one for each in dreams.into(db, change.target) for one in each.sources)}
    back: list[Note] = []
    left: list[str] = []
    for note in sources:
        if note.archived_at is None or note.superseded_by != change.target:
            continue  # brought back, or forgotten, by a person
        twin = notes.same_text(db, note.namespace, notes.digest_of(note.text))
        if twin is not None and twin.id not in together:
            left.append(note.id)  # it is said again by a note that the dream knew nothing of
        else:
            back.append(notes.restore(db, note, now))
    return back, 1 if target is not None and change.made else 0, left
