"""Threads of the bus's own for hosts that await: `await bus.acontext(…)` and its like run here.

No executor is used: the interpreter waits for an executor's threads at exit, for as long as a sleeper sleeps.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
IDLE = 4  # threads kept for the next call; more calls at once than that are rare, and a thread costs 70 µs

_Task = Callable[[], Callable[[], None]]  # does the call, and returns what tells the host of it


class Runners:
    """Daemon threads that take one call each and come back for the next. The last one idle is the first one used, so
    that a host that awaits one call at a time stays on one thread and its one store connection."""

    def __init__(self) -> None:
        self._idle: list[SimpleQueue[_Task | None]] = []

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """`function(*arguments)` on a thread of ours, in the caller's context; what it raises is raised here."""
        import asyncio  # a host that awaits has paid for it already

        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        context: Context = copy_context()

        def settle(result: T | None, error: BaseException | None) -> None:
            if future.done():  # the host gave the call up
                return
            if error is None:
                future.set_result(result)  # type: ignore[arg-type]
            else:
                future.set_exception(error)

        def task() -> Callable[[], None]:
            result, error = None, None
            try:
                result = context.run(function, *arguments)
            except Exception as raised:  # noqa: BLE001 - carried over to the thread that awaits
                error = raised

            def tell() -> None:
                with suppress(RuntimeError):  # the host's loop is closed: nobody is there to tell
                    loop.call_soon_threadsafe(settle, result, error)

            return tell

        self._queue().put(task)
        return await future

    def stop(self) -> None:
        """Let the idle threads end. Never waits."""
        idle, self._idle = self._idle, []
        for queue in idle:
            queue.put(None)

    def _queue(self) -> "SimpleQueue[_Task | None]":
        with suppress(IndexError):
            return self._idle.pop()
        queue: SimpleQueue[_Task | None] = SimpleQueue()
        threading.Thread(target=self._serve, args=(queue,), name="remora-bus", daemon=True).start()
        return queue

    def _serve(self, queue: "SimpleQueue[_Task | None]") -> None:
        while (task := queue.get()) is not None:
            tell = task()
            stays = len(self._idle) < IDLE
            if stays:  # before the host hears of it: its next call comes at once, and finds this thread
                self._idle.append(queue)
            tell()
            if not stays:
                return
