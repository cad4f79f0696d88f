"""The connections of threads: each keeps its own for as long as it lives, those of ended threads are closed."""

import threading
from pathlib import Path
from typing import Any

from pytest_mock import MockerFixture

from remora.store import Store, pool


def test_a_thread_that_begins_while_another_connects_keeps_its_connection(store: Store, mocker: MockerFixture) -> None:
    begun, ask, answers = threading.Event(), threading.Event(), []

    def second() -> None:
        db = store.read()
        begun.set()
        ask.wait(30)
        answers.append(db.execute("SELECT 1").get)

    late = threading.Thread(target=second)
    connect = pool.connect

    def connecting(path: Path) -> Any:
        if threading.current_thread() is first:
            late.start()
            begun.wait(30)
        return connect(path)

    mocker.patch.object(pool, "connect", connecting)
    first = threading.Thread(target=store.read)
    first.start()
    first.join(30)
    ask.set()
    late.join(30)
    assert answers == [1]


def test_the_connections_of_ended_threads_are_closed_with_the_next(store: Store) -> None:
    store.read()
    held: list[Any] = []
    for _ in range(3):
        thread = threading.Thread(target=lambda: held.append(store.read()))
        thread.start()
        thread.join(30)
    assert len(store._pool) <= 2  # this thread's and the last one's
