"""Cuts bulk work into short transactions, so that a host's own writes never wait for it."""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from apsw import Connection

from remora.store import fulltext
from remora.store.store import Store

SLICE_SECONDS = 0.03  # no transaction outlasts 50 ms: the rest is for the commit and for one slow item

Item = TypeVar("Item")


def in_slices(
    store: Store,
    items: Sequence[Item],
    work: Callable[[Connection, Item], None],
    committed: Callable[[int], object] = lambda count: None,
) -> None:
    """Do `work` for each item, in transactions of about 30 ms. What is committed stays, whatever comes later;
    `committed` is told after each transaction how many items that are.

    Raises what `work` or the store raises; the slice that failed is undone as a whole.
    """
    place = 0
    while place < len(items):
        with store.write() as db:
            until = time.monotonic() + SLICE_SECONDS
            while place < len(items):
                work(db, items[place])
                place += 1
                if time.monotonic() > until:  # asked after the work: each slice does at least one item
                    break
        committed(place)


def merge_words(store: Store, *, begin: bool, stop: Callable[[], bool] = lambda: False) -> None:
    """Merge the full-text index, a step a transaction, until nothing is left to do or `stop` says so; `begin` as for
    `fulltext.merge`. Raises what the store raises; the steps before that stay done."""
    more = True
    while more and not stop():
        with store.write() as db:
            more = fulltext.merge(db, begin=begin)
        begin = False
