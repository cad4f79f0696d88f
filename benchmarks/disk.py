"""How large the file of 10,000 notes is, against the bytes of their vectors and texts."""

from collections.abc import Iterator

from benchmarks.filled import WIDTH, filled
from benchmarks.given import Given
from benchmarks.ratio import Line
from remora.store import maintenance

SIZE = 10_000
BAR = 1.4


def run() -> Iterator[Line]:
    """One line."""
    with filled(SIZE, Given()) as remora:
        db = remora.store.read()
        maintenance.checkpoint(db)
        ((count, chars),) = db.execute("SELECT count(*), sum(length(CAST(text AS BLOB))) FROM notes").fetchall()
        assert isinstance(count, int)
        assert isinstance(chars, int)
        least = count * WIDTH * 4 + chars
        size = remora.store.path.stat().st_size
    yield Line(f"disk, {SIZE:,} notes / vectors and text", size / 1e6, least / 1e6, size / least, BAR, unit="MB")
