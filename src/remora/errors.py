"""The one error tree. A message says what did not happen; a hint says what to do.

RemoraError                 code, message, hint, exit_code 1: our fault
├── UsageError              exit 2: the caller's request cannot be carried out
│   ├── Refused             a text that is not stored (empty, too long, unreadable, blocked by the scan)
│   ├── UnknownNote         no note has this id
│   ├── AmbiguousNote       several notes begin with this prefix
│   ├── UnknownLesson       no lesson has this id
│   ├── AmbiguousLesson     several lessons begin with this prefix
│   └── BadSettings         a file, variable or argument holds a key or value we do not know
└── EnvironmentTrouble      exit 3: the machine, not the caller
    ├── HomeUnavailable     the home folder cannot be found, made, read or written
    ├── ForeignStore        memory.db is something else
    ├── NewerStore          memory.db was written by a newer version that this one cannot read
    ├── StoreLocked         another process holds the store for too long
    ├── StoreDamaged        SQLite says that the file is malformed
    ├── DiskFull            the write did not fit
    ├── OutputLost          standard output does not take the result
    └── ModelUnavailable    an embedding model is missing or does not load
"""

import errno

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class RemoraError(Exception):
    """Base of all errors raised on purpose. `message`: what did not happen; `hint`: what to do."""

    code = "internal"
    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(RemoraError):
    code = "usage"
    exit_code = 2


class Refused(UsageError):
    code = "refused"


class UnknownNote(UsageError):
    code = "unknown_note"


class AmbiguousNote(UsageError):
    code = "ambiguous_note"


class UnknownLesson(UsageError):
    code = "unknown_lesson"


class AmbiguousLesson(UsageError):
    code = "ambiguous_lesson"


class BadSettings(UsageError):
    code = "bad_settings"


class EnvironmentTrouble(RemoraError):
    code = "environment"
    exit_code = 3


class HomeUnavailable(EnvironmentTrouble):
    code = "home_unavailable"


class ForeignStore(EnvironmentTrouble):
    code = "foreign_store"


class NewerStore(EnvironmentTrouble):
    code = "newer_store"


class StoreLocked(EnvironmentTrouble):
    code = "store_locked"


class StoreDamaged(EnvironmentTrouble):
    code = "store_damaged"


class DiskFull(EnvironmentTrouble):
    code = "disk_full"


class OutputLost(EnvironmentTrouble):
    code = "output_lost"


class ModelUnavailable(EnvironmentTrouble):
    code = "model_unavailable"


def advice(error: OSError, otherwise: str) -> str:
    """The hint for a write that failed: no rights help against a full disk or a read-only file system."""
    if error.errno in FULL:
        return "Free some space and repeat."
    if error.errno == errno.EROFS:
        return "It lies on a read-only file system: mount that for writing, or name another place."
    return otherwise
