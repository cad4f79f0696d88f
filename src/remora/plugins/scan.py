"""The injection scan on its door: one verdict for every entry that is about to reach a model.

Called by the bus, which withholds what this blocks and whatever it does not answer for. Never edits or drops a note.
"""

from collections.abc import Collection, Mapping, Sequence

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
        stored, released = self._known(ids)
        return [self._judge(entry, stored.get(entry.note_id or ""), entry.note_id in released) for entry in entries]

    def _known(self, ids: Sequence[str]) -> tuple[Mapping[str, StoredVerdict], Collection[str]]:
        """What is stored of these notes. A store that cannot be read costs time, not the answer: all is scanned."""
        try:
            return self._services.memory.withheld.verdicts(ids), self._services.memory.withheld.released(ids)
        except RemoraError:
            return {}, ()

    def _judge(self, entry: Entry, known: StoredVerdict | None, released: bool) -> Verdict:
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
        if verdict.action == "block" and released and self._is_the_note(entry):
            return Verdict(action="pass", rule="released")
        return verdict

    def _is_the_note(self, entry: Entry) -> bool:
        """Whether the entry says what the note says: a release is for that text, not for whoever names its id."""
        try:
            return entry.note_id is not None and self._services.memory.find(entry.note_id).text == entry.text
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
