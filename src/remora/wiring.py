"""The only place that builds things: settings → store → memory → plugins → bus. Hosts and surfaces call it."""

import logging
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import cast

from remora.errors import RemoraError
from remora.learn import journal, masked
from remora.meaning import Meaning
from remora.memory import Memory
from remora.services import Services
from remora.settings import Settings, load
from remora.store import Outbox, Store
from remora.upkeep import blocked
from remora_hookspecs import Answer, BadPlugin, Bus, Compaction, Session, ToolReply, ToolResult, Turn

GROUP = "remora.plugins"  # the entry-point group of everybody's plugins, ours included
DISTRIBUTION = "remora"
ALWAYS_ON = frozenset({"scan"})  # no profile turns the inspection off
LOAD_SECONDS = 2.0  # a stranger's import that takes longer would hold up the host's start

_log = logging.getLogger("remora")


@dataclass(frozen=True, slots=True)
class Remora:
    """All that is open for one home and profile. `close` writes what waits and lets go of the file."""

    bus: Bus
    memory: Memory
    settings: Settings
    store: Store

    def close(self) -> None:
        self.bus.close()
        self.memory.leave()
        self.store.close()


def attach(*, host: str, profile: str | None, home: Path | None, explicit: Mapping[str, object]) -> Bus:
    """The bus of a host: silent, with the reason in the log, where the memory cannot be had."""
    try:
        return build(load(home=home, profile=profile, explicit=explicit), host=host, stays=True).bus
    except RemoraError as trouble:
        _log.warning("no memory in this session: %s %s", trouble.message, trouble.hint)
        return Bus()


def build(settings: Settings, *, host: str = "", stays: bool = False) -> Remora:
    """Open the store of `settings.home` and put every plugin that the profile names on a bus.

    `stays`: a host's process, which no turn may hold up; others are ours and end soon. Raises RemoraError where the
    home or the store cannot be used.
    """
    store = Store.open(settings.home, clean=masked)
    meaning = Meaning.of(store, settings, stays=stays)
    memory = Memory(store, settings, outbox=Outbox(store), host=host, meaning=meaning)
    bus = Bus(
        after_answer=_AfterAnswer(memory, settings),
        shown=memory.mark_shown,
        keep_for_next_turn=memory.keep_for_next_turn,
        kept_for=memory.kept_for,
        at_exit=memory.leave,
        after_fork=memory.after_fork,
        deadline_ms=settings.deadline_ms,
        budget_chars=settings.budget_chars,
    )
    for name, plugin, ours in _plugins(entry_points(group=GROUP), memory, settings):
        try:
            bus.register(plugin, name, ours=ours)
        except BadPlugin as bad:
            _log.warning("plugin %s is not used: %s", name, bad)
    return Remora(bus, memory, settings, store)


class _AfterAnswer:
    """What follows an answer: the log of withheld text, the journal, then one write of all that waits."""

    def __init__(self, memory: Memory, settings: Settings) -> None:
        self._memory, self._settings = memory, settings

    def __call__(self, event: str, payload: object, answer: Answer | ToolReply | None, remaining_ms: float) -> None:
        for item in answer.withheld if isinstance(answer, Answer) else ():
            blocked.record(self._settings.home, item.entry, item.verdict, exit=event)
        lost = _lost_context(payload)
        if lost is not None:
            self._memory.forget_shown(lost)
        if isinstance(payload, ToolResult):
            call, record = payload.call, journal.outcome_record(payload)
            self._memory.journal(call.session, "tool", record, event_id=call.id)
        elif event == "turn_end" and self._settings.capture:
            turn, reply = cast(tuple[Turn, str], payload)  # what the bus says of this event
            self._memory.journal(turn.session, "turn", journal.turn_record(turn, reply), event_id=turn.id)
        self._memory.flush(wait_ms=max(0.0, remaining_ms))


def _lost_context(payload: object) -> Session | None:
    """The session whose conversation no longer holds what it was shown: it was compacted or cleared."""
    if isinstance(payload, Compaction) and payload.phase == "after":
        return payload.session
    return payload if isinstance(payload, Session) and payload.source in ("clear", "compact") else None


def _plugins(
    found: Iterable[EntryPoint], memory: Memory, settings: Settings
) -> Iterable[tuple[str, object, bool]]:
    """Each plugin that loads and is on, once, as (distribution:name, plugin, ours)."""
    seen: set[str] = set()
    for entry in found:
        distribution = _normalised(entry.dist.name) if entry.dist else ""
        name = f"{distribution}:{entry.name}"
        ours = distribution == DISTRIBUTION and entry.value.startswith("remora.plugins.")
        wanted = entry.name in ALWAYS_ON or entry.name not in settings.disabled if ours else name in settings.plugins
        if name in seen or not wanted:
            continue
        seen.add(name)
        services = Services(memory=memory, settings=settings.plugin.get(entry.name if ours else name, {}))
        plugin = _load(entry, services) if ours else _load_stranger(entry, services)
        if plugin is not None:
            yield name, plugin, ours


def _load(entry: EntryPoint, services: Services) -> object | None:
    value: object = entry.load()
    return value(services) if callable(value) else value


def _load_stranger(entry: EntryPoint, services: Services) -> object | None:
    """As `_load`, on a thread of its own: an import that raises, exits or sleeps costs only that plugin."""
    box: list[object] = []

    def run() -> None:
        try:
            box.append(_load(entry, services))
        except BaseException:  # noqa: BLE001 - the guard around foreign code: SystemExit at import is real
            _log.warning("plugin %s does not load", entry.value, exc_info=True)

    thread = threading.Thread(target=run, name=f"remora-load-{entry.name}", daemon=True)
    thread.start()
    thread.join(LOAD_SECONDS)
    return box[0] if box else None


def _normalised(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
