"""The log of the resident process: a file of the home that does not grow. Set up by `process`; reads nothing."""

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from remora.errors import RemoraError
from remora.hosts.hooks import places

BYTES = 256 << 10  # of each of two files: weeks of a quiet process, and nothing to a disk
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def begin(home: Path) -> logging.Handler:
    """Write what `remora` logs there; returns the handler for `end`."""
    handler = RotatingFileHandler(home / places.SERVE / places.LOG, maxBytes=BYTES, backupCount=1, encoding="utf-8")
    handler.setFormatter(logging.Formatter(FORM))
    ours = logging.getLogger("remora")
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    return handler


def failed(fault: BaseException) -> None:
    """The process ends by an error: one line of what is wrong with the machine, all of what is wrong with us."""
    if isinstance(fault, RemoraError):
        logging.getLogger("remora.serve").error("leaves: %s %s", fault.message, fault.hint)
    else:
        logging.getLogger("remora.serve").error("leaves: %s", type(fault).__name__, exc_info=fault)


def end(handler: logging.Handler) -> None:
    """Write there no more."""
    logging.getLogger("remora").removeHandler(handler)
    handler.close()
