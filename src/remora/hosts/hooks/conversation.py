"""One thing that happened in a conversation, fired on the bus; returns what there is to say to it.

Called by `dialects`. Decides nothing about memory. What comes too late for an answer is kept, and nobody is asked.
"""

from functools import singledispatchmethod

from remora.hosts.hooks.body import Body
from remora.hosts.hooks.dialect import ROOM, Dialect
from remora.hosts.hooks.happened import (
    Asked,
    Began,
    Called,
    Calling,
    Compacted,
    Compacting,
    Ended,
    Happened,
    Replied,
)
from remora.hosts.hooks.seats import Call, Seat, Seats
from remora.wiring import Remora
from remora_hookspecs import Compaction, Session, ToolCall, ToolResult, Turn


class Conversation:
    """For one event. `key` names what the host gives no name, `late`: nobody waits for an answer any more."""

    def __init__(
        self, remora: Remora, seats: Seats, seat: Seat, dialect: Dialect, body: Body, *, key: str, late: bool
    ) -> None:
        self._remora, self._bus = remora, remora.bus
        self._seats, self._seat, self._dialect, self._body = seats, seat, dialect, body
        self._key, self._late = key, late

    @property
    def _session(self) -> Session:
        return self._seat.session

    def tell(self, happened: Happened) -> str:
        """Fire it; returns the text for the model, "" for none."""
        return self._tell(happened)

    @singledispatchmethod
    def _tell(self, happened: Happened) -> str:
        raise TypeError(f"nothing is known of {type(happened).__name__}")

    @_tell.register
    def _(self, happened: Began) -> str:
        if self._late:
            self._seat.source = happened.source  # told with the first turn
            return ""
        self._seat.start(happened.source, self._body.text("model", most=500) or None)
        return self._bus.session_start(self._session).text

    @_tell.register
    def _(self, happened: Asked) -> str:
        if not self._late and not self._seat.started:
            # The start came too late for an answer, or another process heard it, or nobody told.
            self._seat.start(self._seat.source)
            self._seat.let_wait(self._bus.session_start(self._session).text)
        waiting = "" if self._late else self._seat.take_waiting()
        messages = () if self._late else self._dialect.standing(self._body)
        turn = Turn(
            session=self._session,
            id=happened.id or self._key,
            text=happened.text,
            budget_chars=max(0, ROOM - len(waiting) - 1),
            messages=messages,
        )
        unanswered = self._seat.open(turn)
        if unanswered is not None and unanswered.id != turn.id:
            self._ended(unanswered, "")  # it was interrupted: what the person said counts all the same
        return "" if self._late else _joined(waiting, self._bus.context(turn).text)

    @_tell.register
    def _(self, happened: Replied) -> str:
        turn = self._seat.close(happened.id)
        if turn is None:
            asked = self._dialect.question(self._body, happened.id)
            if not asked:
                return ""  # nobody asked: the host did
            turn = Turn(session=self._session, id=happened.id or self._key, text=asked)
        self._ended(turn, happened.text)
        return ""

    @_tell.register
    def _(self, happened: Calling) -> str:
        call = self._call(happened)
        advice = None if self._late else self._bus.tool_call(call).text
        self._seat.begin(_name(happened), Call(call, advice))
        return ""  # rides with the result: no host shows it to the model any sooner

    @_tell.register
    def _(self, happened: Called) -> str:
        known = self._seat.end(_name(happened.call))
        call = known.call if known else self._call(happened.call)
        result = ToolResult(
            call=call, ran=happened.ran, exit_code=happened.exit_code, error_flag=happened.error_flag,
            interrupted=happened.interrupted, output=happened.output,
        )  # fmt: skip
        if self._late:
            self._remora.keep("tool_result", result)
            return ""
        advice = known.advice if known else None
        if advice is None:
            advice = self._bus.tool_call(call).text
        return _joined(advice, self._bus.tool_result(result).text)

    @_tell.register
    def _(self, happened: Compacting) -> str:
        self._bus.session_compact(Compaction(session=self._session, phase="before", trigger=happened.trigger))
        return ""

    @_tell.register
    def _(self, happened: Compacted) -> str:
        if not happened.mark or self._seat.is_new(happened.mark, fresh=happened.fresh):
            self._bus.session_compact(
                Compaction(session=self._session, phase="after", trigger=happened.trigger, summary=happened.summary)
            )
        return ""

    @_tell.register
    def _(self, happened: Ended) -> str:
        turn = self._seat.close("")
        if turn is not None:
            self._ended(turn, "")
        self._bus.session_shutdown(self._session)
        self._seats.leave(self._session)
        return ""

    def _ended(self, turn: Turn, reply: str) -> None:
        if self._seat.once(turn.id):
            self._bus.turn_end(turn, reply)

    def _call(self, said: Calling) -> ToolCall:
        return ToolCall(
            session=self._session, id=said.id or self._key, tool=said.tool, command=said.command,
            arguments=said.arguments,
        )  # fmt: skip


def _name(call: Calling) -> str:
    """What tells a call apart; a host that does not name its calls runs one of a tool at a time."""
    return call.id or f"{call.tool} {call.command or ''}"


def _joined(*parts: str) -> str:
    """The parts, each whole, as long as there is room."""
    said = ""
    for part in parts:
        whole = f"{said}\n{part}" if said and part else said or part
        if len(whole) <= ROOM:
            said = whole
    return said
