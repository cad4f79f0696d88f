"""What one process makes of meaning: which embedder it has, who waits for whom, and how it ends and forks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from learn.models import Model

from remora import meaning as module
from remora.embed import Choice, WordsOnly
from remora.learn import Draft, learn
from remora.meaning import Meaning
from remora.settings import load
from remora.store import Store, vectors

Make = Callable[..., Meaning]


@pytest.fixture
def make(tmp_path: Path) -> Any:
    """The meaning of a process over one store; `explicit` are settings."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    store = Store.open(home)

    def of(*, stays: bool = False, **explicit: Any) -> Meaning:
        return Meaning.of(store, load(home=home, environ={}, explicit=explicit), stays=stays)

    of.store = store  # type: ignore[attr-defined]
    yield of
    store.close()


def put(made: Meaning, store: Store, text: str) -> None:
    learn(store, Draft(text=text, namespace="shop-0a1b2c3d"), embedding=made.embedding)


def test_without_a_model_it_says_why_and_goes_by_words(make: Any) -> None:
    made = make(embedder="none")
    assert made.by_words
    assert "the setting `embedder` says none" in made.why
    assert made.background is None
    assert make(embedder="none", stays=True).background is None
    assert made.senses.feel("which port?") is None


def test_building_it_loads_no_model(make: Any, mocker) -> None:
    model = Model()
    mocker.patch.object(module, "choose", return_value=Choice(model, "it was given"))
    loads = mocker.spy(model, "load")
    make(stays=True)
    make()
    assert loads.call_count == 0


def test_a_short_lived_process_waits_for_the_model_and_reads_by_sql(make: Any) -> None:
    made = make(embedder="minilm")
    put(made, make.store, "Deploys go through the blue-green script in ops/deploy.sh")
    assert (made.background, made.embedding.pending()) == (None, 0)
    found = made.senses.feel("how do we release to production")
    assert (found.reader.name, made.by_words) == ("sqlite-vec", False)


def test_a_host_s_process_waits_for_nothing_and_reads_by_matrix(make: Any) -> None:
    made = make(embedder="minilm", stays=True)
    put(made, make.store, "Deploys go through the blue-green script in ops/deploy.sh")
    assert made.embedding.pending() == 1
    assert made.senses.feel("how do we release to production") is None
    made.wake()
    assert made.background.join(30)
    assert made.embedding.pending() == 0
    assert made.senses.feel("how do we release to production").reader.name == "matrix"
    made.stop()


@pytest.mark.parametrize(("reader", "stays", "name"), [("matrix", False, "matrix"), ("sqlite-vec", True, "sqlite-vec")])
def test_a_setting_forces_either_reader(make: Any, reader: str, stays: bool, name: str) -> None:
    made = make(embedder="hashing", reader=reader, stays=stays)
    put(made, make.store, "deploys need approval")
    made.embedding.catch_up()
    assert made.senses.feel("deploys").reader.name == name


def test_hashing_is_had_by_name_only(make: Any) -> None:
    assert make(embedder="hashing").embedder.identity.provider == "hashing"
    put(make(embedder="hashing"), make.store, "deploys need approval")
    assert make().embedder.identity.provider != "hashing"


def test_the_store_s_own_model_is_taken_again(make: Any) -> None:
    put(make(embedder="minilm"), make.store, "deploys need approval")
    made = make()
    assert (made.embedder.identity.provider, made.why) == ("minilm", "the notes have vectors of this model")


def test_only_a_transcript_looks_inside_notes(make: Any) -> None:
    for preset, inside in (("hybrid", False), ("transcript", True)):
        made = make(embedder="hashing", preset=preset)
        made.embedding.prepare()
        assert made.senses.feel("which port?").inside is inside


def test_a_stop_ends_thread_and_model_and_may_come_twice(make: Any, mocker) -> None:
    model = Model()
    mocker.patch.object(module, "choose", return_value=Choice(model, "it was given"))
    made, stops = make(stays=True), mocker.spy(model, "stop")
    put(made, make.store, "deploys need approval")
    made.stop()
    made.stop()
    made.wake()
    assert (stops.call_count, made.embedding.pending()) == (2, 1)


def test_stopping_what_never_began_is_no_error(make: Any) -> None:
    make(embedder="none", stays=True).stop()
    make(embedder="minilm", stays=True).stop()


def test_a_child_lets_go_of_the_parent_s_vectors_and_thread(make: Any, mocker) -> None:
    mocker.patch.object(module, "choose", return_value=Choice(Model(), "it was given"))
    made = make(stays=True)
    made.embedding.prepare()
    before = made.senses.feel("deploys").reader
    made.stop()
    made.after_fork()
    assert made.senses.feel("deploys").reader is not before
    put(made, make.store, "deploys need approval")
    learn(make.store, Draft(text="without a vector", namespace="shop-0a1b2c3d"))
    made.wake()
    assert made.background.join(30)
    assert made.embedding.pending() == 0


def test_a_model_that_vanished_leaves_words_and_its_reason(make: Any, mocker) -> None:
    mocker.patch.object(module, "choose", return_value=Choice(WordsOnly("it is not here"), "it is not here"))
    made = make(stays=True)
    made.wake()
    made.after_fork()
    assert (made.by_words, made.why, made.embedding.waits) == (True, "it is not here", False)


def test_the_vectors_of_a_session_are_there_before_its_first_turn(make: Any, mocker) -> None:
    made = make(embedder="minilm", stays=True)
    put(made, make.store, "Deploys go through the blue-green script in ops/deploy.sh")
    loads = mocker.spy(vectors, "of_place")
    made.wake(["shop-0a1b2c3d"])
    assert made.background.join(30)
    assert loads.call_count == 1
    found = made.senses.feel("how do we release to production")
    rows, _, _ = found.reader.look(make.store.read(), "shop-0a1b2c3d", found.vector, 5)
    assert (len(rows), loads.call_count) == (1, 1)
    made.stop()
