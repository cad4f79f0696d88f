"""Runs a program that writes for us: once, with the question on its standard input, bounded in time and size.

Called by hosts whose model is reached through their own program. It has a process group of its own, which is killed
when it is late, goes on and on, or this process leaves: nothing that it started stays behind.
"""

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from remora.errors import ModelUnavailable

OUT_BYTES = 2 * 1024 * 1024  # as for an endpoint: far beyond any answer that was asked for
ERR_BYTES = 8 * 1024  # of what it complains; a reason is a line
CHUNK = 64 * 1024  # what a pipe holds
LOOK = 0.1  # seconds between looks whether it has ended while something that it started holds its pipes

_lock = threading.Lock()
_running: set["subprocess.Popen[bytes]"] = set()


@dataclass(frozen=True, slots=True)
class Ended:
    """What a program left. `code` is negative where a signal ended it."""

    code: int
    out: bytes
    err: bytes


def run(line: Sequence[str], said: str, *, env: Mapping[str, str], cwd: Path, seconds: float) -> Ended:
    """Run `line` with `said` on its standard input. Raises ModelUnavailable where it does not start or end in time."""
    name, until = Path(line[0]).name, time.monotonic() + seconds
    with _started(line, name, env, cwd) as process:
        return _heard(process, said.encode("utf-8", "replace"), name, until, seconds)


def stop_all() -> None:
    """Kill what runs, for this process is about to leave."""
    with _lock:
        for process in _running:
            _kill(process)


def after_fork() -> None:
    """In a child: what runs is its parent's, and so was whoever held the lock."""
    global _lock
    _lock = threading.Lock()
    _running.clear()


@contextmanager
def _started(
    line: Sequence[str], name: str, env: Mapping[str, str], cwd: Path
) -> Iterator[subprocess.Popen[bytes]]:  # fmt: skip
    try:
        with _lock:  # nothing starts behind the back of `stop_all`
            process = subprocess.Popen(
                line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=cwd,
                start_new_session=True, bufsize=0,
            )  # fmt: skip
            _running.add(process)
    except OSError as error:
        raise ModelUnavailable(f"No model was asked: {name} does not start ({error.strerror}).") from None
    try:
        with process:
            try:
                yield process
            finally:
                _kill(process)
    finally:
        with _lock:
            _running.discard(process)


def _heard(process: "subprocess.Popen[bytes]", said: bytes, name: str, until: float, seconds: float) -> Ended:
    late = ModelUnavailable(f"No model wrote: {name} has not answered within {seconds:.1f} seconds.")
    out, err = bytearray(), bytearray()
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    to, heard = process.stdin, {process.stdout.fileno(): out, process.stderr.fileno(): err}
    rest = memoryview(said)
    with selectors.DefaultSelector() as ears:
        for number in (to.fileno(), *heard):
            os.set_blocking(number, False)
        ears.register(to, selectors.EVENT_WRITE)
        for number in heard:
            ears.register(number, selectors.EVENT_READ)
        while heard:
            left = until - time.monotonic()
            if left <= 0:
                raise late
            ready = ears.select(min(left, LOOK))
            if not ready and process.poll() is not None:
                break  # what it left behind holds its pipes, and says nothing
            for key, _ in ready:
                if key.fileobj is to:
                    rest = _told(to.fileno(), rest)
                    if not rest:
                        ears.unregister(to)
                        to.close()
                    continue
                part = _part(key.fd)
                if part is None:
                    continue
                if not part:
                    ears.unregister(key.fd)
                    del heard[key.fd]
                elif heard[key.fd] is out:
                    out += part
                else:
                    err += part[: ERR_BYTES - len(err)]
            if len(out) > OUT_BYTES:
                raise ModelUnavailable(f"No model wrote: {name} writes without end.")
    try:
        code = process.wait(max(0.0, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise late from None
    return Ended(code, bytes(out), bytes(err))


def _told(number: int, rest: memoryview) -> memoryview:
    """What is left to be told; nothing where nobody listens any more: the program may know enough."""
    try:
        return rest[os.write(number, rest[:CHUNK]) :] if rest else rest
    except BlockingIOError:
        return rest
    except OSError:
        return rest[:0]


def _part(number: int) -> bytes | None:
    """What there is to read, b"" at the end; None where it was ready, and is no longer."""
    try:
        return os.read(number, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _kill(process: "subprocess.Popen[bytes]") -> None:
    # The group, also where its first process has ended: its number is taken as long as anybody is left in it.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
