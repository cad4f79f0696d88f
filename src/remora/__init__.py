"""Remora: long-term memory that rides along with any agent harness.

A host needs one call, `attach`, and the payloads of `remora_hookspecs`. Importing this module loads no model, no
NumPy and no network code.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from remora_hookspecs import Bus

__all__ = ["__version__", "attach"]
__version__ = "0.1.0"


def attach(*, host: str, profile: str | None = None, home: "Path | None" = None, **settings: object) -> "Bus":
    """Open the memory for a host and return the bus whose events the host fires.

    `host` names the harness in provenance; `profile` and `home` default to the environment; further keywords are
    settings and win over file and environment. Never raises for what is wrong with settings, home or store: the
    reason is logged as a warning and the returned bus answers nothing, so that the host goes on without memory.
    """
    from remora.wiring import attach as build  # the store and the settings load when a host asks, not on import

    return build(host=host, profile=profile, home=home, explicit=settings)
