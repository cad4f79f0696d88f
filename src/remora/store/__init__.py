"""The store: the only SQL. One module a noun, functions on a connection that `Store.read` or `Store.write` gives."""

from apsw import Connection

from remora.store.clock import now_ms
from remora.store.ids import new_id
from remora.store.outbox import Outbox
from remora.store.readers import Readers
from remora.store.slices import in_slices, merge_words
from remora.store.store import Store

__all__ = ["Connection", "Outbox", "Readers", "Store", "in_slices", "merge_words", "new_id", "now_ms"]
