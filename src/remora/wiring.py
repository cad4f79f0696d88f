"""The only place that builds things: settings → store → memory → plugins → bus. Hosts and surfaces call it."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from remora import discovery
from remora.errors import RemoraError
from remora.home import resolve_home
from remora.learn import journal, masked
from remora.meaning import Meaning
from remora.memory import Memory
from remora.recall import PRESETS
from remora.scan.outside import extended
from remora.settings import Settings, load
from remora.store import Outbox, Store
from remora.upkeep import blocked, doctoring
from remora.upkeep.doctoring import Report
from remora.upkeep.judging import Judging
from remora_hookspecs import (
    Answer,
    BadPlugin,
    Bus,
    Compaction,
    Entry,
    Session,
    ToolReply,
    ToolResult,
    Turn,
    trace,
)
from remora_hookspecs.types import session_of

NOBODY = Session(id="")  # an inspection or a list of tools is no session's call, and ends no session's turn
KEEP_MS = 1_000.0  # nobody waits, but the next event of the same host may stand behind it
_log = logging.getLogger("remora")


@dataclass(frozen=True, slots=True)
class Remora:
    """All that is open for one home and profile. `close` writes what waits and lets go of the file."""

    bus: Bus
    memory: Memory
    settings: Settings
    store: Store
    after: Callable[[str, object, Answer | ToolReply | None, float], object]
    """What follows an answer: journal, lessons, one write of all that waits."""
    complaints: tuple[str, ...] = ()
    """Which plugins are not used, and why; also in the log."""

    def keep(self, event: str, payload: object) -> None:
        """Note an event that is told too late for an answer, as if it had been answered: no plugin is asked."""
        self.after(event, payload, None, KEEP_MS)

    @property
    def moved(self) -> bool:
        """Whether the memory's file was removed or replaced: only a new one takes writes."""
        return self.store.moved

    def close(self) -> None:
        self.bus.close()
        self.memory.leave()
        self.store.close()


def attach(*, host: str, profile: str | None, home: Path | None, explicit: Mapping[str, object]) -> Bus:
    """The bus of a host: silent, with the reason in the log, where the memory cannot be had."""
    remora = ride(host=host, profile=profile, home=home, explicit=explicit)
    return Bus() if remora is None else remora.bus


def ride(*, host: str, profile: str | None, home: Path | None, explicit: Mapping[str, object]) -> Remora | None:
    """As `attach`, for hosts that show a person their notes besides: None where the memory cannot be had."""
    try:
        return build(settings_of(home=home, profile=profile, explicit=explicit), host=host, stays=True)
    except RemoraError as trouble:
        _log.warning("no memory in this session: %s %s", trouble.message, trouble.hint)
    except Exception as fault:  # noqa: BLE001 - an entry point of a host's process: our fault must not end its start
        _log.warning("no memory in this session: %s", type(fault).__name__, exc_info=trace.exc_info(fault))
    return None


def settings_of(
    *, home: Path | None = None, profile: str | None = None, explicit: Mapping[str, object] | None = None
) -> Settings:
    """The settings that hosts and surfaces build from. Raises BadSettings or HomeUnavailable."""
    return load(home=home, profile=profile, explicit=explicit, presets=PRESETS)


def build(settings: Settings, *, host: str = "", stays: bool = False) -> Remora:
    """Open the store of `settings.home` and put every plugin that the profile names on a bus.

    `stays`: a host's process, which no turn may hold up; others are ours and end soon. Raises RemoraError where the
    home or the store cannot be used.
    """
    store = Store.open(settings.home, clean=masked)
    meaning = Meaning.of(store, settings, stays=stays)
    judging = Judging(store, stays=stays)

    def query(prompt: str, timeout_ms: int) -> str | None:
        return bus.cheap_query(prompt, timeout_ms=timeout_ms)  # the bus is made with the memory that asks through it

    def inspect(entries: Sequence[Entry], exit: str) -> tuple[Entry, ...]:  # noqa: A002 - the contract's word
        return bus.inspect(entries, exit=exit)

    memory = Memory(
        store, settings, outbox=Outbox(store), host=host, meaning=meaning, judging=judging, query=query,
        inspect=inspect,
    )  # fmt: skip
    after = _AfterAnswer(memory, settings)
    bus = Bus(
        after_answer=after,
        shown=memory.mark_shown,
        keep_for_next_turn=memory.keep_for_next_turn,
        kept_for=memory.kept_for,
        at_exit=memory.leave,
        after_fork=memory.after_fork,
        deadline_ms=settings.deadline_ms,
        budget_chars=settings.budget_chars,
    )
    complaints: list[str] = []

    def complain(what: str, error: BaseException | None = None) -> None:
        complaints.append(what)
        _log.warning("%s", what, exc_info=trace.exc_info(error))

    found = discovery.installed()
    for unknown in discovery.unknown(found, settings):
        complain(unknown)
    for name, plugin, ours in discovery.plugins(found, memory, settings, complain):
        try:
            bus.register(plugin, name, ours=ours)
        except BadPlugin as bad:
            complain(f"plugin {name} is not used: {bad}")
    rules, unfit = extended(judging.catalogue, bus.scan_rules())
    judging.use(rules)
    for unfit_rule in unfit:
        complain(unfit_rule)
    return Remora(bus, memory, settings, store, after, tuple(complaints))


def examine(home: Path, *, vacuum: bool = False) -> Report:
    """What the doctor finds of a store whose settings cannot be read. Raises RemoraError where it does not open."""
    store = Store.open(resolve_home(home), clean=masked)
    try:
        return doctoring.examine(store, Outbox(store), vacuum=vacuum)
    finally:
        store.close()


class _AfterAnswer:
    """What follows an answer: the log of withheld text, the journal, then one write of all that waits."""

    def __init__(self, memory: Memory, settings: Settings) -> None:
        self._memory, self._settings = memory, settings

    def __call__(self, event: str, payload: object, answer: Answer | ToolReply | None, remaining_ms: float) -> None:
        for item in answer.withheld if isinstance(answer, Answer) else ():
            blocked.record(self._settings.home, item.entry, item.verdict, exit=event)
        session = session_of(payload)
        lost = _lost_context(payload)
        if lost is not None:
            self._memory.forget_shown(lost)
        if isinstance(answer, Answer) and answer.blocks and session is not None:
            self._memory.capture.told(session, answer.blocks)
        if event == "session_start":
            self._memory.warm(session)
        if isinstance(payload, ToolResult):
            call = payload.call
            record = {**journal.outcome_record(payload), **self._memory.lessons.order(call)}
            self._memory.journal(call.session, "tool", record, event_id=call.id)
        elif event == "turn_end" and self._settings.capture:
            turn, reply = cast(tuple[Turn, str], payload)  # what the bus says of this event
            self._memory.journal(turn.session, "turn", journal.turn_record(turn, reply), event_id=turn.id)
        elif isinstance(payload, Turn) and self._settings.capture and (heard := journal.heard_record(payload)):
            self._memory.journal(payload.session, "heard", heard, event_id=payload.id)
        self._memory.flush(wait_ms=max(0.0, remaining_ms), session=session or NOBODY)
        if isinstance(payload, ToolResult):
            self._memory.lessons.learn(wait_ms=max(0.0, remaining_ms))
        elif event == "session_shutdown":
            self._memory.lessons.leave()


def _lost_context(payload: object) -> Session | None:
    """The session whose conversation no longer holds what it was shown: it was compacted or cleared."""
    if isinstance(payload, Compaction) and payload.phase == "after":
        return payload.session
    return payload if isinstance(payload, Session) and payload.source in ("clear", "compact") else None
