"""After a compaction: what the summary dropped and the store still holds waits for the next turn.

One hook in, one call down. No turn passes here: the bus keeps the block and hands it out once.
"""

from remora.services import Services
from remora_hookspecs import Block, Compaction, hookimpl


class Research:
    """Asks with the summary. Whether it may, the memory's settings say."""

    def __init__(self, services: Services) -> None:
        self._research = services.memory.research

    @hookimpl
    def session_compact(self, compaction: Compaction) -> Block | None:
        return self._research.after(compaction)


def plugin(services: Services) -> Research:
    """The factory that the entry point names."""
    return Research(services)
