"""Who must be ready when the process forks: first those who make calls, then those whose files the calls use.

SQLite keeps a table of its files and locks in each process. A child inherits the table and not the locks: a connection
that is open at the fork would make it believe in locks that it does not hold. So every call comes to its end first,
and every connection is closed.
"""

import os
import time
import weakref
from collections.abc import Collection
from typing import Generic, Protocol, TypeVar

from remora_hookspecs.gate import PATIENCE


class Calls(Protocol):
    """Who makes calls: a bus."""

    def stop(self) -> None:
        """Begin no new call."""

    def wait(self, until: float) -> Collection[int]:
        """Wait for those in flight; returns the threads whose call is not over by then."""

    def go_on(self) -> None:
        """In the parent: calls may begin again."""

    def forked(self) -> None:
        """In the child: no other thread came along."""


class Files(Protocol):
    """Who has files open: a store."""

    def let_go(self, busy: Collection[int], until: float) -> None:
        """Close what is open; what a busy thread uses is left to it."""

    def go_on(self) -> None:
        """In the parent: files may be opened again."""

    def forked(self) -> None:
        """In the child: likewise, but for what was left open."""


T = TypeVar("T")


class Living(Generic[T]):
    """Those of some objects that live. Other threads may add some while it is read: each step is the dictionary's."""

    def __init__(self) -> None:
        self._all: dict[int, weakref.ref[T]] = {}

    def add(self, whom: T) -> None:
        key = id(whom)
        self._all[key] = weakref.ref(whom, lambda gone: self._all.pop(key, None))

    def all(self) -> list[T]:
        return [whom for reference in list(self._all.values()) if (whom := reference()) is not None]


_calls: Living[Calls] = Living()
_files: Living[Files] = Living()


def tell_calls(whom: Calls) -> None:
    """Tell a bus of every fork, as long as it lives."""
    _calls.add(whom)


def tell_files(whom: Files) -> None:
    """Tell a store of every fork, as long as it lives."""
    _files.add(whom)


def _before() -> None:
    until = time.monotonic() + PATIENCE
    calls = _calls.all()
    for one in calls:
        one.stop()
    busy = {thread for one in calls for thread in one.wait(until)}
    for each in _files.all():
        each.let_go(busy, until)


def _in_parent() -> None:
    for each in _files.all():
        each.go_on()
    for one in _calls.all():
        one.go_on()


def _in_child() -> None:
    for each in _files.all():
        each.forked()
    for one in _calls.all():
        one.forked()


if hasattr(os, "register_at_fork"):  # once a process: a registration cannot be taken back
    os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
