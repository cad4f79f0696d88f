"""Texts are embedded a few at a time, with others of their length, and come back in their own order."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from remora.embed.batches import BATCH, BATCH_CHARS, batches, in_batches


@given(st.lists(st.integers(0, 20_000), max_size=60))
def test_every_text_is_in_one_small_batch_of_neighbours_in_length(lengths: list[int]) -> None:
    found = list(batches(lengths))
    assert sorted(place for batch in found for place in batch) == list(range(len(lengths)))
    assert [lengths[place] for batch in found for place in batch] == sorted(lengths)
    for batch in found:
        assert 1 <= len(batch) <= BATCH
        assert len(batch) == 1 or len(batch) * max(lengths[place] for place in batch) <= BATCH_CHARS


def test_a_long_text_is_alone_and_short_ones_are_eight() -> None:
    assert [len(batch) for batch in batches([3_000, *[40] * 17, 2_500])] == [8, 8, 1, 1, 1]


def test_rows_come_back_in_the_order_of_the_texts() -> None:
    texts = ["a" * length for length in (9, 1, 500, 30, 2, 1_999, 7, 7, 3, 12, 90)]
    seen: list[int] = []

    def lengths(batch: list[str]) -> np.ndarray:
        seen.append(len(batch))
        return np.array([[len(text)] for text in batch], dtype=np.float32)

    assert in_batches(texts, 1, lengths)[:, 0].tolist() == [len(text) for text in texts]
    assert len(seen) > 1
    assert in_batches([], 5, lengths).shape == (0, 5)
