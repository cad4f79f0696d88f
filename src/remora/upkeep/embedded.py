"""What the store's vectors look like, for `remora doctor` and the notes that surfaces show. Loads no model."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from remora.embed import Identity
from remora.embed.status import Status
from remora.notes import Note, counted
from remora.store import Store, meta, notes, vectors
from remora.upkeep.doctoring import Check


def identities(store: Store, shown: Iterable[Note]) -> Mapping[str, str]:
    """Whose vector each note has, by the note's id: that of the store's identity, else the newest other one's."""
    db = store.read()
    own = meta.get(db, meta.IDENTITY)
    rows = {note.row: note.id for note in shown}
    found = vectors.identities_of(db, rows)
    return {rows[row]: own if own in names else names[-1] for row, names in found.items()}


def check(store: Store, identity: Identity, reader: str, sent_to: str | None = None) -> Check:
    """Notes are vectors, waiting ones and those of which the model makes none; the identity with its constants; who
    reads the vectors, and whether texts leave this machine for them."""
    db = store.read()
    whole = sum(count.live + count.archived for count in notes.counts(db).values())
    row = vectors.identity(db, identity.name)
    made = vectors.count(db, row) if row else 0
    pending, waiting = vectors.pending_count(db, row), vectors.pending_count(db, row, vectors.tried(db, row))
    misfits, unsummed = vectors.faults(db, row, identity.dim) if row else (0, 0)
    wrong = (
        "the counts do not agree" if whole != made + pending
        else f"{counted(misfits, 'vector')} of another width" if misfits
        else f"the sums of {counted(unsummed, 'namespace')} are not those of the vectors" if unsummed
        else ""
    )  # fmt: skip
    known = row or identity
    constants = f"lo {_said(known.lo)}, hi {_said(known.hi)}, dup {_said(known.dup)}"
    return Check(
        name="vectors", ok=not wrong,
        detail=f"{counted(whole, 'note')} = {counted(made, 'vector')} + {waiting} waiting"
        f"{_none_made(pending - waiting)}"
        f"{f'; {wrong}' if wrong else ''}; {identity.name}, {constants}; read by {reader}"
        f"{f'; notes and questions are sent to {sent_to}' if sent_to else ''}",
        hint="`remora export` the notes and import them into a new home: vectors can always be made again." if wrong
        else "`remora model embed` makes those that wait; a host's session does so too." if waiting
        else "",
    )  # fmt: skip


def measured(store: Store, found: Status) -> Status:
    """The same with the constants that were measured in this store, where the model brings none of its own."""
    row = vectors.identity(store.read(), found.identity) if found.identity else None
    return found if row is None or found.lo is not None else replace(found, lo=row.lo, hi=row.hi, dup=row.dup)


def unfinished(under_way: tuple[str, int, int] | None) -> tuple[Check, ...]:
    """A switch of the model that has begun and not ended; that is no fault."""
    if under_way is None:
        return ()
    name, done, whole = under_way
    return (
        Check(
            name="switch", ok=True, detail=f"{done} of {counted(whole, 'note')} have vectors of {name} already",
            hint="`remora model use NAME` continues it, `remora model use --give-up` undoes it.",
        ),
    )  # fmt: skip


def wordless(why: str, hint: str) -> Check:
    """The same check where no model is: that is no fault."""
    return Check(name="vectors", ok=True, detail=why.removesuffix("."), hint=hint)


def _none_made(count: int) -> str:
    return f" + {count} of which the model makes none, found by words alone" if count else ""


def _said(constant: float | None) -> str:
    return "not measured yet" if constant is None else f"{constant:g}"
