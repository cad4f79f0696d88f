"""Answers a cheap query where the host's own model does not: the profile's endpoint, else a model of `llm`'s.

One hook in, one call down. Asked last of all, and never the user's main model: only what the profile names is used.
"""

from remora.services import Services
from remora.writers import table_of, write
from remora_hookspecs import deadline, hookimpl

MOST_SECONDS = 60.0  # outside any call there is no clock: then this is the bound


class Cheap:
    """Reads its table once; a table that is wrong is told at the start."""

    def __init__(self, services: Services) -> None:
        self._table = table_of(services.settings)

    @hookimpl(trylast=True)
    def cheap_query(self, prompt: str) -> str | None:
        return write(prompt, self._table, seconds=min(MOST_SECONDS, deadline() / 1_000))


def plugin(services: Services) -> Cheap:
    """The factory that the entry point names."""
    return Cheap(services)
