"""What people and maintenance do to the store, one module a verb. Called by the memory facade.

`Store` and `Outbox` pass through here: floors above hold them without reaching into the store themselves.
"""

from remora.store import Outbox, Store

__all__ = ["Outbox", "Store"]
