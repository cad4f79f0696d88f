"""The facade of what the scan said of notes: verdicts, the log of withheld text, a person's releases.

Built by the memory facade for the scan plugin and the command line. Judges nothing by itself: `judging` does.
"""

from collections.abc import Mapping, Sequence

from remora.notes import Note
from remora.upkeep import Outbox, Store, auditing, blocked, lookup, verdicts
from remora.upkeep.auditing import Judged
from remora.upkeep.blocked import Blocked
from remora.upkeep.judging import Judging
from remora.upkeep.verdicts import StoredVerdict


class Withheld:
    """Safe to share between threads. What hooks call writes nothing before the outbox is flushed."""

    def __init__(self, store: Store, outbox: Outbox, judging: Judging) -> None:
        self._store, self._outbox, self._judging = store, outbox, judging

    # for people

    def log(self) -> tuple[Blocked, ...]:
        """What was withheld, as far as the log reaches, oldest first."""
        return tuple(blocked.read(self._store.home))

    def release(self, note_id: str, *, back: bool = False) -> Note:
        """A person says that this note may reach models whatever the scan thinks of it; `back`: no longer so."""
        return verdicts.release(self._store, lookup.find(self._store, note_id), back=back)

    def audit(self) -> tuple[Judged, ...]:
        """Judge every note, archived ones too, store the verdicts, and return what the scan takes for attacks."""
        return auditing.audit(self._store, self._judging)

    # in hooks

    def verdicts(self, note_ids: Sequence[str]) -> Mapping[str, StoredVerdict]:
        """What the scan said of these notes before."""
        return verdicts.of(self._store, note_ids)

    def released(self, note_ids: Sequence[str]) -> frozenset[str]:
        """Those of the notes that a person released from the scan."""
        return verdicts.released(self._store, note_ids)

    def store_verdict(
        self, note_id: str, *, rules_version: str | int, digest: str, action: str, kind: str = "", rule: str = ""
    ) -> None:
        """Remember what the scan said of a note's text."""
        self._outbox.put(
            "verdict", note=note_id, rules_version=rules_version, digest=digest, action=action, attack=kind, rule=rule
        )
