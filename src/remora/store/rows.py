"""The reader of short-lived processes: nearest by SQL, vectors by row. Spares loading the matrix. Needs NumPy."""

from collections.abc import Sequence

import apsw
import numpy as np
import numpy.typing as npt

from remora.store import namespaces, nearest, sums, vectors
from remora.store.matrix import finite
from remora.store.vectors import Identity

Vectors = npt.NDArray[np.float32]


class Rows:
    """Of one identity. Its answers are those of the matrix; it holds nothing between them."""

    name = nearest.NAME

    def __init__(self, identity: Identity, width: int) -> None:
        self._identity, self._width = identity, width

    def nearest(self, db: apsw.Connection, namespace: str, query: Vectors, limit: int) -> list[int]:
        """Rows of the live notes nearest to a unit vector, best first, ties by row."""
        number = namespaces.number(db, namespace)
        return [] if number is None else nearest.nearest(db, number, self._identity, query.tobytes(), limit)

    def near(self, db: apsw.Connection, namespace: str, queries: Vectors, least: float, limit: int) -> list[list[int]]:
        """The nearest of each, one after the other; `least` is the caller's to look at."""
        return [self.nearest(db, namespace, query, limit) for query in queries]

    def vectors(self, db: apsw.Connection, namespace: str, rows: list[int]) -> tuple[list[int], Vectors]:
        """Those of the rows that have a vector here, with their vectors, in the order of `rows`."""
        blobs = vectors.of_notes(db, self._identity, rows)
        blobs = {row: blob for row, blob in blobs.items() if len(blob) == 4 * self._width}
        known = [row for row in rows if row in blobs]
        joined = b"".join(blobs[row] for row in known)
        return finite(known, np.frombuffer(joined, np.float32).reshape(len(known), self._width))

    def look(
        self, db: apsw.Connection, namespace: str, query: Vectors, limit: int, beside: Sequence[int] = ()
    ) -> tuple[list[int], Vectors, sums.Sum | None]:
        """The `nearest` and the rows `beside` them, with their `vectors`; and the sum of all that are live here."""
        number = namespaces.number(db, namespace)
        found = self.vectors(db, namespace, list(dict.fromkeys([*self.nearest(db, namespace, query, limit), *beside])))
        return *found, None if number is None else sums.get(db, number, self._identity.n)

    def warm(self, db: apsw.Connection, namespace: str) -> None:
        """Nothing is held, so nothing is loaded."""
