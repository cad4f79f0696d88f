"""The standard streams of this process: ours alone, open, and what is wrong with them told as an error of the machine.

Used by `main` and `output`. A stranger's plugin prints what it likes, in this process or in one that it starts; the
command's own result is the one thing on stdout.
"""

import errno
import io
import logging
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO, cast

from remora.errors import OutputLost

# A note may hold escape sequences; a terminal obeys them, so all control characters but tab and newline go.
_CONTROL = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}


def printable(text: str) -> str:
    """A text without what would drive the terminal that shows it."""
    return text.translate(_CONTROL)


class Closed(io.TextIOBase):
    """Stands for a standard output that the caller closed: every write fails, as it would."""

    def write(self, text: str, /) -> int:
        raise OSError(errno.EBADF, "closed")


def fill() -> None:
    """Open what the caller closed to nothing: the next file to be opened would take its number, and its output."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as long as the process


def own_stdout() -> TextIO:
    """Standard output under a number of its own; whatever is written to number 1 from now on goes to stderr."""
    if sys.stdout is None:
        return cast(TextIO, Closed())
    try:
        private = os.dup(sys.stdout.fileno())
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    except (OSError, ValueError):  # no streams of the system: somebody runs us inside another program
        return sys.stdout
    # A terminal without Unicode shows escapes, not a traceback.
    return open(private, "w", encoding=sys.stdout.encoding, errors="backslashreplace")  # noqa: PTH123 - as above


def divert() -> None:
    """From now on what anybody prints goes to stderr: strangers' code is about to run. A screen keeps its stream."""
    sys.stdout = sys.stderr


def settle(out: TextIO) -> None:
    """Let nothing be left in a stream that takes nothing: Python would complain of it as it ends."""
    try:
        out.flush()
    except OSError:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
    except ValueError:  # closed already
        return


@contextmanager
def written() -> Iterator[None]:
    """For writes to standard output. Raises OutputLost; a reader that has left is no error, and stays what it is."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputLost(
            f"The result was not printed (standard output: {error.strerror or error}).",
            "What the command changed is changed all the same; only its words are lost.",
        ) from error


class Remarks(logging.Handler):
    """Our own log as a person reads it at the command line: each warning once, on one line of stderr."""

    def __init__(self, level: int = logging.WARNING) -> None:
        super().__init__(level)
        self._said: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if message in self._said:
            return
        self._said.add(message)
        with suppress(OSError, ValueError):
            sys.stderr.write(f"warning: {printable(message)}\n")
            if record.exc_info:
                traceback.print_exception(*record.exc_info, file=sys.stderr)


@contextmanager
def remarks() -> Iterator[None]:
    """While this lasts, warnings of ours are remarks."""
    handler, log = Remarks(), logging.getLogger("remora")
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


@contextmanager
def reasons(*names: str) -> Iterator[None]:
    """While this lasts, what these loggers say beneath a warning is a remark too: to a person who asked for just this,
    why it did not come is no detail."""
    handler = Remarks(logging.INFO)
    handler.addFilter(lambda record: record.levelno < logging.WARNING)  # which `remarks` tells
    logs = [logging.getLogger(name) for name in names]
    before = [log.level for log in logs]
    for log in logs:
        log.addHandler(handler)
        log.setLevel(logging.INFO)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.removeHandler(handler)
            log.setLevel(level)
