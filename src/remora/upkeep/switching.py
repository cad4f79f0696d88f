"""Gives a store another model's vectors, for `remora model use`: beside the old ones first, then in their place.

Until every note has its new vector the old ones answer alone, so that no search is the poorer for it. It may be ended
at any moment and goes on where it was. Called by the command line, which says before what it costs.
"""

import os
import secrets
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from remora.embed import Embedder, measured, sound
from remora.errors import ModelUnavailable, Refused
from remora.notes import Note, counted
from remora.store import Store, leases, meta, notes, switches, vectors
from remora.store.vectors import Identity as Row

CHUNK = 32  # notes embedded at a time: what is in memory at once, and what an end by force can cost
SAMPLE = 8  # notes that are embedded to tell how long all will take
SLICE = 200  # notes whose old vectors go in one transaction: a few milliseconds
LEASE = "switch"
STALE_MS = 120_000  # a chunk takes seconds at most; a holder elsewhere that is silent for so long has died
# More notes than this that a model makes no vector of, and it is the model that is at fault, not they.
MOST_UNSOUND = 0.01
UNIT = 4  # bytes of a number of a vector

Tell = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a switch takes. `seconds` is None where it is not known; `host` is where texts are sent, None if nowhere."""

    old: str | None
    new: str
    notes: int
    waiting: int
    seconds: float | None
    bytes: int | None
    host: str | None
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Switched:
    """`without`: notes that the new model makes no vector of; they are found by their words."""

    old: str | None
    new: str
    embedded: int
    without: int
    lo: float | None
    hi: float | None
    dup: float | None


def cost(store: Store, new: Embedder, host: str | None) -> Cost:
    """What it takes to switch to this model. Embeds a few notes to see, unless they would be sent to a `host` for it.

    Raises ModelUnavailable where the model does not work.
    """
    db, clock = store.read(), time.perf_counter
    count, characters = switches.sizes(db)
    row = vectors.identity(db, new.identity.name)
    waiting = vectors.pending_count(db, row)
    seconds = None
    if host is None:
        load(new)
        texts = [note.text for note in notes.by_rows(db, switches.sample(db, SAMPLE))]
        if texts:
            new.passages(texts[:1])  # what a first run costs once more is not the price of a note
            began = clock()
            new.passages(texts)
            seconds = (clock() - began) / max(1, sum(map(len, texts))) * characters * waiting / max(1, count)
    return Cost(
        old=meta.get(db, meta.IDENTITY), new=new.identity.name, notes=count, waiting=waiting, seconds=seconds,
        bytes=waiting * new.identity.dim * UNIT or None, host=host, tokens=characters * waiting // max(1, count) // 4,
    )  # fmt: skip


def load(new: Embedder) -> None:
    """Bring the model into memory. Raises ModelUnavailable, and says that nothing was switched."""
    try:
        new.load()
    except ModelUnavailable as error:
        raise ModelUnavailable(f"Nothing was switched. {error.message}", error.hint) from error


def under_way(store: Store) -> tuple[str, int, int] | None:
    """The identity that a switch is under way to, how many notes have its vectors, and how many there are."""
    db = store.read()
    name = switches.switching(db)
    if name is None:
        return None
    row, (count, _) = vectors.identity(db, name), switches.sizes(db)
    return name, count - vectors.pending_count(db, row), count


def switch(store: Store, new: Embedder, tell: Tell) -> Switched:
    """Make the store the new model's.

    Raises ModelUnavailable where the model fails: then the store is of the old one, as it was, and what was made for
    the new one waits for the next try; it is removed where the model itself is at fault. Raises Refused where a switch
    runs already.
    """
    holder = _holder()
    before = meta.get(store.read(), meta.IDENTITY)
    load(new)
    known = measured(new)
    with store.write():
        _take(store, holder)
    try:
        _remove_left(store, holder, tell)
        if switches.switching(store.read()) not in (None, known.name):
            _take_back(store, holder, tell)  # a switch to a third model had begun
        with store.write() as db:
            row = vectors.put_identity(db, known.name, known.lo, known.hi, known.dup)
            switches.begin(db, row)
        made, without = _embed_all(store, new, row, holder, tell)
        _remove_left(store, holder, tell)
    finally:
        with store.write() as db:
            leases.drop(db, LEASE, holder)
    return Switched(old=before, new=known.name, embedded=made, without=without, lo=known.lo, hi=known.hi, dup=known.dup)


def give_up(store: Store, tell: Tell) -> bool:
    """End a switch that is not finished, and remove what was made for it. Whether there was one, or rests of one."""
    holder = _holder()
    with store.write() as db:
        _take(store, holder)
        begun = switches.switching(db) is not None
        rests = switches.left(db) is not None
    try:
        _remove_left(store, holder, tell)
        if begun:
            _take_back(store, holder, tell)
    finally:
        with store.write() as db:
            leases.drop(db, LEASE, holder)
    return begun or rests


def _holder() -> str:
    """Who is at it: machine and process, so that one that was ended by force is not waited for."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"


def _is_dead(holder: str) -> bool:
    """Whether it was a process of this machine that is no more; False where that cannot be told."""
    host, _, rest = holder.rpartition(":")[0].rpartition(":")
    if os.name != "posix" or host != socket.gethostname() or not rest.isdigit():
        return False
    try:
        os.kill(int(rest), 0)
    except ProcessLookupError:
        return True
    except OSError:  # it is somebody else's
        return False
    return False


def _take(store: Store, holder: str) -> None:
    """Inside a write."""
    db = store.read()
    held = leases.get(db, LEASE)
    if held is not None and _is_dead(held.holder):
        leases.drop(db, LEASE, held.holder)
    if leases.take(db, LEASE, holder, store.clock(), STALE_MS) is not None:
        raise Refused(
            "Nothing was switched: another process is already switching the store.",
            "`remora model status` shows how far it is.",
        )


def _embed_all(store: Store, new: Embedder, row: Row, holder: str, tell: Tell) -> tuple[int, int]:
    """Embed what waits, oldest first, until nothing does, and then make the store the model's in one transaction."""
    made, without, after = 0, 0, 0
    total = vectors.pending_count(store.read(), row)
    while True:
        chunk = notes.by_rows(store.read(), vectors.pending(store.read(), row, CHUNK, after))
        if chunk:
            after = chunk[-1].row
            try:
                stored = _embed(store, new, row, holder, chunk)
            except ModelUnavailable as error:
                raise _broken_off(error, made, total) from error
            made, without = made + stored, without + len(chunk) - stored
            tell("embedding notes", made + without, max(total, made + without))
        elif without > max(1, MOST_UNSOUND * (made + without)):
            _take_back(store, holder, tell)
            raise ModelUnavailable(
                f"The store was not switched: the model makes no vector of {without} of {made + without} notes. It is "
                "as it was.",
                "Check the model: `remora model calibrate NAME`.",
            )
        elif _finished(store, row, holder, after):
            return made, without


def _broken_off(error: ModelUnavailable, made: int, total: int) -> ModelUnavailable:
    return ModelUnavailable(
        f"The switch is not finished: {made} of {counted(total, 'note')} were embedded. {error.message}",
        f"{error.hint} Recall goes on as before; the same command goes on where it was, and `remora model use "
        "--give-up` takes it back.".strip(),
    )


def _take_back(store: Store, holder: str, tell: Tell) -> None:
    with store.write() as db:
        switches.give_up(db)
    _remove_left(store, holder, tell)


def _embed(store: Store, new: Embedder, row: Row, holder: str, chunk: Sequence[Note]) -> int:
    """How many of the chunk have a vector now."""
    made, stored = new.passages([note.text for note in chunk]), 0
    with store.write() as db:
        if not leases.renew(db, LEASE, holder, store.clock()):
            raise Refused("The switch was taken over by another process.", "`remora model status` shows how far it is.")
        for note, vector in zip(chunk, made, strict=True):
            if not notes.is_there(db, note):  # purged meanwhile: nothing is lacking
                stored += 1
            elif sound(vector, new.identity.dim):
                vectors.put(db, note, row, vector.tobytes(), new.identity.dim)
                stored += 1
    return stored


def _finished(store: Store, row: Row, holder: str, after: int) -> bool:
    """Whether the store is the model's now; False where a note was stored since the last look."""
    with store.write() as db:
        if vectors.pending(db, row, 1, after):
            return False
        if not leases.renew(db, LEASE, holder, store.clock()):
            raise Refused("The switch was taken over by another process.", "`remora model status` shows how far it is.")
        switches.finish(db, row)
    return True


def _remove_left(store: Store, holder: str, tell: Tell) -> None:
    """Remove the vectors that nobody compares any more, in short transactions."""
    name = switches.left(store.read())
    row = vectors.identity(store.read(), name) if name else None
    after: int | None = 0
    while row is not None and after is not None:
        tell("removing vectors of before", 0, 0)
        with store.write() as db:
            leases.renew(db, LEASE, holder, store.clock())
            after = switches.drop_some(db, row, SLICE, after)
    if name is not None:
        with store.write() as db:
            switches.all_left(db)
