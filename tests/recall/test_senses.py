"""The sense of a query: its vector and who looks; None, and so words, where the model is missing, late or broken."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from learn.models import Model, Senseless

from remora.embed import Embedder, WordsOnly
from remora.embed.hashing import Hashing
from remora.embed.minilm import MiniLM
from remora.errors import ModelUnavailable
from remora.learn import Draft, learn
from remora.learn.embedding import Embedding
from remora.recall import PRESETS, Request, Senses, recall
from remora.recall import senses as module
from remora.recall.senses import FIRST_RUN_MS, FORGET, MARGIN
from remora.store import Readers, Store

Make = Callable[..., Senses]


@pytest.fixture
def senses(store: Store) -> Make:
    """Of a process whose store knows the model already."""

    def make(model: Embedder, *, stays: bool = False, known: bool = True, inside: bool = False) -> Senses:
        readers = Readers(stays=stays)
        if known:
            Embedding(store, model, readers, patient=True).prepare()
        return Senses(store, model, readers, patient=not stays, inside=inside)

    return make


@pytest.fixture
def left(mocker) -> Callable[[float], None]:
    """Set how many milliseconds are left of the call."""
    return lambda ms: mocker.patch.object(module, "deadline", return_value=ms)


@pytest.fixture
def took(mocker) -> Callable[[float], None]:
    """Set how many milliseconds each run of the model takes from now on."""

    def set_to(ms: float) -> None:
        now = iter(range(1_000_000))
        mocker.patch.object(module.time, "perf_counter", side_effect=lambda: (next(now) % 2) * ms / 1_000)

    return set_to


def test_a_sense_is_the_query_s_vector_with_the_constants_and_the_reader(senses: Make) -> None:
    found = senses(Model()).feel("which port?")
    assert found is not None
    assert found.vector.tobytes() == Hashing().query("which port?").tobytes()
    assert (found.lo, found.hi, found.identity.dup) == (0.1, 0.6, 0.92)
    assert (found.reader.name, found.inside) == ("sqlite-vec", False)


def test_a_process_that_stays_looks_by_the_matrix_and_a_transcript_inside_notes(senses: Make) -> None:
    found = senses(Model(), stays=True, inside=True).feel("which port?")
    assert found is not None
    assert (found.reader.name, found.inside) == ("matrix", True)


def test_the_real_model_feels_too(senses: Make, tmp_path: Path) -> None:
    found = senses(MiniLM(tmp_path)).feel("which port?")
    assert found is not None
    assert found.vector.shape == (384,)
    assert found.u(found.hi) == 1.0


def test_a_store_that_does_not_know_the_model_has_nothing_to_compare_with(senses: Make) -> None:
    model = Model()
    assert senses(model, known=False).feel("which port?") is None
    assert not model.ready


def test_a_patient_process_waits_for_the_model(senses: Make) -> None:
    model = Model()
    ours = senses(model)
    model.ready = False
    assert ours.feel("which port?") is not None
    assert model.ready


def test_a_host_s_process_goes_by_words_until_somebody_has_loaded_it(senses: Make) -> None:
    model = Model()
    host = senses(model, stays=True)
    model.ready = False
    assert host.feel("which port?") is None
    assert not model.ready
    model.load()
    assert host.feel("which port?") is not None


def test_without_a_model_there_is_no_sense_and_no_error(senses: Make) -> None:
    assert senses(WordsOnly("no model is here")).feel("which port?") is None


def test_a_model_that_breaks_is_no_error(senses: Make, mocker) -> None:
    model = Model()
    ours = senses(model)
    mocker.patch.object(model, "query", side_effect=ModelUnavailable("it failed"))
    assert ours.feel("which port?") is None


@pytest.mark.parametrize("vector", [[math.nan], [0.0], [math.inf], [2.0]])
def test_a_query_whose_vector_is_none_goes_by_words(senses: Make, vector: list[float]) -> None:
    model = Senseless(vector)
    ours = senses(model)
    assert ours.feel("an odd question") is None
    assert ours.feel("another question") is not None


def test_the_first_run_begins_only_with_time_for_the_longest_query(senses: Make, left: Any) -> None:
    ours = senses(Model())
    left(FIRST_RUN_MS * MARGIN - 1)
    assert ours.feel("which port?") is None
    other = senses(Model())
    left(FIRST_RUN_MS * MARGIN)
    assert other.feel("which port?") is not None


def test_later_runs_need_as_much_as_the_last_and_half_again(senses: Make, left: Any, took: Any) -> None:
    ours = senses(Model())
    left(150)
    took(20)
    assert ours.feel("which port?") is not None
    left(20 * MARGIN - 1)
    assert ours.feel("which port?") is None
    left(20 * MARGIN)
    assert ours.feel("which port?") is not None


def test_where_there_is_no_time_the_model_is_not_run(senses: Make, left: Any, mocker) -> None:
    model = Model()
    ours, runs = senses(model), mocker.spy(model, "query")
    left(0.0)
    assert ours.feel("which port?") is None
    assert runs.call_count == 0


@pytest.mark.parametrize("slow", [101, 400, 5_000])
def test_one_slow_run_does_not_keep_all_later_turns_from_the_model(
    senses: Make, left: Any, took: Any, slow: float
) -> None:
    ours = senses(Model(), stays=True)
    left(150)
    took(slow)
    assert ours.feel("which port?") is not None
    took(5)
    waited = next(turn for turn in range(50) if ours.feel("which port?") is not None)
    assert waited == math.ceil(math.log(slow * MARGIN / 150) / -math.log(FORGET))
    assert ours.feel("which port?") is not None


# the ranking that a model names


@pytest.mark.parametrize(("named", "preset"), [(False, "scaled"), (True, None)])
def test_a_model_may_name_its_ranking_unless_a_person_chose_one(store: Store, named: bool, preset: str | None) -> None:
    model = Model()
    model.identity = replace(model.identity, preset="scaled")
    Embedding(store, model, Readers(stays=True), patient=True).prepare()
    found = Senses(store, model, Readers(stays=True), patient=True, named=named).feel("which port?")
    assert found is not None
    assert (found.preset and found.preset.name) == preset


def test_the_ranking_that_is_named_is_the_one_that_ranks(store: Store) -> None:
    model = Model()
    model.identity = replace(model.identity, preset="scaled")
    embedding = Embedding(store, model, Readers(stays=True), patient=True)
    learn(store, Draft(text="deploys need approval", namespace="shop-0a1b2c3d"), embedding=embedding)
    senses = Senses(store, model, Readers(stays=True), patient=True)
    request = Request(query="deploys", now=store.clock(), project="shop-0a1b2c3d")
    found = recall(store, request, PRESETS["hybrid"], senses.feel)
    (hit,) = found.hits
    assert found.preset == "scaled"
    expected = 0.45 * hit.stages["u"] + 0.15 * hit.stages["words"] + 0.10 * hit.stages["tri"]
    assert hit.score == pytest.approx(expected * hit.stages["recency"])
