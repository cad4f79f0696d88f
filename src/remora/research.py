"""The facade of re-search: finds what a compaction's summary dropped and the store still holds.

Built by the memory facade, called by the research plugin at a compaction and never in a turn. The bus inspects the
block and keeps it for the session's next turn, in whatever process that runs.
"""

from collections.abc import Callable

from remora.errors import RemoraError
from remora.recall import Recalled
from remora.recall.recover import best, windows
from remora.settings import Settings
from remora_hookspecs import Block, Compaction, Entry, deadline

RESERVE_MS = 40.0  # of the call's clock: what the last question may take, and the inspection after it

Ask = Callable[[str, str | None, str], Recalled]


class Research:
    """`ask(query, project, standing)` is a turn's recall, gate included; `project_of` tells a session's project."""

    def __init__(self, settings: Settings, ask: Ask, project_of: Callable[..., str | None]) -> None:
        self._on, self._most, self._chars = settings.research, settings.notes_per_turn, settings.budget_chars
        self._ask, self._project_of = ask, project_of

    def after(self, compaction: Compaction) -> Block | None:
        """The few notes that the summary is about and does not hold; None where there are none, or it is off."""
        summary, session = compaction.summary, compaction.session
        if not self._on or compaction.phase != "after" or not summary or session.role != "primary":
            return None
        found: list[Recalled] = []
        try:
            project = self._project_of(session)
            for window in windows(summary):
                found.append(self._ask(window, project, summary))
                if deadline() < RESERVE_MS:
                    break
        except RemoraError:  # a store that cannot be read costs the block
            return None
        notes = best(found, self._most, self._chars)
        return Block(entries=tuple(Entry(text=note.text, note_id=note.id) for note in notes)) if notes else None
