"""What has become of our hooks in the files of hosts: whether they still stand there, and whether they can run.

Called by the doctor: hooks that cannot run end silently, so that nobody else would say it. Writes nothing.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from remora.errors import RemoraError
from remora.hosts import records
from remora.hosts.changes import read
from remora.hosts.hooks import install
from remora.hosts.hooks.install import HOSTS, PLUGINS_HOOKS, SWITCH, Host
from remora.hosts.hooks.lines import Line, ours

OFF = f"its {SWITCH} keeps every hook from running"


@dataclass(frozen=True, slots=True)
class State:
    """A host that Remora was put into: the files that hold our hooks, or did, and what keeps those from running."""

    host: Host
    files: tuple[Path, ...]
    troubles: tuple[str, ...]
    by_hand: bool = False
    """Whether the person must do something about it first: the installer would refuse, or change nothing."""


@dataclass(frozen=True, slots=True)
class _Looked:
    """One file: the hooks of ours that serve this home, and what is wrong where there are none."""

    lines: tuple[Line, ...] = ()
    trouble: str = ""
    unreadable: bool = False


def states(home: Path) -> tuple[State, ...]:
    """The hosts that serve this home, or would by what we know. One whose folder is gone is no host any more."""
    found = (_state(host, home) for host in HOSTS.values())
    return tuple(state for state in found if state is not None)


def _state(host: Host, home: Path) -> State | None:
    noted = records.load(records.path(home, host.name))
    files = sorted(file for file in install.written(host, home) if _may_hold(host, file))
    looked = {file: _look(file, home, noted=str(file) in noted) for file in files}
    told = {file: one for file, one in looked.items() if one.lines or one.trouble}
    if not told:
        return None
    every = [line for one in told.values() for line in one.lines]
    troubles = [one.trouble for one in told.values() if one.trouble]
    off = bool(every) and install.switched_off(host)
    return State(
        host, tuple(told), (*troubles, *(_wrong(host, every) if every else ()), *([OFF] if off else ())),
        by_hand=off or any(one.unreadable for one in told.values()),
    )  # fmt: skip


def _may_hold(host: Host, file: Path) -> bool:
    return file.name in (host.file, Path(PLUGINS_HOOKS).name) and file.parent.is_dir()


def _look(file: Path, home: Path, *, noted: bool) -> _Looked:
    """`noted`: we once put hooks into it, and did not take them back."""
    try:
        lines = tuple(ours(read(file), str(file)))
    except RemoraError:
        trouble = f"{file} is no JSON any more, or cannot be read"
        return _Looked(trouble=trouble, unreadable=True) if noted else _Looked()
    mine = tuple(line for line in lines if line.home == home)
    if mine or lines or not noted:  # those of another home have taken our place, and whoever did it was told
        return _Looked(mine)
    return _Looked(trouble=f"{file} holds none of our hooks any more")


def _wrong(host: Host, lines: list[Line]) -> Iterator[str]:
    there = {line.event for line in lines}
    lacking = [hook.event for hook in host.hooks if hook.event not in there]
    if lacking:
        yield f"there is no hook of ours for {', '.join(lacking)}"
    pythons = {line.python for line in lines if line.python is not None}
    yield from (f"the interpreter {one} of its hooks is gone" for one in sorted(pythons) if not os.access(one, os.X_OK))
