"""Keeps onnxruntime from calling home: its newer wheels do, unless the environment says no before they are loaded.

Imported with the package, for onnxruntime comes in by several doors. What it calls home with are threads of its own,
for which a forked child waits at its end for ever.
"""

import os

NO = ("ORT_DISABLE_TELEMETRY", "ORT_TELEMETRY_DISABLED")  # its name changed on the way; both are only read


def keep() -> None:
    """Say no for this process and those it starts; whoever said anything themselves is left to it."""
    for name in NO:
        os.environ.setdefault(name, "1")
