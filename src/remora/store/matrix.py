"""The resident reader: each namespace's live vectors as one float32 matrix, kept true by the store's stamps.

For processes that stay. It asks the store one small row a query and loads only what is newer; what others write to
other tables does not disturb it. Imported with the first query by meaning: it needs NumPy.
"""

import threading
from collections.abc import Sequence
from itertools import islice

import apsw
import numpy as np
import numpy.typing as npt

from remora.store import sums, vectors
from remora.store.vectors import Identity

Vectors = npt.NDArray[np.float32]
GROWTH = 1.5  # room for half as many again: adding one by one copies each vector twice on average
FIRST_ROOM = 64  # notes: most projects' first month, 96 kB at 384 dimensions
GROUP = 64  # cosines that are looked at by their best: partitioning all of them costs as much as a seventh of the pass
BLOCK = 1_024  # vectors taken from the store at a time: one by one takes three times as long
# Multiplications in one product of matrices: from about 260,000 on BLAS wakes threads, which on a machine at work costs
# ten times the product. Small ones keep to this thread and find the vectors in its cache.
PRODUCT = 200_000
ROUNDING = 1e-5  # a product may add in another order than the dot product that decides


class Matrix:
    """Of one identity; threads share it. Its answers are exact: every live vector is looked at."""

    name = "matrix"

    def __init__(self, identity: Identity, width: int) -> None:
        self._identity, self._width = identity, width
        self._lock = threading.Lock()
        self._places: dict[int, _Place] = {}  # by number: a name may pass to another namespace
        self._stamp = self._removals = -1

    def nearest(self, db: apsw.Connection, namespace: str, query: Vectors, limit: int) -> list[int]:
        """Rows of the live notes nearest to a unit vector, best first, ties by row."""
        with self._lock:
            return self._place(db, namespace).nearest(query, limit)

    def near(self, db: apsw.Connection, namespace: str, queries: Vectors, least: float, limit: int) -> list[list[int]]:
        """For each of several unit vectors the rows of live notes at cosine `least` or nearer: one pass for all.

        No lock is held in it, for a turn may want one. A line that moves meanwhile may be missed, and none is wrong:
        whoever asks looks at the vectors again.
        """
        with self._lock:
            place = self._place(db, namespace)
            lines, rows = place.lines[: place.size], place.rows[: place.size].copy()
        return [rows[found].tolist() for found in _near(lines, queries, least - ROUNDING)]

    def vectors(self, db: apsw.Connection, namespace: str, rows: list[int]) -> tuple[list[int], Vectors]:
        """Those of the rows that have a vector here, with their vectors, in the order of `rows`."""
        with self._lock:
            return self._place(db, namespace).gather(rows)

    def look(
        self, db: apsw.Connection, namespace: str, query: Vectors, limit: int, beside: Sequence[int] = ()
    ) -> tuple[list[int], Vectors, sums.Sum | None]:
        """The `nearest` and the rows `beside` them, with their `vectors`; and the sum of all that are live here."""
        with self._lock:
            place = self._place(db, namespace)
            found = place.gather(list(dict.fromkeys([*place.nearest(query, limit), *beside])))
            return *found, place.sum(db, self._identity)

    def warm(self, db: apsw.Connection, namespace: str) -> None:
        """Load the namespace before somebody asks."""
        with self._lock:
            self._place(db, namespace)

    def _place(self, db: apsw.Connection, namespace: str) -> "_Place":
        stamp, removals, number = vectors.state(db, namespace)
        if removals != self._removals:
            self._places, self._stamp, self._removals = {}, stamp, removals
        elif stamp != self._stamp:
            self._catch_up(db, stamp)
        if number is None:  # nothing was ever stored there; asked again, for somebody may store the first note
            return _Place(0, self._width)
        return self._places.get(number) or self._load(db, number)

    def _load(self, db: apsw.Connection, number: int) -> "_Place":
        place = self._places[number] = _Place(number, self._width)
        stored = vectors.of_place(db, number, self._identity)
        while block := list(islice(stored, BLOCK)):
            whole = [(row, vector) for row, vector in block if len(vector) == place.bytes]  # no damaged one
            place.extend([row for row, _ in whole], b"".join([vector for _, vector in whole]))
        return place

    def _catch_up(self, db: apsw.Connection, stamp: int) -> None:
        """`stamp` was read before: what is written meanwhile is read once more the next time, which does no harm."""
        for row, number, live, vector in vectors.newer(db, self._identity, self._stamp):
            for held, place in self._places.items():
                if live and held == number:
                    place.put(row, vector)
                else:
                    place.remove(row)
        self._stamp = stamp


def _near(lines: Vectors, queries: Vectors, least: float) -> list[npt.NDArray[np.int64]]:
    """Which lines are at cosine `least` or nearer to each query."""
    step = max(1, PRODUCT // max(1, queries.size))
    found: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]] = []
    room = np.empty((len(queries), BLOCK), np.float32)
    with np.errstate(invalid="ignore", over="ignore"):  # a damaged line is near to nothing
        for start in range(0, len(lines), BLOCK):
            block = lines[start : start + BLOCK]
            for at in range(0, len(block), step):
                some = block[at : at + step]
                np.matmul(queries, some.T, out=room[:, at : at + len(some)])
            query, line = np.nonzero(room[:, : len(block)] >= least)
            if len(line):
                found.append((query, line + start))
    if not found:
        return [np.empty(0, np.int64) for _ in queries]
    whose, where = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return [where[whose == number] for number in range(len(queries))]


def finite(rows: Sequence[int], lines: Vectors) -> tuple[list[int], Vectors]:
    """Without the damaged lines, whose length is no number: they would make the scores of all others none."""
    with np.errstate(all="ignore"):
        good = np.flatnonzero(np.isfinite(np.vecdot(lines, lines)))
    return (list(rows), lines) if len(good) == len(rows) else ([rows[at] for at in good.tolist()], lines[good])


class _Place:
    """One namespace's vectors: the first `size` lines of `lines`, and whose they are. All of them are finite."""

    def __init__(self, number: int, width: int) -> None:
        self.number = number
        self.size = 0
        self.bytes = 4 * width
        self.lines = np.empty((FIRST_ROOM, width), np.float32)
        self.rows = np.empty(FIRST_ROOM, np.int64)
        self.at: dict[int, int] = {}
        self._sum: sums.Sum | None = None  # of the lines as they are; None when it is not known

    def extend(self, rows: Sequence[int], joined: bytes) -> None:
        """Take in vectors of rows that are not here yet."""
        rows, lines = finite(rows, np.frombuffer(joined, np.float32).reshape(len(rows), -1))
        begin, self.size = self.size, self.size + len(rows)
        self._make_room()
        self.lines[begin : self.size] = lines
        self.rows[begin : self.size] = rows
        self.at.update(zip(rows, range(begin, self.size), strict=True))

    def put(self, row: int, vector: bytes) -> None:
        self.remove(row)
        if len(vector) == self.bytes:  # else damaged, or written by a mistake: the note is found by its words
            self.extend([row], vector)
            self._sum = None

    def remove(self, row: int) -> None:
        line = self.at.pop(row, None)
        if line is None:
            return
        self._sum = None
        self.size -= 1
        if line != self.size:  # the last line fills the gap
            self.lines[line] = self.lines[self.size]
            self.rows[line] = self.rows[self.size]
            self.at[int(self.rows[line])] = line

    def nearest(self, query: Vectors, limit: int) -> list[int]:
        size = self.size
        if not size or limit < 1:
            return []
        cosines = np.vecdot(self.lines[:size], query)
        # All that tie at the edge are kept, so that the row decides.
        kept = np.flatnonzero(cosines >= _reached(cosines, limit)) if size > limit else np.arange(size)
        order = np.lexsort((self.rows[kept], -cosines[kept]))[:limit]
        return [int(row) for row in self.rows[kept[order]]]

    def gather(self, rows: list[int]) -> tuple[list[int], Vectors]:
        known = [row for row in rows if row in self.at]
        return known, self.lines[[self.at[row] for row in known]]

    def sum(self, db: apsw.Connection, identity: Identity) -> sums.Sum | None:
        """What `sums` says of this namespace, asked again after each change."""
        self._sum = self._sum or sums.get(db, self.number, identity.n)
        return self._sum

    def _make_room(self) -> None:
        if self.size <= len(self.lines):
            return
        room = max(self.size, int(len(self.lines) * GROWTH) + 1)
        lines = np.empty((room, self.lines.shape[1]), np.float32)
        lines[: len(self.lines)] = self.lines
        rows = np.empty(room, np.int64)
        rows[: len(self.rows)] = self.rows
        self.lines, self.rows = lines, rows


def _reached(cosines: Vectors, limit: int) -> np.float32:
    """A cosine that at least `limit` of them reach, and few more: the best of `limit` groups do."""
    groups = cosines[: len(cosines) // GROUP * GROUP].reshape(-1, GROUP)
    best = groups.max(axis=1) if len(groups) >= limit else cosines
    reached: np.float32 = np.partition(best, len(best) - limit)[len(best) - limit]
    return reached
