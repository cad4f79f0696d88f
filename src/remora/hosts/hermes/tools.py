"""Hermes's tool calls as those of the bus, and the advice on them into the result that the model reads.

Hermes calls it through `joining`. Never vetoes: the one answer of ours that Hermes could take for a veto is None.
"""

import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from remora.hosts.hermes import results
from remora.hosts.hermes.guard import guarded
from remora.hosts.hermes.sessions import Sessions
from remora_hookspecs import Bus, ToolCall, ToolResult

MOST = 256  # calls under way; one whose end nobody tells is dropped


@dataclass(frozen=True, slots=True)
class _Open:
    """A call under way and the advice that waits for its result."""

    call: ToolCall
    advice: str


class Tools:
    """Hermes runs calls of one turn side by side, in threads of its own."""

    def __init__(self, bus: Bus, sessions: Sessions) -> None:
        self._bus, self._sessions = bus, sessions
        self._open: OrderedDict[tuple[str, str], _Open] = OrderedDict()
        self._advise: Callable[..., object] = guarded(self._advised)

    def pre_tool_call(
        self, *, tool_name: str = "", args: object = None, session_id: str = "", tool_call_id: str = "", **_: object
    ) -> None:
        """A tool is about to run. What there is to say comes with its result: Hermes takes no advice here."""
        seat = self._sessions.known(session_id)
        if seat is None:
            return
        arguments = args if isinstance(args, Mapping) else {}
        call = ToolCall(
            session=seat.session,
            id=tool_call_id or uuid.uuid4().hex,
            tool=tool_name,
            command=results.command(tool_name, arguments),
            arguments=arguments,
        )
        self._open[session_id, tool_call_id or tool_name] = _Open(call, self._bus.tool_call(call).text)
        if len(self._open) > MOST:
            self._open.popitem(last=False)

    def tool_execution(
        self,
        *,
        next_call: Callable[[object], object],
        args: object = None,
        tool_name: str = "",
        session_id: str = "",
        tool_call_id: str = "",
        **_: object,
    ) -> object:
        """Around the tool itself, so that other plugins may still change the result that holds our advice.

        Only what the tool raises gets out of here.
        """
        key = tool_call_id or tool_name
        try:
            result = next_call(args)
        except Exception as error:
            self._advise(session_id, key, f"{type(error).__name__}: {error}", "error")
            raise
        advised = self._advise(session_id, key, result, None)
        return result if advised is None else advised

    def post_tool_call(
        self,
        *,
        tool_name: str = "",
        result: object = None,
        session_id: str = "",
        tool_call_id: str = "",
        status: str | None = None,
        **_: object,
    ) -> None:
        """A call has ended; the ones that never got as far as their tool are told only here."""
        self._told(session_id, tool_call_id or tool_name, result, status)

    def _advised(self, session_id: str, key: str, result: object, status: str | None) -> object:
        """The result with all advice on its call, None where there is none."""
        advice = self._told(session_id, key, result, status)
        return results.with_advice(result, advice) if advice else None

    def _told(self, session_id: str, key: str, result: object, status: str | None) -> str:
        """Tell the bus what became of a call, once, and return all advice on it."""
        known = self._open.pop((session_id, key), None)
        if known is None:
            return ""
        facts = results.read(result, status)
        told = ToolResult(
            call=known.call,
            ran=facts.ran,
            exit_code=facts.exit_code,
            error_flag=facts.error_flag,
            interrupted=facts.interrupted,
            output=facts.output,
        )
        answer = self._bus.tool_result(told).text
        return "\n".join(text for text in (known.advice, answer) if text)
