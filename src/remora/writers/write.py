"""One question to the first model that is there, bounded in time and size, and given up when the process leaves.

Called by the plugin `cheap`, and by hosts that lend a model of their own. Each call runs on a daemon thread of its own:
a service that never answers, or answers a byte a second, holds up nobody and not the end of the process.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from queue import Empty, SimpleQueue

from remora.errors import RemoraError
from remora.writers import endpoint, installed, program
from remora.writers.table import Table

ANSWER_CHARS = 1_000_000  # a service that goes on and on is cut off; whoever reads the answer bounds it further

_log = logging.getLogger("remora.writers")
_waiting: set["SimpleQueue[str | None]"] = set()


def write(prompt: str, table: Table, *, seconds: float) -> str | None:
    """What the model writes; None where there is none, it fails, it is late, or `give_up` was called."""
    work = _writer(table)
    return None if work is None else within(seconds, lambda: work(prompt, table, seconds))


def give_up() -> None:
    """Let everybody who waits for a model go, for the process is about to leave."""
    for answer in list(_waiting):
        answer.put(None)
    program.stop_all()


def _writer(table: Table) -> Callable[[str, Table, float], str] | None:
    if table.endpoint:
        return endpoint.write
    return installed.write if table.llm else None


def within(seconds: float, work: Callable[[], str]) -> str | None:
    """What `work` returns on a thread of its own; None where it fails, with the reason in the log, or is late."""
    answer: SimpleQueue[str | None] = SimpleQueue()
    context = copy_context()  # with the mark of the query: what the model sets off fires no events of ours

    def run() -> None:
        try:
            answer.put(context.run(work)[:ANSWER_CHARS])
        except RemoraError as trouble:
            _log.info("%s", " ".join(filter(None, (trouble.message, trouble.hint))))
            answer.put(None)
        except BaseException as error:  # noqa: BLE001 - a thread's entry around foreign code: it ends here
            _log.warning("No model wrote: %s", type(error).__name__)  # not its text, which may hold the key
            answer.put(None)

    with _listed(answer):
        threading.Thread(target=run, name="remora-writer", daemon=True).start()
        try:
            return answer.get(timeout=max(0.0, seconds))
        except Empty:
            _log.info("No model wrote: none answered within %.1f seconds.", seconds)
            return None


@contextmanager
def _listed(answer: "SimpleQueue[str | None]") -> Iterator[None]:
    _waiting.add(answer)
    try:
        yield
    finally:
        _waiting.discard(answer)
