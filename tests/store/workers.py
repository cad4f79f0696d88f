"""Processes that write at the same time. They are spawned, as a person's programs are, not forked."""

import multiprocessing
from pathlib import Path
from threading import BrokenBarrierError
from typing import Any

from store.making import new_note

from remora.store import Store, notes


def run(count: int, home: Path, notes_each: int) -> list[int | None]:
    """Let `count` processes open `home` at one moment and add notes; returns their exit codes."""
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(count, timeout=60)
    processes = [context.Process(target=_add, args=(home, barrier, number, notes_each)) for number in range(count)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return [process.exitcode for process in processes]


def _add(home: Path, barrier: Any, number: int, notes_each: int) -> None:
    try:
        barrier.wait()
    except BrokenBarrierError:
        raise SystemExit(9) from None
    store = Store.open(home)
    for each in range(notes_each):
        with store.write() as db:
            notes.insert(db, new_note(f"note {each} of process {number}"))
    store.close()
