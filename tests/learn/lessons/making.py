"""Attempts for the tests of pairing: a command, how it ended, what it printed."""

from remora.learn.journal import error_line
from remora.learn.lessons.attempts import Attempt
from remora.learn.lessons.clues import clues
from remora.text.commands import digest, exact


def did(command, outcome="ok", output="", *, n=0, tool="bash", began=None, ended=None):
    """One call; `command` "" for a tool that is no shell."""
    return Attempt(
        n=n, event_id=str(n), tool=tool, command=command, key=digest(exact(command)), outcome=outcome,
        error=error_line(output), clues=clues(output), process="p", began=began, ended=ended,
    )  # fmt: skip


def failed(command, output="", **more):
    return did(command, "failed", output, **more)
