"""`Memory.add` without a vector, against the commit of one BLOB row in a database of the same kind."""

import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import apsw

from benchmarks.ratio import Line, compare
from remora.settings import load
from remora.wiring import build

BAR = 10  # a row, its index terms and its fingerprint look-up in one commit
VECTOR_BYTES = 384 * 4  # the BLOB that a note's vector will be
FILLED = 1_000  # notes in the store before the measuring starts


def run() -> Iterator[Line]:
    """One line."""
    with tempfile.TemporaryDirectory() as folder:
        remora = build(load(home=Path(folder) / "home", environ={}), host="benchmark")
        numbers = itertools.count()

        def add() -> None:
            number = next(numbers)
            remora.memory.add(
                f"Service {number} listens on port {20_000 + number} behind the proxy of region {number % 7}.",
                project="benchmark",
                importance=0.5,
            )

        for _ in range(FILLED):
            add()
        plain = _plain(Path(folder) / "plain.db")
        insert = "INSERT INTO rows (value) VALUES (?)"
        yield compare(
            "add by words / W",
            add,
            lambda: plain.execute(insert, (os.urandom(VECTOR_BYTES),)),
            bar=BAR,
            repeat=100,
        )
        plain.close()
        remora.close()


def _plain(path: Path) -> apsw.Connection:
    """A database with the store's own pragmas and one table."""
    db = apsw.Connection(str(path))
    for statement in (
        "PRAGMA page_size = 8192",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = NORMAL",
        "CREATE TABLE rows (n INTEGER PRIMARY KEY, value BLOB)",
    ):
        db.execute(statement)
    return db
