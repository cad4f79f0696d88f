"""Reads what a tool of Hermes's gave back, and puts advice into it. Pure.

Hermes hands results over as JSON texts and calls a shell command that failed a success: only the exit code in it tells.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

SHELL = "terminal"
ADVICE = "remora"  # the key by which the model meets our advice in a result
NOT_RUN = frozenset({"blocked", "cancelled", "disabled", "pending_approval", "approval_required"})
STOPPED = "[Command interrupted]"  # what Hermes writes where the person stopped a command


@dataclass(frozen=True, slots=True)
class Reading:
    """The raw facts of a result, as `ToolResult` has them."""

    ran: bool
    exit_code: int | None
    error_flag: bool | None
    interrupted: bool
    output: str


def command(tool: str, arguments: Mapping[str, object]) -> str | None:
    """The shell command of a call, where the tool is a shell."""
    line = arguments.get("command") if tool == SHELL else None
    return line if isinstance(line, str) else None


def read(result: object, status: str | None = None) -> Reading:
    """The facts of a result. `status` is what Hermes says of a call that did not get as far as its tool."""
    document = _document(result)
    if document is None:
        text = result if isinstance(result, str) else ""
        return Reading(status not in NOT_RUN, None, True if status == "error" else None, False, text)
    code, said = document.get("exit_code"), str(document.get("status") or "")
    texts = [document.get(key) for key in ("output", "content", "error")]
    output = "\n".join(text for text in texts if isinstance(text, str) and text) or str(result)
    return Reading(
        ran=not {status, said} & NOT_RUN,
        exit_code=code if isinstance(code, int) and not isinstance(code, bool) else None,
        error_flag=bool(document.get("error")),
        interrupted=status == "cancelled" or (code == 130 and STOPPED in output),
        output=output,
    )


def with_advice(result: object, advice: str) -> object:
    """The result with our advice in it, still of the same kind; one of another kind as it is.

    At the beginning of a document: Hermes cuts long results behind.
    """
    document = _document(result)
    if document is not None and ADVICE not in document:
        return json.dumps({ADVICE: advice, **document}, ensure_ascii=False)
    return f"{result}\n\n{advice}" if isinstance(result, str) else result


def _document(result: object) -> Mapping[str, object] | None:
    if not isinstance(result, str) or not result.startswith("{"):
        return None
    try:
        found = json.loads(result)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
