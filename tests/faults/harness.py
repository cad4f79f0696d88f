"""Kills a process at every write of an operation, one process a write, and lets a check look at what is left.

Used by the tests of every operation that changes the store. The shim counts what reaches the disk: writes, syncs,
truncations and deletions of files; shared memory is no disk and is lost with the processes that map it.
"""

import os
import pickle
import shutil
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import apsw

from remora.errors import RemoraError
from remora.notes import Note
from remora.store import Store, maintenance, notes

Mode = Literal["kill", "torn", "full"]
Acknowledge = Callable[[str], None]
Operation = Callable[[Path, Acknowledge], None]

MAX_FAULTS = 5_000  # an operation with more steps than this does not end, or should be walked in strides


@dataclass(frozen=True)
class Remains:
    """What a process left behind: the home, what it had acknowledged, and how it ended."""

    home: Path
    acknowledged: tuple[str, ...]
    killed: bool
    error: str | None
    """The code of the RemoraError it ended with, if it did."""


class _Fault:
    """Counts steps and does the harm at the chosen one."""

    def __init__(self, at: int, mode: Mode) -> None:
        self.left, self.mode = at, mode

    def step(self) -> bool:
        """True where the step must fail because the disk is full; a killing step does not return."""
        self.left -= 1
        if self.left > 0:
            return False
        if self.mode == "full":
            return True
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("unreachable")

    def tears_now(self) -> bool:
        return self.mode == "torn" and self.left == 1


class _File(apsw.VFSFile):
    def __init__(self, base: str, name: Any, flags: list[int], fault: _Fault) -> None:
        super().__init__(base, name, flags)
        self._fault = fault

    def xWrite(self, data: bytes, offset: int) -> None:
        if self._fault.tears_now():
            super().xWrite(data[: len(data) // 2], offset)
        if self._fault.step():
            raise apsw.FullError("the disk is full")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        if self._fault.mode != "full":
            self._fault.step()
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:
        if self._fault.mode != "full":
            self._fault.step()
        super().xTruncate(size)


class _Disk(apsw.VFS):
    """The system's own file layer with a fault in it, made the default of this process."""

    def __init__(self, fault: _Fault) -> None:
        self._base, self._fault = apsw.vfs_names()[0], fault
        super().__init__("faulty", self._base, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _File(self._base, name, flags, self._fault)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        if self._fault.mode != "full":
            self._fault.step()
        super().xDelete(filename, syncdir)


def walk(
    operation: Operation,
    *,
    folder: Path,
    check: Callable[[Remains], None],
    setup: Callable[[Path], None] = lambda home: None,
    mode: Mode = "kill",
    every: int = 1,
) -> int:
    """Run `operation(home, acknowledge)` in a process that dies at step 1, 1 + every, …, until one gets through.

    `setup(home)` prepares the home once; each process gets a copy of it. `acknowledge(text)` is what the operation
    calls when the caller would be told that something is stored. `check` sees what each process left. Modes: `kill`
    (SIGKILL before the step), `torn` (half of the bytes first), `full` (every write from the step on fails with a full
    disk). Returns how many faults were walked; an operation without a step fails the walk.
    """
    template = folder / "template"
    template.mkdir(mode=0o700)
    setup(template)
    for walked, at in enumerate(range(1, MAX_FAULTS, every)):
        home = folder / "home"
        shutil.copytree(template, home)
        remains, got_through = _run(operation, home, at, mode)
        check(remains)
        shutil.rmtree(home)
        if got_through:
            assert walked, "the operation reached the disk at no point"
            return walked
    raise AssertionError(f"the operation takes more than {MAX_FAULTS} steps")


def opened(remains: Remains) -> list[Note]:
    """Open what is left as the next process would: nothing may be wrong with it. Returns all notes."""
    store = Store.open(remains.home)
    try:
        assert maintenance.integrity(store.read()) == []
        return list(notes.all_notes(store.read()))
    finally:
        store.close()


def _run(operation: Operation, home: Path, at: int, mode: Mode) -> tuple[Remains, bool]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(operation, home, _Fault(at, mode), writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        acknowledged: list[str] = []
        ending: dict[str, Any] = {}
        while True:
            try:
                message = pickle.load(pipe)
            except (EOFError, pickle.UnpicklingError):
                break
            if isinstance(message, str):
                acknowledged.append(message)
            else:
                ending = message
    _, status = os.waitpid(child, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    assert killed or ending, f"the process ended with status {status} and said nothing"
    assert "traceback" not in ending, ending.get("traceback")
    remains = Remains(home, tuple(acknowledged), killed, ending.get("error"))
    return remains, not killed and not ending["harmed"]


def _child(operation: Operation, home: Path, fault: _Fault, writing: int) -> None:
    """Never returns: whatever happens, this process must not go on as a second test run."""
    ending: dict[str, Any] = {}
    try:
        disk = _Disk(fault)
        try:
            operation(home, lambda text: _send(writing, text))
        except RemoraError as error:
            ending["error"] = error.code
        del disk
    except BaseException:  # noqa: BLE001 - the parent shows it
        ending["traceback"] = traceback.format_exc()
    ending["harmed"] = fault.left <= 0
    _send(writing, ending)
    os._exit(0)


def _send(pipe: int, message: object) -> None:
    os.write(pipe, pickle.dumps(message))
