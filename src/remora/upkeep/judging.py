"""The rules that this process judges by, and the stored verdicts kept up with them. Held by the memory facade.

In a process that stays, a thread judges what has no verdict of these rules, slice by slice, off the turns. It never
changes a note, and never decides what is shown: the scan plugin does, which trusts no verdict of other rules.
"""

import atexit
import hashlib
import logging
from collections.abc import Callable, Sequence
from typing import TypeGuard

from remora.notes import Note
from remora.scan import Catalogue, Finding, catalogue
from remora.store import Store, verdicts
from remora.store.verdicts import StoredVerdict, Unjudged
from remora.worker import Worker

SLICE = 20  # notes judged between two rests: some milliseconds of a processor that the host's turn may want
REST = 0.2  # seconds between slices: ten thousand notes within two minutes, at a few per cent of one processor
LEAVE = 0.25  # seconds that an ending process waits for the note under way, the slowest of which takes a tenth of it
DIGEST_BYTES = 16  # 128 bits: nobody finds a second text for a note's verdict

_log = logging.getLogger("remora.upkeep")


def text_digest(text: str) -> str:
    """What binds a stored verdict to the text it was given for: a note id alone can be claimed by anybody."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).hexdigest()


class Judging:
    """One a process. `stays`: a host's process, which has time beside its turns."""

    def __init__(self, store: Store, *, stays: bool = False) -> None:
        self._store, self._stays = store, stays
        self._catalogue: Catalogue | None = None
        self._done = False
        self._worker: Worker[None] = Worker("judging", self._work, log=_log, meanwhile="notes wait for their verdicts")

    @property
    def catalogue(self) -> Catalogue:
        """The rules in use: the shipped ones, and those that plugins brought."""
        if self._catalogue is None:
            self._catalogue = catalogue()
        return self._catalogue

    def use(self, rules: Catalogue) -> None:
        """Judge by these rules from now on."""
        self._catalogue, self._done = rules, False

    def scan(self, text: str) -> Finding:
        """Judge a text by the rules in use."""
        return self.catalogue.scan(text)

    def blocked(self, notes: Sequence[Note]) -> frozenset[str]:
        """The ids of those notes that no model may be shown: by stored verdicts, else by scanning."""
        db, rules = self._store.read(), self.catalogue
        ids = [note.id for note in notes]
        known = verdicts.get_many(db, ids) if ids else {}
        found = {note.id for note in notes if _blocks(rules, note, known.get(note.id))}
        return frozenset(found - set(verdicts.released(db, list(found)))) if found else frozenset()

    def wake(self) -> None:
        """Judge in the background what has no verdict of these rules. Costs a turn less than a microsecond."""
        if self._stays and not self._done and self._worker.wake(None):
            atexit.register(self.leave)

    def catch_up(self, stop: Callable[[int], bool] = lambda done: False) -> int:
        """Judge notes until each has a verdict of these rules, or `stop(done)` says so; returns how many were.

        Each slice is a short transaction of its own: what is done stays done.
        """
        done = last = 0
        rules = self.catalogue
        while not stop(done) and (found := verdicts.stale(self._store.read(), rules.version, last, SLICE)):
            ready = [judged(rules, note) for note in found if not self._worker.stopped]
            self._put(ready)
            done, last = done + len(ready), found[-1].row
        return done

    def leave(self) -> None:
        """The process is about to end: begin no further note, and wait for the one under way.

        A thread that the interpreter ends while it is inside the scan's engine aborts the process.
        """
        self._worker.stop()
        self.join(LEAVE)
        atexit.unregister(self.leave)

    def join(self, seconds: float) -> bool:
        """Wait for the work under way; whether it ended in time."""
        return self._worker.join(seconds)

    def after_fork(self) -> None:
        """In a child: the thread stayed with the parent."""
        self._worker.after_fork()

    def _put(self, found: Sequence[StoredVerdict]) -> None:
        with self._store.write() as db:
            for verdict in found:
                verdicts.put(db, verdict)

    def _work(self, _: None) -> None:
        """What fails is left to the next turn, which wakes us again; the scan plugin judges meanwhile."""
        rules = self.catalogue
        self.catch_up(self._rest)
        self._done = not self._worker.stopped and rules is self._catalogue

    def _rest(self, done: int) -> bool:
        return self._worker.rest(REST) if done else self._worker.stopped


def holds(known: StoredVerdict | None, rules: Catalogue, digest: str) -> TypeGuard[StoredVerdict]:
    """Whether a stored verdict is of these very rules and on the text of this digest: any other is none."""
    return known is not None and known.rules_version == rules.version and known.digest == digest


def _blocks(rules: Catalogue, note: Note, known: StoredVerdict | None) -> bool:
    if holds(known, rules, text_digest(note.text)):
        return known.action != "pass"
    return rules.scan(note.text).blocked


def judged(rules: Catalogue, note: Unjudged) -> StoredVerdict:
    """The verdict of these rules on a note's text, as it is stored."""
    finding = rules.scan(note.text)
    kind, rule = (finding.kind, finding.rule) if finding.blocked else ("", "")
    return StoredVerdict(
        note=note.id, rules_version=rules.version, digest=text_digest(note.text),
        action=finding.action, kind=kind, rule=rule,
    )  # fmt: skip
