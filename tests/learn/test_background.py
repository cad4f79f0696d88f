"""The thread that embeds what waits: it starts when there is work, rests between chunks, and never outlives a stop."""

import os
import threading
from collections.abc import Iterator

import pytest
from children import in_child
from learn.models import Model

from remora.errors import StoreLocked
from remora.learn import Draft, learn
from remora.learn import background as module
from remora.learn.background import Background
from remora.learn.embedding import CHUNK, Embedding
from remora.store import Readers, Store, fulltext
from remora.store.query import value

SOON = 10.0  # seconds: a bound for a test that would hang, never a measure


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def embedding(store: Store, model: Model) -> Embedding:
    return Embedding(store, model, Readers(stays=True), patient=False)


@pytest.fixture
def background(store: Store, embedding: Embedding, monkeypatch: pytest.MonkeyPatch) -> Iterator[Background]:
    monkeypatch.setattr(module, "REST", 0.0)
    made = Background(store, embedding)
    yield made
    made.stop()
    assert made.join(SOON)


def fill(store: Store, count: int) -> None:
    for at in range(count):
        learn(store, Draft(text=f"fact number {at}", namespace="shop-0a1b2c3d"))


def test_a_wake_loads_the_model_and_embeds_what_waits(
    store: Store, model: Model, embedding: Embedding, background: Background
) -> None:
    fill(store, 3)
    background.wake()
    assert background.join(SOON)
    assert (model.ready, embedding.pending()) == (True, 0)


def test_a_second_wake_starts_no_second_thread(store: Store, background: Background, mocker) -> None:
    fill(store, 1)
    go_on = threading.Event()
    mocker.patch.object(Embedding, "prepare", side_effect=lambda: go_on.wait(SOON) and False)
    background.wake()
    background.wake()
    try:
        assert [thread.name for thread in threading.enumerate()].count("remora-embedding") == 1
    finally:
        go_on.set()


def test_no_thread_starts_where_nothing_waits(store: Store, background: Background, mocker) -> None:
    fill(store, 1)
    background.wake()
    background.join(SOON)
    starts = mocker.spy(threading.Thread, "start")
    background.wake()
    assert starts.call_count == 0
    fill(store, 2)  # the second is new
    background.wake()
    assert starts.call_count == 1


def test_it_rests_after_each_chunk(store: Store, embedding: Embedding, background: Background, mocker) -> None:
    fill(store, CHUNK + 1)
    rests = mocker.spy(background._worker, "rest")
    background.wake()
    assert background.join(SOON)
    assert rests.call_count == 2
    assert embedding.pending() == 0


def test_what_was_indexed_note_by_note_is_merged_when_nothing_waits(store: Store, background: Background) -> None:
    def segments() -> int:
        return int(value(store.read(), "SELECT count(DISTINCT segid) FROM fulltext_idx"))

    fill(store, 50)
    assert segments() > 2
    background.wake()
    assert background.join(SOON)
    assert segments() == 1
    assert fulltext.check(store.read()) == []
    assert len(fulltext.holders(store.read(), "shop-0a1b2c3d", ["fact"], 100)["fact"]) == 50


def test_after_a_stop_nothing_begins(store: Store, background: Background, mocker) -> None:
    fill(store, 1)
    starts = mocker.spy(threading.Thread, "start")
    background.stop()
    background.wake()
    assert starts.call_count == 0


def test_a_stop_ends_the_work_after_the_chunk_under_way(
    store: Store, embedding: Embedding, background: Background, mocker
) -> None:
    fill(store, CHUNK + 5)
    embed = embedding._embed

    def stop_in_the_middle(rows):
        background.stop()
        embed(rows)

    mocker.patch.object(embedding, "_embed", side_effect=stop_in_the_middle)
    background.wake()
    assert background.join(SOON)
    assert embedding.pending() == 5


def test_a_stop_ends_the_rest_too(store: Store, embedding: Embedding, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REST", 3_600.0)
    fill(store, CHUNK + 1)
    background = Background(store, embedding)
    background.wake()
    while embedding.pending() > 1:
        threading.Event().wait(0.005)
    background.stop()
    assert background.join(SOON)
    assert embedding.pending() == 1


def test_a_store_that_is_locked_is_no_traceback_and_the_next_turn_tries_again(
    store: Store, embedding: Embedding, background: Background, mocker, caplog: pytest.LogCaptureFixture
) -> None:
    fill(store, 1)
    caplog.set_level("INFO")
    locked = mocker.patch.object(embedding, "catch_up", side_effect=StoreLocked("held by another"))
    background.wake()  # an uncaught error in a thread would fail the test
    assert background.join(SOON)
    assert "notes wait for their vectors: held by another" in caplog.text
    mocker.stop(locked)
    background.wake()
    assert background.join(SOON)
    assert embedding.pending() == 0


def test_a_broken_model_leaves_the_notes_waiting(
    store: Store, model: Model, embedding: Embedding, background: Background
) -> None:
    fill(store, 1)
    model.broken = True
    background.wake()
    assert background.join(SOON)
    assert embedding.pending() == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_child_of_a_parent_that_stops_beside_its_thread_embeds_with_one_of_its_own(
    store: Store, embedding: Embedding, background: Background, mocker
) -> None:
    fill(store, 1)
    under_way, go_on = threading.Event(), threading.Event()

    def wait() -> bool:
        under_way.set()
        return go_on.wait(SOON) and False

    waiting = mocker.patch.object(embedding, "prepare", side_effect=wait)
    background.wake()
    assert under_way.wait(SOON)
    background.stop()

    def in_the_child() -> None:
        mocker.stop(waiting)
        store.after_fork()
        background.after_fork()
        background.wake()
        assert background.join(SOON)
        assert embedding.pending() == 0

    assert in_child(in_the_child) == 0
    go_on.set()
