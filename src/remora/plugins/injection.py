"""Before each user turn: the few notes that matter for it. One hook in, one call down; never the whole store."""

from remora.services import Services
from remora_hookspecs import Block, Turn, hookimpl


class Injection:
    """Asks the memory for the turn's notes. Which turns are eligible, and how many notes, the memory's settings say."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @hookimpl
    def context(self, turn: Turn) -> Block | None:
        return self._services.memory.recall_for(turn)


def plugin(services: Services) -> Injection:
    """The factory that the entry point names."""
    return Injection(services)
