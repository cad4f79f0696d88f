"""The tool calls of a turn that is over, told as if they ran now: `slot` hears of turns only.

Their advice comes too late for the model and is left; what failed and what followed is learned all the same.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from remora.hosts.hermes.tools import Tools


def replay(tools: Tools, session_id: str, messages: Sequence[object]) -> None:
    """Tell of each call of the newest turn, with its result."""
    results = {
        str(message.get("tool_call_id")): message.get("content")
        for message in _turn(messages)
        if message.get("role") == "tool"
    }
    for name, call_id, arguments in _calls(messages):
        if call_id in results:
            tools.pre_tool_call(tool_name=name, args=arguments, session_id=session_id, tool_call_id=call_id)
            tools.post_tool_call(tool_name=name, result=results[call_id], session_id=session_id, tool_call_id=call_id)


def _turn(messages: Sequence[object]) -> list[Mapping[str, object]]:
    """The messages behind the person's newest one."""
    found: list[Mapping[str, object]] = []
    for message in reversed(messages):
        if not isinstance(message, Mapping):
            continue
        if message.get("role") == "user":
            break
        found.append(message)
    return found[::-1]


def _calls(messages: Sequence[object]) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    for message in _turn(messages):
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, Sequence) else ():
            function = call.get("function") if isinstance(call, Mapping) else None
            if isinstance(function, Mapping):
                yield str(function.get("name")), str(call.get("id")), _arguments(function.get("arguments"))


def _arguments(written: object) -> Mapping[str, object]:
    try:
        found = json.loads(written) if isinstance(written, str) else written
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}
