"""Measures how near notes are to the query in meaning. Imported with the first query that has a vector: it needs NumPy.

cen = n(q − m) · n(v − m)    m the mean of the namespace's vectors, n(x) = x / |x|
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from remora.recall.nearness import Nearness, Sense
from remora.store import Connection, sentences

Vector = npt.NDArray[np.float32]

# Under so many notes the mean is an accident of the few there are, and taking it out takes out what they say.
ENOUGH_FOR_A_MEAN = 50


def nearness(db: Connection, namespace: str, sense: Sense, beside: Sequence[int], limit: int) -> dict[int, Nearness]:
    """The `limit` notes of a namespace nearest to the query, and those `beside` them that were found otherwise.

    By row; notes without a vector are left out.
    """
    rows, lines, total = sense.reader.look(db, namespace, sense.vector, limit, beside)
    if not rows:
        return {}
    cosines = np.vecdot(lines, sense.vector)
    mean = None if total is None or total.live < ENOUGH_FOR_A_MEAN else total.total / total.live
    centred = cosines if mean is None else centre(lines, sense.vector, cosines, mean)
    inside = _inside(db, sense, rows, mean) if sense.inside else {}
    return {
        row: Nearness(plain, cen, inside.get(row))
        for row, plain, cen in zip(rows, cosines.tolist(), centred.tolist(), strict=True)
    }


def lines_of(db: Connection, sense: Sense, rows: Mapping[str, Sequence[int]]) -> dict[int, Vector]:
    """The vectors of notes' rows, which are given by namespace; notes without one are left out."""
    found: dict[int, Vector] = {}
    for namespace, wanted in rows.items():
        found.update(zip(*sense.reader.vectors(db, namespace, list(wanted)), strict=True))
    return found


def _inside(
    db: Connection, sense: Sense, rows: Sequence[int], mean: npt.NDArray[np.float64] | None
) -> dict[int, float]:
    """The centred cosine of each note's nearest sentence, for those that have sentences."""
    found = sentences.of_notes(db, sense.identity, rows)
    if not found:
        return {}
    lines = np.frombuffer(b"".join(vector for _, vector in found), np.float32).reshape(len(found), -1)
    cosines = np.vecdot(lines, sense.vector)
    centred = cosines if mean is None else centre(lines, sense.vector, cosines, mean)
    best: dict[int, float] = {}
    for (row, _), value in zip(found, centred, strict=True):
        best[row] = max(float(value), best.get(row, -1.0))
    return best


def centre(
    lines: Vector, query: Vector, cosines: npt.NDArray[np.float32], mean: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The cosines of unit vectors after the mean is taken out of both sides, from dot products alone."""
    m = mean.astype(np.float32)
    square = float(np.vecdot(m, m))
    of_query = float(np.vecdot(query, m))
    of_lines = np.vecdot(lines, m).astype(np.float64)
    dots = cosines - of_query - of_lines + square
    lengths = np.sqrt(np.maximum((1 - 2 * of_query + square) * (1 - 2 * of_lines + square), 1e-12))
    return np.asarray(dots / lengths, np.float64)
