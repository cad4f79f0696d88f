"""Runs a piece of a test as a user whom permissions stop: root, whom they do not, becomes somebody else for it."""

import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NOBODY = 65534


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that this user has to itself, where it may go: pytest's own are closed to all but root."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        if os.geteuid() == 0:
            os.chown(place, NOBODY, NOBODY)
        yield place


def run(work: Callable[[], Any]) -> Any:
    """What `work` returns, in a child process; what it raises is raised here."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            answer = (True, work())
        except BaseException as error:  # noqa: BLE001 - it is raised in the parent
            answer = (False, error)
        with os.fdopen(writing, "wb") as out:
            out.write(pickle.dumps(answer))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as source:
        fine, value = pickle.loads(source.read())
    os.waitpid(child, 0)
    if not fine:
        raise value
    return value
