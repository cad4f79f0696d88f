"""The nearest vectors by SQL: sqlite-vec's distance over the rows. For our own short-lived processes alone.

Never loaded inside a host: two SQLite libraries that both load the extension crash the process.
"""

from importlib.util import find_spec
from math import isfinite
from pathlib import Path

import apsw

from remora.store.query import rows, value
from remora.store.vectors import Identity

NAME = "sqlite-vec"
_SUFFIXES = (".so", ".dylib", ".dll")
_PROBE = "SELECT vec_distance_l2(X'0000803F00000000', X'000000000000803F')"
_PROBED = 2**0.5  # the distance of two unit vectors at a right angle
# Among unit vectors the order of L2 is that of the cosine, and L2 is the faster of the two in the wheels.
_NEAREST = """
    SELECT note, vec_distance_l2(v, ?3) AS distance FROM note_vectors
    WHERE namespace = ?1 AND identity = ?2 AND live AND length(v) = length(?3)
    ORDER BY distance NULLS LAST, note LIMIT ?4
"""


def library() -> Path | None:
    """The extension's file, found without importing its package, which would bring NumPy for nothing."""
    spec = find_spec("sqlite_vec")
    folders = (spec.submodule_search_locations or ()) if spec else ()
    files = (Path(folder) / f"vec0{suffix}" for folder in folders for suffix in _SUFFIXES)
    return next((file for file in files if file.is_file()), None)


def ready(db: apsw.Connection) -> bool:
    """Load the extension into this connection and ask it something: True if the answer is right."""
    if _answers(db):
        return True
    file = library()
    if file is None:
        return False
    try:
        db.enable_load_extension(True)
        db.load_extension(str(file))
    except (apsw.Error, AttributeError):  # built without extensions, or a library for another machine
        return False
    finally:
        if hasattr(db, "enable_load_extension"):
            db.enable_load_extension(False)
    return _answers(db)


def nearest(db: apsw.Connection, namespace: int, identity: Identity, query: bytes, limit: int) -> list[int]:
    """Rows of the live notes nearest to a unit vector, best first. The connection must be `ready`.

    A damaged vector, which is at no distance or an infinite one, is left out.
    """
    found = rows(db, _NEAREST, (namespace, identity.n, query, limit))
    return [int(row) for row, distance in found if distance is not None and isfinite(distance)]


def _answers(db: apsw.Connection) -> bool:
    try:
        return abs(float(value(db, _PROBE)) - _PROBED) < 1e-6
    except apsw.SQLError:  # no such function
        return False
