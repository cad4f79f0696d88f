"""The running sum of a namespace's live vectors of one identity. It follows by stamp, so that no add pays for it.

A vector newer than the sum is added by whoever asks, and written into it with every few stamps; one that goes is taken
out at once. Called by the vectors module on such changes and by the readers for the mean. Needs NumPy.
"""

from dataclasses import dataclass

import apsw
import numpy as np
import numpy.typing as npt

from remora.store import vectors
from remora.store.query import rows, value

_WIDTH = f"SELECT {vectors.WIDTH} FROM identities WHERE n = ?"
_GET = "SELECT live, total, upto FROM vector_sums WHERE namespace = ? AND identity = ?"
_NEWER = "SELECT v FROM note_vectors WHERE namespace = ? AND identity = ? AND live = 1 AND stamp > ?"
_CHANGED = "SELECT namespace, identity FROM note_vectors WHERE stamp > ?"  # DISTINCT would walk a whole index
_PUT = "INSERT OR REPLACE INTO vector_sums (namespace, identity, live, total, upto) VALUES (?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Sum:
    """How many live vectors there are, and their sum as float64."""

    live: int
    total: npt.NDArray[np.float64]


def get(db: apsw.Connection, namespace: int, identity: int) -> Sum | None:
    """The sum of this namespace and identity. None where what is written of it is damaged.

    What a program wrote that knows no stamps of sums is taken as it stands: it lacks a few vectors at most, and the
    next fold counts it anew.
    """
    known, upto = _written(db, namespace, identity)
    return known if known is None or upto is None else _up_to_now(db, namespace, identity, known, upto)


def take_out(db: apsw.Connection, namespace: int, identity: int, stamp: int, vector: bytes) -> None:
    """A live vector of this stamp went. Nothing is to be done for one that was not counted yet."""
    known, upto = _written(db, namespace, identity)
    if known is None or upto is None:
        _count_anew(db, namespace, identity, vectors.counter(db))
    elif stamp <= upto:
        gone = _number_lines([vector], known.total.size)
        if len(gone) == 0:  # it was damaged since it was counted
            _count_anew(db, namespace, identity, vectors.counter(db))
        else:
            _put(db, namespace, identity, Sum(known.live - 1, known.total - gone[0]), upto)


def fold(db: apsw.Connection, after: int, stamp: int) -> None:
    """Write the sums of all namespaces that have a vector of a later stamp than `after`, as they are with `stamp`."""
    for namespace, identity in set(rows(db, _CHANGED, (after,))):
        known, upto = _written(db, namespace, identity)
        if known is None or upto is None:
            _count_anew(db, namespace, identity, stamp)
        else:
            _put(db, namespace, identity, _up_to_now(db, namespace, identity, known, upto), stamp)


def _written(db: apsw.Connection, namespace: int, identity: int) -> tuple[Sum | None, int | None]:
    """The sum as it is written, None where it is damaged, and the newest stamp in it, None where nobody knows."""
    width = int(value(db, _WIDTH, (identity,)))
    for live, total, upto in rows(db, _GET, (namespace, identity)):
        numbers = np.frombuffer(total[: len(total) // 8 * 8], np.float64)
        return (Sum(live, numbers) if len(numbers) == width and np.isfinite(numbers).all() else None), upto
    return Sum(0, np.zeros(width)), 0


def _up_to_now(db: apsw.Connection, namespace: int, identity: int, known: Sum, upto: int) -> Sum:
    newer = _number_lines([v for (v,) in rows(db, _NEWER, (namespace, identity, upto))], known.total.size)
    return Sum(known.live + len(newer), known.total + newer.sum(axis=0)) if len(newer) else known


def _count_anew(db: apsw.Connection, namespace: int, identity: int, upto: int) -> None:
    """From the vectors themselves; damaged ones do not count."""
    nothing = Sum(0, np.zeros(int(value(db, _WIDTH, (identity,)))))
    _put(db, namespace, identity, _up_to_now(db, namespace, identity, nothing, 0), upto)


def _number_lines(found: list[bytes], width: int) -> npt.NDArray[np.float64]:
    """As float64, one a line, without those that are damaged."""
    whole = b"".join([vector for vector in found if len(vector) == 4 * width])
    lines = np.frombuffer(whole, np.float32).reshape(-1, width).astype(np.float64)
    return lines[np.isfinite(lines).all(axis=1)]


def _put(db: apsw.Connection, namespace: int, identity: int, found: Sum, upto: int) -> None:
    # Where nothing is left, not even what rounding left.
    total = found.total if found.live else np.zeros_like(found.total)
    db.execute(_PUT, (namespace, identity, found.live, total.tobytes(), upto))
