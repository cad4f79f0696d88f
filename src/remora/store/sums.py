"""The running sum of a namespace's live vectors of one identity, written in the vectors' own transactions.

Called by the vectors module on every change and by recall for the mean. Imported with the first vector: it needs NumPy.
"""

from collections import Counter
from dataclasses import dataclass

import apsw
import numpy as np
import numpy.typing as npt

from remora.store import vectors
from remora.store.query import rows

# One of another length than the model's vectors is damaged, and as good as none.
_GET = f"""
    SELECT live, total FROM vector_sums WHERE namespace = ?1 AND identity = ?2
    AND length(total) = 8 * (SELECT {vectors.WIDTH} FROM identities WHERE n = ?2)
"""
_LIVE = "SELECT v FROM note_vectors WHERE namespace = ? AND identity = ? AND live"
_PUT = "INSERT OR REPLACE INTO vector_sums (namespace, identity, live, total) VALUES (?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class Sum:
    """How many live vectors there are, and their sum as float64."""

    live: int
    total: npt.NDArray[np.float64]


def get(db: apsw.Connection, namespace: int, identity: int) -> Sum | None:
    """The sum of this namespace and identity, None where there never was a vector."""
    for live, total in rows(db, _GET, (namespace, identity)):
        numbers = np.frombuffer(total, np.float64)
        return Sum(int(live), numbers) if np.isfinite(numbers).all() else None
    return None


def change(db: apsw.Connection, namespace: int, identity: int, vector: bytes, by: int) -> None:
    """Count a live vector in (`by` 1) or out (-1)."""
    known = get(db, namespace, identity)
    added = _numbers(vector) * by
    if known is None or known.total.shape != added.shape or not np.isfinite(added).all():
        found = _counted_anew(db, namespace, identity)
    else:
        found = Sum(known.live + by, known.total + added)
    # Where nothing is left, not even what rounding left.
    total = found.total if found.live else np.zeros_like(found.total)
    db.execute(_PUT, (namespace, identity, found.live, total.tobytes()))


def _numbers(vector: bytes) -> npt.NDArray[np.float64]:
    return np.frombuffer(vector[: len(vector) // 4 * 4], np.float32).astype(np.float64)


def _counted_anew(db: apsw.Connection, namespace: int, identity: int) -> Sum:
    """Of what lies there, for the first vector and wherever the sum or a vector was damaged. Those do not count."""
    found = [_numbers(v) for (v,) in rows(db, _LIVE, (namespace, identity))]
    ((width, _),) = Counter(map(len, found)).most_common(1) or ((0, 0),)
    whole = [each for each in found if len(each) == width and np.isfinite(each).all()]
    return Sum(len(whole), np.sum(whole, axis=0) if whole else np.zeros(width))
