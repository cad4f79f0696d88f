"""The two embedders that need no model: hashed words, for tests, and none at all."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.embed import WordsOnly
from remora.embed.hashing import Hashing
from remora.errors import ModelUnavailable

embedder = Hashing()


@given(st.text(max_size=200))
def test_a_hashed_text_has_one_unit_vector_on_either_side(text: str) -> None:
    row = embedder.passages([text])[0]
    assert row.shape == (embedder.identity.dim,)
    assert row.dtype == np.float32
    assert np.dot(row, row) == pytest.approx(1.0, abs=1e-5)
    assert np.array_equal(embedder.query(text), row)


def test_texts_that_share_terms_are_near() -> None:
    rows = embedder.passages(["deploy with the blue script", "the blue script deploys", "water the orchids weekly"])
    assert rows[0] @ rows[1] > 0.7
    assert abs(rows[0] @ rows[2]) < 0.4


def test_another_process_hashes_alike() -> None:
    program = "from remora.embed.hashing import Hashing as H; print(H().query('which port').tobytes().hex())"
    elsewhere = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert elsewhere.strip() == embedder.query("which port").tobytes().hex()


def test_words_only_says_why_and_what_to_do() -> None:
    nothing = WordsOnly("no model is here", "fetch one")
    for use in (nothing.load, lambda: nothing.query("x"), lambda: nothing.passages(["x"])):
        with pytest.raises(ModelUnavailable) as error:
            use()
        assert (error.value.message, error.value.hint) == ("no model is here", "fetch one")
    nothing.stop()
    assert (nothing.ready, nothing.identity.dim) == (False, 0)
