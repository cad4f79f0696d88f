"""Moments as people write them. Total: a store may say anything of when a note was made. Pure."""

from datetime import UTC, datetime

FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC, microsecond=0)


def moment(milliseconds: int) -> datetime:
    """The moment in UTC; the first or the last of the calendar for one that lies outside it."""
    try:
        return datetime.fromtimestamp(milliseconds / 1_000, UTC)
    except (ValueError, OverflowError, OSError):
        return FIRST if milliseconds < 0 else LAST


def here(milliseconds: int) -> datetime:
    """The moment in the reader's own time zone, where the calendar has it there."""
    try:
        return moment(milliseconds).astimezone()
    except (ValueError, OverflowError, OSError):
        return moment(milliseconds)


def minutes(of: datetime) -> str:
    """A moment to the minute."""
    return of.replace(tzinfo=None).isoformat(" ", "minutes")
