"""A model is loaded once, counted while in use, and stopped for good before the process ends."""

import os
import threading
from pathlib import Path

import pytest
from children import in_child

from remora.embed.held import Held
from remora.embed.minilm import MiniLM
from remora.errors import DiskFull, ModelUnavailable


class Model:
    """Runs until it is interrupted."""

    def __init__(self) -> None:
        self.interrupted = threading.Event()

    def interrupt(self) -> None:
        self.interrupted.set()

    def run(self) -> None:
        self.interrupted.wait()
        raise RuntimeError("terminate flag")


def test_many_threads_load_it_once() -> None:
    built: list[Model] = []
    gate = threading.Barrier(8)

    def build() -> Model:
        built.append(Model())
        return built[-1]

    held = Held(build)

    def use() -> None:
        gate.wait()
        with held.use() as model:
            assert model is built[0]

    threads = [threading.Thread(target=use) for _ in range(8)]
    assert not held.ready
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(built), held.ready) == (1, True)


def test_stop_interrupts_the_run_waits_for_it_and_refuses_the_next() -> None:
    held: Held[Model] = Held(Model)
    running, ended = threading.Event(), list[str]()

    def work() -> None:
        with held.use() as model:
            running.set()
            model.run()

    def told() -> None:
        try:
            work()
        except ModelUnavailable as error:
            ended.append(error.message)

    thread = threading.Thread(target=told)
    thread.start()
    running.wait()
    held.stop()
    assert held._users == 0
    thread.join()
    assert ended == ["The text was not embedded: the process is ending."]
    with pytest.raises(ModelUnavailable, match="the process is ending"), held.use():
        pass
    held.stop()


def test_a_load_that_failed_is_not_tried_by_every_query() -> None:
    tried: list[int] = []

    def build() -> Model:
        tried.append(1)
        raise OSError("no such file")

    held = Held(build)
    for _ in range(3):
        with pytest.raises(ModelUnavailable, match=r"the model failed \(OSError: no such file\)"), held.use():
            pass
    assert len(tried) == 1
    held._retry_at = 0.0
    with pytest.raises(ModelUnavailable), held.use():
        pass
    assert len(tried) == 2


def test_our_own_errors_pass_as_they_are() -> None:
    held: Held[Model] = Held(Model)
    with pytest.raises(DiskFull), held.use():
        raise DiskFull("full")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_loads_its_own_even_if_the_fork_fell_into_a_run(tmp_path: Path) -> None:
    minilm = MiniLM(tmp_path)
    minilm.load()
    go_on = threading.Event()

    def busy() -> None:
        while not go_on.is_set():
            minilm.passages(["a text that is under way " * 20])

    def in_the_child() -> None:
        assert not minilm.ready
        assert len(minilm.query("which port?")) == 384
        assert minilm.ready
        minilm.stop()

    thread = threading.Thread(target=busy)
    thread.start()
    try:
        for _ in range(3):
            assert in_child(in_the_child) == 0
    finally:
        go_on.set()
        thread.join()
    assert minilm.ready
