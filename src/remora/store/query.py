"""The two shapes in which statements are read: all rows, or one value. Called by the noun modules; holds no SQL.

Rows are read at once: a cursor that is left open would hold its snapshot, and with it the write-ahead log.
"""

from collections.abc import Sequence
from typing import Any

import apsw

Value = str | int | float | bytes | None


def rows(db: apsw.Connection, statement: str, values: Sequence[Value] = ()) -> list[tuple[Any, ...]]:
    """All rows of a statement."""
    return db.execute(statement, values).fetchall()


def value(db: apsw.Connection, statement: str, values: Sequence[Value] = ()) -> Any:
    """The first column of the first row; None if there is no row."""
    found = rows(db, statement, values)
    return found[0][0] if found else None
