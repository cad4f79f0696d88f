"""The injection scan on its door: one verdict for every entry that is about to reach a model.

Called by the bus, which withholds what this blocks and whatever it does not answer for. Never edits or drops a note.
"""

from collections.abc import Mapping, Sequence

from remora.errors import RemoraError
from remora.services import Services
from remora.upkeep.judging import holds, text_digest
from remora.upkeep.verdicts import StoredVerdict
from remora_hookspecs import Entry, Verdict, hookimpl


class Scan:
    """Judges by the stored verdict where it is on this very text by these very rules, else by scanning."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @hookimpl
    def inspect(self, entries: Sequence[Entry]) -> Sequence[Verdict]:
        """One verdict for each entry, in order. New ones on notes are kept, to be written after the answer."""
        self._services.memory.judging.wake()
        ids = [entry.note_id for entry in entries if entry.note_id]
        stored = self._known(ids)
        return [self._judge(entry, stored.get(entry.note_id or "")) for entry in entries]

    def _known(self, ids: Sequence[str]) -> Mapping[str, StoredVerdict]:
        """What is stored of these notes. A store that cannot be read costs time, not the answer: all is scanned."""
        try:
            return self._services.memory.withheld.verdicts(ids)
        except RemoraError:
            return {}

    def _judge(self, entry: Entry, known: StoredVerdict | None) -> Verdict:
        digest = text_digest(entry.text)
        rules = self._services.memory.judging.catalogue
        if holds(known, rules, digest):
            verdict = _verdict(known.action, known.kind, known.rule)
        else:
            finding = rules.scan(entry.text)
            verdict = _verdict(finding.action, finding.kind, finding.rule)
            if entry.note_id:
                self._services.memory.withheld.store_verdict(
                    entry.note_id,
                    rules_version=rules.version,
                    digest=digest,
                    action=verdict.action,
                    kind=verdict.kind,
                    rule=verdict.rule,
                )
        if verdict.action == "block" and entry.note_id and self._is_released(entry, entry.note_id):
            return Verdict(action="pass", rule="released")
        return verdict

    def _is_released(self, entry: Entry, note_id: str) -> bool:
        """Whether a person released the note, and the entry says what it says: a release is for that text, not for
        whoever names its id."""
        memory = self._services.memory
        try:
            return note_id in memory.withheld.released([note_id]) and memory.find(note_id).text == entry.text
        except RemoraError:
            return False


def _verdict(action: str, kind: str, rule: str) -> Verdict:
    """A verdict for the bus. Anything but a plain "pass" blocks: a row that nobody understands is no permission."""
    if action == "pass":
        return Verdict(action="pass")
    return Verdict(action="block", kind=kind, rule=rule)


def plugin(services: Services) -> Scan:
    """The factory that the entry point names. The rules compile here: the first turn's clock is no place for it."""
    _ = services.memory.judging.catalogue
    return Scan(services)
