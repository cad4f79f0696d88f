"""What a cosine means, measured with the shipped pairs: one floor then serves every model."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from remora.embed import Identity, calibrate, measured
from remora.embed.calibrate import pairs
from remora.embed.constants import KNOWN, with_known
from remora.embed.hashing import Hashing
from remora.embed.minilm import IDENTITY, MiniLM
from remora.errors import ModelUnavailable


@pytest.mark.parametrize(("kind", "least"), [("question_note", 16), ("paraphrase", 12), ("changed_fact", 12)])
def test_there_are_enough_pairs_and_no_text_is_used_twice(kind: str, least: int) -> None:
    found = pairs(kind)
    assert len(found) >= least
    texts = [text for pair in found for text in pair]
    assert len(set(texts)) == len(texts)
    assert all(first != second for first, second in found)


def test_the_data_of_the_bundled_model_are_what_the_command_measures(minilm: MiniLM) -> None:
    found = calibrate(minilm)
    known = KNOWN[IDENTITY.name]
    assert (found.lo, found.hi) == pytest.approx((known.lo, known.hi), abs=0.005)
    assert found.dup == pytest.approx(known.dup, abs=0.011)
    assert found.changed_above > 0.5  # no cosine tells a correction from a repetition: values have to be compared
    assert found.identity == IDENTITY.name


def test_every_right_note_is_nearer_than_any_other(minilm: MiniLM) -> None:
    asked = pairs("question_note")
    cosines = np.stack([minilm.query(question) for question, _ in asked]) @ minilm.passages([n for _, n in asked]).T
    assert cosines.argmax(axis=1).tolist() == list(range(len(asked)))


class Stretched:
    """Another scale: the bundled model's vectors beside a part that all texts share, as some models' are."""

    def __init__(self, inner: MiniLM, identity: Identity) -> None:
        self.inner, self.identity = inner, identity

    def query(self, text: str) -> np.ndarray:
        return self.passages([text])[0]

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        rows = self.inner.passages(texts)
        return np.hstack([np.full((len(texts), 1), np.sqrt(0.75), np.float32), rows / 2])


def test_a_model_of_another_scale_gets_constants_of_its_own(minilm: MiniLM) -> None:
    own, other = calibrate(minilm), calibrate(Stretched(minilm, replace(IDENTITY, model="stretched")))
    assert other.lo == pytest.approx(0.75 + own.lo / 4, abs=0.002)
    assert other.hi == pytest.approx(0.75 + own.hi / 4, abs=0.002)
    assert other.dup == pytest.approx(0.98, abs=0.011)


def test_what_is_data_is_not_measured(monkeypatch: pytest.MonkeyPatch, minilm: MiniLM) -> None:
    monkeypatch.setattr(MiniLM, "query", None)
    assert measured(minilm) is minilm.identity


def test_what_is_not_data_is_measured_and_the_rest_kept(minilm: MiniLM) -> None:
    bge = with_known(Identity(provider="fastembed", model="BAAI/bge-small-en-v1.5", dim=384, pooling="cls"))
    assert (bge.lo, bge.hi, bge.dup) == (None, None, 0.92)
    found = measured(Stretched(minilm, bge))
    assert found.name == bge.name
    assert found.dup == 0.92
    assert found.lo == pytest.approx(0.76, abs=0.01)
    assert None not in (measured(Hashing()).lo, measured(Hashing()).hi, measured(Hashing()).dup)


def test_a_model_that_tells_nothing_apart_is_refused() -> None:
    class Same(Hashing):
        def passages(self, texts: Sequence[str]) -> np.ndarray:
            return super().passages(["the same"] * len(texts))

    with pytest.raises(ModelUnavailable, match="as near as any other"):
        calibrate(Same())
