"""The thread behind the turns: no wake is lost, no fault ends it, nothing begins after a stop, a child has its own."""

import logging
import os
import threading
from collections.abc import Callable

import pytest
from children import in_child

from remora.errors import StoreLocked
from remora.worker import Worker

SOON = 10.0  # seconds: a bound for a test that would hang, never a measure
LOG = logging.getLogger("remora.tests")


def worker(work: Callable[[str], object]) -> Worker[str]:
    return Worker("tests", work, log=LOG, meanwhile="the work waits")


def test_a_wake_does_the_job_on_a_daemon_thread_that_ends_when_none_is_left() -> None:
    found: list[tuple[str, str, bool]] = []

    def work(job: str) -> None:
        thread = threading.current_thread()
        found.append((job, thread.name, thread.daemon))

    mine = worker(work)
    assert mine.wake("a")
    assert mine.join(SOON)
    assert found == [("a", "remora-tests", True)]
    assert not mine.busy


def test_a_job_that_waits_is_not_put_twice_and_one_under_way_is_done_once_more() -> None:
    began, go_on, done = threading.Event(), threading.Event(), []

    def work(job: str) -> None:
        began.set()
        assert go_on.wait(SOON)
        done.append(job)

    mine = worker(work)
    mine.wake("a")
    assert began.wait(SOON)
    began_another = [mine.wake(job) for job in ("b", "b", "a", "a")]
    go_on.set()
    assert mine.join(SOON)
    assert done == ["a", "b", "a"]
    assert began_another == [False] * 4


def test_a_wake_at_the_very_end_of_the_work_is_not_lost() -> None:
    done: list[str] = []

    def work(job: str) -> None:
        done.append(job)
        if len(done) == 1:
            mine.wake(job)  # the last thing that the work does: nothing of it looks at what came

    mine = worker(work)
    mine.wake("a")
    assert mine.join(SOON)
    assert done == ["a", "a"]


def test_a_wake_that_meets_the_end_of_the_thread_begins_another() -> None:
    """The thread decides to end under the lock; who comes in that moment waits for it, and then begins a thread."""
    done: list[str] = []
    mine = worker(done.append)
    came: list[bool] = []

    class Lock:
        """Lets a wake come while the thread, about to end, holds the lock."""

        def __init__(self) -> None:
            self.real, self.entered = threading.Lock(), 0
            self.waker = threading.Thread(target=lambda: came.append(mine.wake("b")))

        def __enter__(self) -> None:
            self.real.acquire()
            if threading.current_thread() is not self.waker:
                self.entered += 1
                if self.entered == 3:  # the wake, the job, the end
                    self.waker.start()

        def __exit__(self, *_: object) -> None:
            self.real.release()

    lock = mine._lock = Lock()  # type: ignore[assignment]
    mine.wake("a")
    assert mine.join(SOON)
    lock.waker.join(SOON)
    assert mine.join(SOON)
    assert (done, came) == (["a", "b"], [True])


def test_wakes_of_many_threads_are_all_answered() -> None:
    seen: list[int] = []
    said = 0
    mine = worker(lambda job: seen.append(said))

    def wakes() -> None:
        nonlocal said
        for _ in range(500):
            said += 1
            mine.wake("look")

    threads = [threading.Thread(target=wakes) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while mine.busy:
        assert mine.join(SOON)
    assert seen[-1] == said  # whoever woke last was looked at afterwards


def test_what_a_job_raises_is_logged_and_the_next_is_done(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    go_on = threading.Event()

    def work(job: str) -> None:
        assert go_on.wait(SOON)
        if job == "ours":
            raise StoreLocked("Nothing was written: another process has it.")
        if job == "fault":
            raise ZeroDivisionError("a secret in a message")
        done.append(job)

    caplog.set_level("INFO")
    mine = worker(work)
    for job in ("fault", "ours", "good"):
        mine.wake(job)
    go_on.set()
    assert mine.join(SOON)  # an uncaught error in a thread would fail the test
    assert done == ["good"]
    assert [(record.levelname, record.getMessage(), record.exc_info) for record in caplog.records] == [
        ("WARNING", "the work waits (ZeroDivisionError)", None),
        ("INFO", "the work waits: Nothing was written: another process has it.", None),
    ]


def test_after_a_stop_nothing_begins_and_what_rests_goes_on() -> None:
    began, rested, done = threading.Event(), [], []

    def work(job: str) -> None:
        began.set()
        rested.append(mine.rest(3_600))
        done.append(job)

    mine = worker(work)
    mine.wake("a")
    assert began.wait(SOON)
    mine.wake("b")
    mine.stop()
    assert mine.join(SOON)
    assert not mine.wake("c")
    assert (done, rested, mine.stopped, mine.busy) == (["a"], [True], True, False)


def test_what_fails_because_the_process_leaves_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    began = threading.Event()

    def work(job: str) -> None:
        began.set()
        mine.rest(SOON)
        raise ImportError("sys.meta_path is None, Python is likely shutting down")

    caplog.set_level("INFO")
    mine = worker(work)
    mine.wake("a")
    assert began.wait(SOON)
    mine.stop()
    assert mine.join(SOON)
    assert caplog.records == []


def test_no_step_into_a_library_begins_once_the_process_leaves(caplog: pytest.LogCaptureFixture) -> None:
    began, steps = threading.Event(), []

    def work(job: str) -> None:
        for step in range(3):
            mine.go_on()
            steps.append(step)
            began.set()
            mine.rest(SOON)

    caplog.set_level("WARNING")
    mine = worker(work)
    mine.wake("a")
    assert began.wait(SOON)
    mine.stop()
    assert mine.join(SOON)
    assert (steps, caplog.records) == ([0], [])


def test_its_own_thread_does_not_wait_for_itself() -> None:
    found: list[bool] = []
    mine = worker(lambda job: found.append(mine.join(SOON)))
    mine.wake("a")
    assert mine.join(SOON)
    assert found == [False]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_child_has_a_thread_of_its_own_whatever_the_parents_was_doing() -> None:
    began, go_on, done = threading.Event(), threading.Event(), []

    def work(job: str) -> None:
        began.set()
        if job == "parent":
            assert go_on.wait(SOON)
        done.append(job)

    mine = worker(work)
    mine.wake("parent")
    assert began.wait(SOON)
    mine.wake("waits")
    mine.stop()

    def in_the_child() -> None:
        mine.after_fork()
        assert mine.wake("child")
        assert mine.join(SOON)
        assert done == ["child"]

    assert in_child(in_the_child) == 0
    go_on.set()
    assert mine.join(SOON)
    assert done == ["parent"]
