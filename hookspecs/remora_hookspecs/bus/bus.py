"""The bus: what a host fires, what it gets back, and the callbacks that follow an answer.

Hosts and `remora.wiring` call it. It knows plugins and the callbacks it was handed, never a store.
"""

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import TypeVar

from remora_hookspecs import call as calls
from remora_hookspecs import exits, forks, trace
from remora_hookspecs.answer import NOTHING, Answer
from remora_hookspecs.bus import checks
from remora_hookspecs.bus.ask import Answers, Status
from remora_hookspecs.bus.doors import AsyncDoors
from remora_hookspecs.bus.engine import Engine
from remora_hookspecs.bus.inspection import UNSEEN
from remora_hookspecs.bus.leaving import Leaving
from remora_hookspecs.bus.registry import Impl
from remora_hookspecs.bus.toolbox import Toolbox, refusal
from remora_hookspecs.gate import Gate
from remora_hookspecs.render import FENCE_CHARS, reply_text
from remora_hookspecs.types import (
    Block,
    Compaction,
    Entry,
    ScanRule,
    Session,
    ToolCall,
    ToolReply,
    ToolRequest,
    ToolResult,
    ToolSpec,
    Turn,
    session_of,
)

AfterAnswer = Callable[[str, object, Answer | ToolReply | None, float], object]
Shown = Callable[[Session, tuple[str, ...]], object]
Keep = Callable[[Session, tuple[Block, ...]], object]
Kept = Callable[[Session], Sequence[Block]]
Callback = Callable[[], object]
T = TypeVar("T")

HOT_MS = 50  # before a tool runs its host waits, and some hosts stop a tool whose advice is late
RULES_SECONDS = 2.0  # as long as loading a plugin may take: it is the same moment of a host's start
TOOL_MS = 30_000  # a model waits longer for a tool that it called than a turn waits for memory; hosts give up at 60 s


class Bus(AsyncDoors):
    """Asks plugins on a host's behalf. No call raises (a KeyboardInterrupt in the caller's own thread aside).

    Callbacks, all guarded: `after_answer(event, payload, answer, remaining_ms)` follows every call, with the
    milliseconds left of its clock; `shown(session, note_ids)` names the notes just handed out;
    `keep_for_next_turn(session, blocks)` stores what a compaction left and `kept_for(session)` gives it back, once;
    `at_exit()` runs when the process ends, for a second at most; `after_fork()` in a forked child. The end of the
    process and a fork wait as long for calls in flight.
    `deadline_ms` is the clock of a call, of `tool_call` at most 50 ms of it, `tool_ms` that of a tool; `budget_chars`
    bounds what one call adds to a conversation. `clock` counts seconds.
    """

    def __init__(
        self,
        *,
        after_answer: AfterAnswer | None = None,
        shown: Shown | None = None,
        keep_for_next_turn: Keep | None = None,
        kept_for: Kept | None = None,
        at_exit: Callback | None = None,
        after_fork: Callback | None = None,
        deadline_ms: int = 150,
        tool_ms: int = TOOL_MS,
        budget_chars: int = 6000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._after_answer, self._shown = after_answer, shown
        self._keep, self._kept_for, self._after_fork = keep_for_next_turn, kept_for, after_fork
        self._seconds, self._tool_seconds = deadline_ms / 1000, tool_ms / 1000
        self._hot = min(deadline_ms, HOT_MS) / 1000
        self._chars, self._clock = budget_chars, clock
        self._traced = trace.wanted()
        self._gate = Gate()
        self._ready = False
        self._engine = Engine(clock, _traced if self._traced else None)
        self._toolbox = Toolbox(self._engine)
        self._leaving = Leaving(self._gate, None if at_exit is None else lambda: _guarded("at_exit", at_exit, None))
        forks.tell_calls(self)

    def register(self, plugin: object, name: str, *, ours: bool = False) -> None:
        """Put a plugin on the bus. `ours` is for the product's own: they run in the host's thread.

        Raises BadPlugin, a ValueError, where the plugin breaks a rule of the contract; the bus is then unchanged.
        """
        self._engine.registry.register(plugin, name, ours=ours)

    # -- events ----------------------------------------------------------------------------------------------------

    def session_start(self, session: Session) -> Answer:
        """A conversation begins or resumes."""
        return self._advise("session_start", session, Session)

    def context(self, turn: Turn) -> Answer:
        """The model is about to see a user turn. Blocks that a compaction left come first."""
        return self._advise("context", turn, Turn)

    def turn_end(self, turn: Turn, reply: str) -> None:
        """The model has answered."""
        if isinstance(reply, str):
            self._tell("turn_end", turn, Turn, (turn, reply))

    def tool_call(self, call: ToolCall) -> Answer:
        """A tool is about to run."""
        return self._advise("tool_call", call, ToolCall)

    def tool_result(self, result: ToolResult) -> Answer:
        """A tool ran, or did not."""
        return self._advise("tool_result", result, ToolResult)

    def session_compact(self, compaction: Compaction) -> None:
        """Context is about to be dropped, or was: blocks wait for the next `context` of the session."""
        self._advise("session_compact", compaction, Compaction)

    def session_shutdown(self, session: Session) -> None:
        """A conversation ends."""
        self._tell("session_shutdown", session, Session, (session,))

    # -- services --------------------------------------------------------------------------------------------------

    def tools(self) -> tuple[ToolSpec, ...]:
        """What the model may call; nothing inside a cheap query."""
        return () if calls.in_query() else self._counted(self._tools, ())

    def _tools(self) -> tuple[ToolSpec, ...]:
        until = self._clock() + self._seconds
        none: tuple[tuple[ToolSpec, ...], Answer] = ((), NOTHING)
        tools, answer = self._within(calls.EVENT, until, lambda: self._toolbox.offered(until), none)
        if answer.withheld:
            self._after("tools", tools, answer, until)
        return tools

    def run_tool(self, request: ToolRequest) -> ToolReply:
        """The reply to a tool call. `ok` is False, with the reason, where the tool is unknown, fails or is late."""
        if not isinstance(request, ToolRequest):
            return refusal("this is no tool request; nothing was done")
        shut = refusal("memory is not at hand here; nothing was done")
        return shut if calls.in_query() else self._counted(lambda: self._run_tool(request), shut)

    def _run_tool(self, request: ToolRequest) -> ToolReply:
        soon, until = self._clock() + self._seconds, self._clock() + self._tool_seconds
        failed = (refusal("the tool failed; it is not known whether it did anything"), NOTHING)
        reply, answer = self._within(calls.EVENT, until, lambda: self._toolbox.run(request, soon, until), failed)
        if self._traced:
            trace.call_ended("run_tool", self._elapsed(until, self._tool_seconds), reply_text(reply))
        self._after("run_tool", request, answer, until)
        return reply

    def scan_rules(self) -> tuple[tuple[str, ScanRule], ...]:
        """The rules that plugins bring for the injection scan, each with the name of its plugin."""
        return self._counted(self._scan_rules, ())

    def _scan_rules(self) -> tuple[tuple[str, ScanRule], ...]:
        until = self._clock() + RULES_SECONDS
        hook = self._engine.registry.hooks["scan_rules"]
        none: Answers = []
        found = self._within(
            calls.EVENT, until, lambda: self._engine.asker.ask(hook, (), checks.scan_rules, until), none
        )
        return tuple((impl.plugin, rule) for impl, rules in found for rule in rules)

    def cheap_query(self, prompt: str, *, timeout_ms: int) -> str | None:
        """What the cheapest model at hand writes, or None: none is there, it failed, or it took too long."""
        if not isinstance(prompt, str) or calls.in_query():
            return None
        return self._counted(lambda: self._cheap_query(prompt, timeout_ms), None)

    def _cheap_query(self, prompt: str, timeout_ms: int) -> str | None:
        until = self._clock() + timeout_ms / 1000
        hook = self._engine.registry.hooks["cheap_query"]
        return self._within(calls.QUERY, until, lambda: self._engine.first_text(hook, (prompt,), until), None)

    def inspect(self, entries: Sequence[Entry], *, exit: str) -> tuple[Entry, ...]:  # noqa: A002 - the contract's word
        """`entries` as they may leave by `exit`: withheld ones replaced by a placeholder, each in its place.

        Raises ValueError for an exit that the table of exits does not name: it would go unwatched.
        """
        if exit not in exits.NAMES:
            raise ValueError(f"unknown exit {exit!r}; nothing left. Known exits: {', '.join(sorted(exits.NAMES))}")
        if not entries:
            return ()
        block = Block(entries=tuple(entries))
        shut = Block(entries=(UNSEEN,) * len(block.entries))
        return self._counted(lambda: self._inspect(block, exit, shut), shut.entries)

    def _inspect(self, block: Block, exit: str, shut: Block) -> tuple[Entry, ...]:  # noqa: A002 - as above
        until = self._clock() + self._seconds
        answer = self._within(calls.EVENT, until, lambda: self._engine.inspected([block], until), Answer((shut,)))
        self._after(exit, block.entries, answer, until)
        return answer.blocks[0].entries

    def close(self) -> None:
        """Answer nothing from now on and let the threads go. Never waits; the callbacks are not called again."""
        self._gate.closed = True
        self._leaving.cancel()
        self._engine.asker.stop()
        self._runners.stop()

    # -- a fork of the process: `remora_hookspecs.forks` calls these -----------------------------------------------

    def stop(self) -> None:
        """Let new calls wait for the fork."""
        self._gate.shut()

    def wait(self, until: float) -> Collection[int]:
        """Wait for calls in flight, to a moment on the system's monotonic clock; returns the threads that are late."""
        return self._gate.wait(until)

    def go_on(self) -> None:
        """The fork is over."""
        self._gate.open()

    def forked(self) -> None:
        """In the child: no lane and no thread came along."""
        self._gate.forked()
        self._engine.asker.drop()
        self._runners = type(self._runners)()
        self._leaving.forked()
        self._ready = False
        if self._after_fork is not None and not self._gate.closed:
            _guarded("after_fork", self._after_fork, None)

    # -- the way of a call -----------------------------------------------------------------------------------------

    def _advise(self, event: str, payload: object, kind: type) -> Answer:
        if not self._fires(event, payload, kind):
            return NOTHING
        try:
            until = self._clock() + self._allowed(event)
            answer = self._answer(event, payload, until)
            session = session_of(payload)
            if answer.blocks and session is not None:
                self._hand_over(event, session, answer.blocks)
            self._after(event, payload, answer, until)
        finally:
            self._gate.leave()
        return answer

    def _answer(self, event: str, payload: object, until: float) -> Answer:
        chars = self._room(payload)
        token = calls.current.set((calls.EVENT, until, self._clock))
        try:
            kept = self._waiting(payload.session, chars) if isinstance(payload, Turn) else ()
            return self._engine.advise(event, payload, kept, chars, until)
        except Exception as error:  # noqa: BLE001 - the guard: a fault of the bus costs the answer, not the host's turn
            _log(f"{event} failed; nothing was answered", error)
            return NOTHING
        finally:
            calls.current.reset(token)

    def _tell(self, event: str, payload: object, kind: type, arguments: tuple[object, ...]) -> None:
        if not self._fires(event, payload, kind):
            return
        try:
            until = self._clock() + self._seconds
            self._within(calls.EVENT, until, lambda: self._engine.tell(event, arguments, until), None)
            self._after(event, arguments if len(arguments) > 1 else payload, None, until)
        finally:
            self._gate.leave()

    def _fires(self, event: str, payload: object, kind: type) -> bool:
        """Whether the event is fired at all: not on a closed bus, on behalf of a plugin, or with another payload.

        True is inside the gate: the caller leaves it.
        """
        if calls.inside():
            return False
        if not isinstance(payload, kind):
            _log(f"{event} wants a {kind.__name__}, not a {type(payload).__name__}; nothing was asked")
            return False
        if not self._ready:
            with suppress(RuntimeError):  # the interpreter is on its way out and starts no thread any more
                self._leaving.prepare()
            self._ready = True
        return self._gate.enter()

    def _counted(self, work: Callable[[], T], failed: T) -> T:
        """`work()` inside the gate, `failed` where it is closed. A call within a call is counted with the outer one."""
        if calls.current.get() is not None:
            return failed if self._gate.closed else work()
        if not self._gate.enter():
            return failed
        try:
            return work()
        finally:
            self._gate.leave()

    def _within(self, kind: int, until: float, work: Callable[[], T], failed: T) -> T:
        """`work()` under the mark of a call, `failed` where the bus itself fails."""
        token = calls.current.set((kind, until, self._clock))
        try:
            return work()
        except Exception as error:  # noqa: BLE001 - the guard: a fault of the bus costs the answer, not the host's turn
            _log("a call failed; nothing was answered", error)
            return failed
        finally:
            calls.current.reset(token)

    def _room(self, payload: object) -> int:
        wanted = payload.budget_chars if isinstance(payload, Turn) else None
        return min(wanted, self._chars) if isinstance(wanted, int) else self._chars

    def _waiting(self, session: Session, chars: int) -> tuple[Block, ...]:
        """What a compaction left for this session; not asked for where there is no room to deliver it."""
        if self._kept_for is None or chars <= FENCE_CHARS:
            return ()
        ask = self._kept_for
        return _guarded("kept_for", lambda: _blocks(ask(session)), ())

    def _hand_over(self, event: str, session: Session, blocks: tuple[Block, ...]) -> None:
        if event == "session_compact":
            if self._keep is not None:
                _guarded("keep_for_next_turn", self._keep, None, session, blocks)
        elif self._shown is not None:
            notes = dict.fromkeys(entry.note_id for block in blocks for entry in block.entries if entry.note_id)
            if notes:
                _guarded("shown", self._shown, None, session, tuple(notes))

    def _after(self, event: str, payload: object, answer: Answer | None, until: float) -> None:
        if self._traced and event != "run_tool":
            trace.call_ended(event, self._elapsed(until, self._allowed(event)), answer.text if answer else "")
        if self._after_answer is not None:
            remaining = max(0.0, (until - self._clock()) * 1000)
            _guarded("after_answer", self._after_answer, None, event, payload, answer, remaining)

    def _allowed(self, event: str) -> float:
        return self._hot if event == "tool_call" else self._seconds

    def _elapsed(self, until: float, seconds: float) -> float:
        return (self._clock() - until + seconds) * 1000


def _blocks(kept: Sequence[Block]) -> tuple[Block, ...]:
    return tuple(block for block in kept if isinstance(block, Block) and block.entries)


def _guarded(name: str, callback: Callable[..., T], failed: T, *arguments: object) -> T:
    try:
        return callback(*arguments)
    except Exception as error:  # noqa: BLE001 - the guard: the answer stands, whatever happens to what follows it
        _log(f"the callback {name} failed", error)
        return failed


def _log(message: str, error: Exception | None = None) -> None:
    import logging  # not at the top: it costs a host's hook client as much as the whole contract

    said = f"{message} ({type(error).__name__})" if error else message
    logging.getLogger("remora.bus").warning(said, exc_info=trace.exc_info(error))


def _traced(impl: Impl, status: Status, value: object) -> None:
    trace.plugin_answered(impl.plugin, impl.hook, status, value)
