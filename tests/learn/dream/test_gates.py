"""When a dream may run by itself."""

import pytest

from remora.learn.dream.gates import HOUR_MS, gates

NOW = 100 * HOUR_MS


@pytest.mark.parametrize(
    ("last", "hours", "sessions", "wanted", "due", "opened"),
    [
        (None, 4, 3, 3, True, True),
        (None, 4, 2, 3, True, False),
        (NOW - 4 * HOUR_MS, 4, 3, 3, False, True),
        (NOW - 4 * HOUR_MS + 1, 4, 9, 3, True, False),
        (NOW + HOUR_MS, 4, 3, 3, True, True),  # the clock went back
        (NOW - HOUR_MS, 1, 1, 1, False, True),
        (NOW - HOUR_MS, 0, 0, 0, False, False),  # nobody has worked since
        (NOW - HOUR_MS, 0, 0, 0, True, True),
    ],
)
def test_both_gates_must_be_open(last, hours, sessions, wanted, due, opened):
    found = gates(now=NOW, last=last, hours=hours, sessions=sessions, wanted=wanted, due=due)
    assert found.open is opened
    assert bool(found.why) is not opened
