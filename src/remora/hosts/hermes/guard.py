"""The guard around every callback that Hermes is given: a fault of ours costs our answer, never Hermes's turn."""

import functools
import logging
from collections.abc import Callable
from typing import Any

from remora_hookspecs import trace

_log = logging.getLogger("remora.hermes")


def guarded(callback: Callable[..., Any], failed: Any = None) -> Callable[..., Any]:
    """`callback`, answering `failed` where it raises. Newer Hermes would block the person's tool instead."""

    @functools.wraps(callback)
    def run(*arguments: Any, **named: Any) -> Any:
        try:
            return callback(*arguments, **named)
        except Exception as fault:  # noqa: BLE001 - the entry points of a host's process: every one of them
            _log.warning(
                "%s failed; nothing was answered (%s)", callback.__name__, type(fault).__name__,
                exc_info=trace.exc_info(fault),
            )  # fmt: skip
            return failed

    return run
