"""Named signals for watchers whose answer nobody needs. Sent after commit, by `send`, each receiver guarded."""

import logging

from blinker import NamedSignal, Namespace

from remora_hookspecs import trace

_namespace = Namespace()

note_stored = _namespace.signal("note_stored", doc="A note was stored. Keywords: note.")
note_forgotten = _namespace.signal("note_forgotten", doc="A note was archived or purged. Keywords: note_id, purged.")
note_blocked = _namespace.signal("note_blocked", doc="The scan withheld text. Keywords: note_id, kind, rule, exit.")
notes_consolidated = _namespace.signal("notes_consolidated", doc="A dream merged notes. Keywords: note, members.")
lesson_learned = _namespace.signal("lesson_learned", doc="A failed command was remembered. Keywords: lesson_id.")
lesson_paired = _namespace.signal("lesson_paired", doc="A later call answered a failed one. Keywords: pair.")

_log = logging.getLogger("remora.signals")
_complained: set[tuple[str, str]] = set()


def send(signal: NamedSignal, **payload: object) -> None:
    """Tell every receiver; one that raises costs nobody else (blinker itself stops at the first)."""
    for receiver in signal.receivers_for(None):
        try:
            receiver(None, **payload)
        except Exception as error:  # noqa: BLE001 - a guard: the write is committed, a watcher cannot undo it
            _complain(signal.name, receiver, error)


def _complain(name: str, receiver: object, error: Exception) -> None:
    """A warning the first time that a receiver of this kind fails; an import sends thousands of signals."""
    who = str(getattr(receiver, "__qualname__", type(receiver).__qualname__))
    level = logging.DEBUG if (name, who) in _complained else logging.WARNING
    _complained.add((name, who))
    _log.log(level, "%s, a receiver of %s, raised %s", who, name, type(error).__name__, exc_info=trace.exc_info(error))
