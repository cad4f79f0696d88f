"""Puts texts into small batches of like length: on a CPU the padding of a batch costs as much as text does."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix

BATCH = 8  # texts: sorted, eight together cost what they cost one by one; sixty-four cost two to three times that
BATCH_CHARS = 2_048  # padding included: as much as one long note costs, so no query waits longer for its turn


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of `lengths`, shortest first: at most `BATCH` together, and `BATCH_CHARS` once padded."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == BATCH or (len(batch) + 1) * lengths[place] > BATCH_CHARS):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def in_batches(texts: Sequence[str], dim: int, embed: Callable[[list[str]], "Matrix"]) -> "Matrix":
    """What `embed` makes of each batch, its rows in the order of `texts`."""
    import numpy as np

    rows = np.empty((len(texts), dim), dtype=np.float32)
    for places in batches([len(text) for text in texts]):
        rows[places] = embed([texts[place] for place in places])
    return rows
