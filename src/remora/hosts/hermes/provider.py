"""The other door: Hermes's one slot for memory, a MemoryProvider. Found by entry point, or by the folder that
`remora hermes install-provider` writes; loads nothing of Hermes until Hermes asks.
"""

import logging
from typing import Any

_log = logging.getLogger("remora.hermes")


def register(ctx: Any) -> None:
    """Hand Hermes our provider. Never raises: Hermes goes on with its own memory."""
    try:
        from remora.hosts.hermes.slot import provider

        ctx.register_memory_provider(provider())
    except Exception as fault:  # noqa: BLE001 - the entry point of a host's process: our fault must not end its start
        _log.warning("no memory in this session: %s: %s", type(fault).__name__, fault)
