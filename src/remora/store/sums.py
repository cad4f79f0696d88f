"""The running sum of a namespace's live vectors of one identity, written in the vectors' own transactions.

Called by the vectors module on every change and by recall for the mean. Imported with the first vector: it needs NumPy.
"""

from dataclasses import dataclass

import apsw
import numpy as np
import numpy.typing as npt

from remora.store.query import rows

_GET = "SELECT live, total FROM vector_sums WHERE namespace = ? AND identity = ?"
_ADD = "INSERT INTO vector_sums (namespace, identity, live, total) VALUES (?, ?, ?, ?)"
_CHANGE = "UPDATE vector_sums SET live = ?, total = ? WHERE namespace = ? AND identity = ?"


@dataclass(frozen=True, slots=True)
class Sum:
    """How many live vectors there are, and their sum as float64."""

    live: int
    total: npt.NDArray[np.float64]


def get(db: apsw.Connection, namespace: int, identity: int) -> Sum | None:
    """The sum of this namespace and identity, None where there never was a vector."""
    for live, total in rows(db, _GET, (namespace, identity)):
        return Sum(int(live), np.frombuffer(total, np.float64))
    return None


def change(db: apsw.Connection, namespace: int, identity: int, vector: bytes, by: int) -> None:
    """Count a live vector in (`by` 1) or out (-1)."""
    known = get(db, namespace, identity)
    added = np.frombuffer(vector, np.float32).astype(np.float64) * by
    if known is None:
        db.execute(_ADD, (namespace, identity, by, added.tobytes()))
        return
    live = known.live + by
    total = known.total + added if live else np.zeros_like(added)  # nothing is left, not even what rounding left
    db.execute(_CHANGE, (live, total.tobytes(), namespace, identity))
