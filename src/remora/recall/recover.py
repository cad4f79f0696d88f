"""A long summary as questions, and their answers as one. Pure; called by re-search after a compaction.

A whole page as one query is about everything: no note holds half of its words, and its vector is the middle of all
subjects. So it is asked sentence by sentence, with the turn's own gate.
"""

import re
from collections.abc import Iterable, Sequence

from remora.notes import Note
from remora.recall.budget import take
from remora.recall.request import Hit, Recalled
from remora.recall.select import Weighed

MOST_WINDOWS = 16  # some 100 ms by meaning, of the 150 that a call has; of a longer summary every nth one is asked

_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])\s*")


def windows(summary: str) -> Sequence[str]:
    """The summary's sentences, in order; of many every nth. A line that holds none is one by itself."""
    pieces = [part for line in summary.splitlines() for part in _END.split(line.strip()) if part]
    step = -(-len(pieces) // MOST_WINDOWS) or 1
    return pieces[::step]


def best(answers: Iterable[Recalled], most: int, chars: int) -> list[Note]:
    """The notes that were let through, each once: those nearest to what was asked first."""
    hits: dict[str, Hit] = {}
    for answer in answers:
        for hit in answer.hits:
            known = hits.get(hit.note.id)
            if known is None or known.gate < hit.gate:
                hits[hit.note.id] = hit
    ordered = sorted(hits.values(), key=lambda hit: (-hit.gate, -hit.score, hit.note.row))
    chosen, _ = take([Weighed(hit) for hit in ordered], most, chars, None)
    return [hit.note for hit in chosen]
