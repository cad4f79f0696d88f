"""Tidies the memory between sessions: a session that ends marks a dream as due, the next that begins lets it run.

Two hooks in, one call down each. Neither works nor waits: a dream runs on a thread of its own, or not at all.
"""

from remora.services import Services
from remora_hookspecs import Session, hookimpl


class Dream:
    """Asks nobody: whether it is time, the memory's settings and gates say."""

    def __init__(self, services: Services) -> None:
        self._dreams = services.memory.dreams

    @hookimpl
    def session_start(self, session: Session) -> None:
        if session.role == "primary":
            self._dreams.wake()

    @hookimpl
    def session_shutdown(self, session: Session) -> None:
        if session.role == "primary":
            self._dreams.mark_due()


def plugin(services: Services) -> Dream:
    """The factory that the entry point names."""
    return Dream(services)
