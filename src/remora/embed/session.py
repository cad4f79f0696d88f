"""An onnxruntime session that can be interrupted. The one place that builds or runs one; imported on first use."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import onnxruntime

# One thread, the caller's own: a second gained a quarter on idle cores, lost on busy ones, and spins while it waits,
# which costs the host more than it brings us.
THREADS = 1
ERRORS_ONLY = 3  # onnxruntime's log level: its warnings about a model's graph are of no use to a person


class Session:
    """Runs a model. Stands in for the session inside fastembed as well."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._options = onnxruntime.RunOptions()

    @classmethod
    def open(cls, path: Path) -> "Session":
        """The model of this file, on the CPU."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = THREADS
        options.log_severity_level = ERRORS_ONLY
        return cls(onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]))

    def run(self, names: Sequence[str] | None, feed: Mapping[str, Any]) -> Any:
        return self._session.run(names, feed, self._options)

    def get_inputs(self) -> Any:
        return self._session.get_inputs()

    def get_outputs(self) -> Any:
        return self._session.get_outputs()

    def interrupt(self) -> None:
        """Runs of now and later end before their next layer."""
        self._options.terminate = True
