"""Named signals for watchers whose answer nobody needs. Sent after commit, by `send`, each receiver guarded."""

import logging

from blinker import NamedSignal, Namespace

_namespace = Namespace()

note_stored = _namespace.signal("note_stored", doc="A note was stored. Keywords: note.")
note_forgotten = _namespace.signal("note_forgotten", doc="A note was archived or purged. Keywords: note_id, purged.")
note_blocked = _namespace.signal("note_blocked", doc="The scan withheld text. Keywords: note_id, kind, rule, exit.")
notes_consolidated = _namespace.signal("notes_consolidated", doc="A dream merged notes. Keywords: note, members.")
lesson_learned = _namespace.signal("lesson_learned", doc="A failed command was remembered. Keywords: lesson_id.")

_log = logging.getLogger("remora.signals")


def send(signal: NamedSignal, **payload: object) -> None:
    """Tell every receiver; one that raises costs nobody else (blinker itself stops at the first)."""
    for receiver in signal.receivers_for(None):
        try:
            receiver(None, **payload)
        except Exception:  # noqa: BLE001 - a guard: the write is committed, a watcher cannot undo it
            _log.warning("a receiver of %s failed", signal.name, exc_info=True)
