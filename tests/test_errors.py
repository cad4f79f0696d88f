"""The hint for a write that failed says what helps: rights do not help against a disk that is full or sealed."""

import errno

import pytest

from remora.errors import advice

OTHERWISE = "See who may write there."


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "Free some space and repeat."),
        (errno.EDQUOT, "Free some space and repeat."),
        (errno.EROFS, "It lies on a read-only file system: mount that for writing, or name another place."),
        (errno.EACCES, OTHERWISE),
        (None, OTHERWISE),
    ],
)
def test_each_failure_gets_the_advice_that_helps(number: int | None, said: str) -> None:
    error = OSError("odd") if number is None else OSError(number, "odd")
    assert advice(error, OTHERWISE) == said
