"""All pairs of near lines: none is missed, none is told twice, and crowds are bounded."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remora.learn.dream import near


def unit(lines):
    return (lines / np.linalg.norm(lines, axis=1, keepdims=True)).astype(np.float32)


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(0, 2**32 - 1), st.floats(0.0, 0.99), st.integers(1, 9))
def test_the_pairs_are_those_that_looking_at_each_finds(count, seed, least, block):
    lines = unit(np.random.default_rng(seed).standard_normal((count, 3)) + 0.1)
    kept, near.BLOCK, each, near.EACH = near.BLOCK, block, near.EACH, count + 1
    try:
        found = near.pairs(lines, least)
    finally:
        near.BLOCK, near.EACH = kept, each
    slack = 1e-6  # another order of the sums
    all_pairs = {(a, b): float(lines[a] @ lines[b]) for a in range(count) for b in range(a + 1, count)}
    places = [(a, b) for _, a, b in found]
    assert len(places) == len(set(places))
    assert {pair for pair, cosine in all_pairs.items() if cosine >= least + slack} <= set(places)
    assert all(all_pairs[pair] >= least - slack for pair in places)
    assert [cosine for cosine, _, _ in found] == sorted((cosine for cosine, _, _ in found), reverse=True)


def test_a_crowd_of_likes_is_no_square_of_pairs():
    lines = unit(np.ones((1_500, 8)) + np.random.default_rng(1).standard_normal((1_500, 8)) * 0.01)
    found = near.pairs(lines, 0.9)
    assert len(found) <= near.EACH * len(lines)
    nearest = max(float(lines[3] @ lines[n]) for n in range(4, len(lines)))
    assert max(cosine for cosine, one, _ in found if one == 3) == pytest.approx(nearest, abs=1e-6)
