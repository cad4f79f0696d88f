"""Claude Code's own small model, on the bus of whoever captures or dreams where its hooks are installed.

Called by the resident process and by the commands `capture` and `dream`. A model that the profile names wins, and the
conversations of other hosts are not shown to it: their provider is another.
"""

from pathlib import Path

from remora.errors import ModelUnavailable
from remora.hosts.hooks import claude_program
from remora.hosts.hooks.install import CLAUDE, noted
from remora.settings import Settings
from remora.writers import OFF, Table, table_of, whose, within
from remora_hookspecs import Bus, deadline, hookimpl

PLUGIN = "remora:claude"
NEEDS = "cheap"  # the plugin of ours that a person turns off for good
MOST_SECONDS = 60.0  # outside any call there is no clock: then this is the bound


class CheapModel:
    """Answers behind the plugin `cheap`, with all the time that is left."""

    def __init__(self, home: Path, table: Table) -> None:
        self._home, self._table = home, table

    @hookimpl(trylast=True)
    def cheap_query(self, prompt: str) -> str | None:
        folder = lends(self._home, self._table)  # at each question: who uninstalls it is asked for nothing more
        if folder is None:
            return None
        seconds = min(MOST_SECONDS, deadline() / 1_000)
        return within(seconds, lambda: self._asked(prompt, folder, seconds))

    def _asked(self, prompt: str, folder: Path, seconds: float) -> str:
        if whose() not in (None, CLAUDE.name):
            raise ModelUnavailable(
                f"No model was asked: {CLAUDE.title} lends its own for its own sessions alone.",
                "For those of other hosts, name one in [plugin.cheap].",
            )
        return claude_program.ask(
            prompt, model=self._table.claude, folder=folder, home=self._home,
            answer_tokens=self._table.answer_tokens, seconds=seconds,
        )  # fmt: skip


def lend(bus: Bus, settings: Settings) -> None:
    """Put it on a bus that was built with these settings."""
    if NEEDS not in settings.disabled:
        bus.register(CheapModel(settings.home, table_of(settings.plugin.get(NEEDS, {}))), PLUGIN, ours=True)


def anybody(settings: Settings) -> bool:
    """Whether a command has somebody to ask: a model that the profile names, or Claude Code's own."""
    table = table_of(settings.plugin.get(NEEDS, {}))
    return table.names_one or lends(settings.home, table) is not None


def lends(home: Path, table: Table) -> Path | None:
    """The folder of the Claude Code whose model may be asked for this home; None where nobody's may."""
    if table.names_one or table.claude.lower() == OFF:
        return None
    return next(iter(noted(CLAUDE, home)), None)


__all__ = ["PLUGIN", "CheapModel", "anybody", "lend", "lends"]
