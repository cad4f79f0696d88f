"""One resident process a home: whoever holds this lock. The system frees it however its holder ends."""

import fcntl
import os
from pathlib import Path


class Lock:
    """Of one home. Its file stays; what it says is for people."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._number: int | None = None

    def take(self) -> bool:
        """Whether it is ours now. Never waits. Raises OSError where the file cannot be used."""
        number = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(number)
            return False
        except BaseException:
            os.close(number)
            raise
        os.ftruncate(number, 0)
        os.write(number, f"{os.getpid()}\n".encode())
        self._number = number
        return True

    def free(self) -> None:
        """Let the next one have it."""
        if self._number is not None:
            os.close(self._number)
            self._number = None


def held(file: Path) -> bool:
    """Whether somebody holds it just now."""
    try:
        number = os.open(file, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(number, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(number)
    return False
