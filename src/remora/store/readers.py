"""Who looks at all vectors of a namespace, and which of the two it is. Called by recall and learn, built by wiring.

A process that stays keeps a matrix; a short-lived one of ours lets SQLite measure, which spares loading it.
"""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import apsw

from remora.store import nearest
from remora.store.vectors import Identity

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from remora.store.sums import Sum

    Vector = npt.NDArray[np.float32]

Wanted = Literal["auto", "matrix", "sqlite-vec"]


class Reader(Protocol):
    """One way to look; all give the same answers, and all are exact."""

    @property
    def name(self) -> str: ...

    def nearest(self, db: apsw.Connection, namespace: str, query: "Vector", limit: int) -> list[int]:
        """Rows of the live notes nearest to a unit vector, best first, ties by row."""
        ...

    def near(self, db: apsw.Connection, namespace: str, queries: "Vector", least: float, limit: int) -> list[list[int]]:
        """For each of several unit vectors the rows of live notes at cosine `least`, give or take its rounding, or
        nearer; of the nearest at least `limit`, in no order. Who needs the cosine makes it of `vectors`."""
        ...

    def vectors(self, db: apsw.Connection, namespace: str, rows: list[int]) -> tuple[list[int], "Vector"]:
        """Those of the rows that have a vector here, with their vectors, in the order of `rows`."""
        ...

    def look(
        self, db: apsw.Connection, namespace: str, query: "Vector", limit: int, beside: Sequence[int] = ()
    ) -> "tuple[list[int], Vector, Sum | None]":
        """The `nearest` and the rows `beside` them, with their `vectors`; and the sum of all that are live here."""
        ...

    def warm(self, db: apsw.Connection, namespace: str) -> None:
        """Load what the first look at this namespace would have to."""
        ...


class Readers:
    """The readers of one process, one an identity, shared by its threads."""

    def __init__(self, *, stays: bool, wanted: Wanted = "auto") -> None:
        """`stays`: a host's process or the resident one, where sqlite-vec is never loaded unless `wanted` says so."""
        self._stays, self._wanted = stays, wanted
        self._lock = threading.Lock()
        self._readers: dict[str, Reader] = {}

    def of(self, db: apsw.Connection, identity: Identity, width: int) -> Reader:
        """The reader of an identity's vectors. The extension is asked on this connection, and trusted if it answers."""
        with self._lock:
            known = self._readers.get(identity.name)
            if known is None or (known.name == nearest.NAME and not nearest.ready(db)):
                known = self._readers[identity.name] = self._new(db, identity, width)
            return known

    def name(self, db: apsw.Connection) -> str:
        """Which reader this process uses, found out by asking the extension."""
        return nearest.NAME if self._by_sql(db) else "matrix"

    def drop(self) -> None:
        """Let go of all vectors: the process forked, or the memory is wanted elsewhere."""
        self._lock = threading.Lock()  # a thread that was not taken along may have held it
        self._readers = {}

    def _new(self, db: apsw.Connection, identity: Identity, width: int) -> Reader:
        if self._by_sql(db):
            from remora.store.rows import Rows  # brings NumPy, like the matrix: with the first query by meaning

            return Rows(identity, width)
        from remora.store.matrix import Matrix

        return Matrix(identity, width)

    def _by_sql(self, db: apsw.Connection) -> bool:
        wanted = self._wanted == "sqlite-vec" or (self._wanted == "auto" and not self._stays)
        return wanted and nearest.ready(db)
