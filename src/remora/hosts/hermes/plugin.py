"""The door that Hermes finds as an entry point: `register(ctx)`, called once a process and home.

Hermes reads the beginning of this file and takes it for something else if it names the other door's class.
"""

import logging
from typing import Any

_log = logging.getLogger("remora.hermes")


def register(ctx: Any) -> None:
    """Put callbacks, tool and commands where Hermes looks for them. Never raises: Hermes goes on without memory."""
    try:
        from remora.hosts.hermes.joining import join  # a third of a second, only where the plugin is enabled

        join(ctx)
    except Exception as fault:  # noqa: BLE001 - the entry point of a host's process: our fault must not end its start
        _log.warning("no memory in this session: %s: %s", type(fault).__name__, fault)
