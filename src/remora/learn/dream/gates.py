"""Whether it is time to dream: long enough since the last, and enough of a person's sessions since. Pure."""

from dataclasses import dataclass

HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Gates:
    """`open` where a dream may run by itself; `why` says what it waits for otherwise."""

    open: bool
    why: str


def gates(*, now: int, last: int | None, hours: float, sessions: int, wanted: int, due: bool) -> Gates:
    """`sessions` had a turn since the `last` dream; `due`: one has ended since and asked for it.

    A clock that went back does not close the gate for longer than the hours say.
    """
    if last is not None and 0 <= now - last < hours * HOUR_MS:
        return Gates(False, f"the last dream is less than {hours:g} h ago")
    if sessions < wanted:
        return Gates(False, f"{sessions} of {wanted} sessions since the last dream")
    if not sessions and not due:
        return Gates(False, "no session has ended since the last dream")
    return Gates(True, "")
