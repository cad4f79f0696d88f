"""What the journal keeps of an event: pure, masked. Called after an answer; never decides what is worth a note.

With capture off only tool outcomes are kept, and no word of the conversation.
"""

from remora.learn.redact import masked
from remora_hookspecs import ToolResult, Turn, outcome

ERROR_LINE_CHARS = 300  # one error line with its path fits; whole outputs belong to the host's own transcript
COMMAND_CHARS = 2_000  # a here-document of a page; longer commands never recur exactly
WORDS_CHARS = 8_000  # per side of a turn: what capture can read in one cheap query


def outcome_record(result: ToolResult) -> dict[str, object]:
    """The masked outcome of one tool call."""
    verdict = outcome(result)
    return {
        "tool": result.call.tool,
        "command": _masked(result.call.command or "", COMMAND_CHARS),
        "outcome": verdict,
        "exit_code": result.exit_code,
        "error": _masked(error_line(result.output), ERROR_LINE_CHARS) if verdict == "failed" else "",
    }


def turn_record(turn: Turn, reply: str) -> dict[str, object]:
    """The masked words of one turn; only asked for where capture is on."""
    return {"text": _masked(turn.text, WORDS_CHARS), "reply": _masked(reply, WORDS_CHARS)}


def error_line(output: str) -> str:
    """The line of an output that names the error: the first that says so, else the last that says anything."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    named = (line for line in lines if any(word in line.lower() for word in ("error", "fatal", "not found", "denied")))
    return next(named, lines[-1] if lines else "")


def _masked(text: str, limit: int) -> str:
    return masked(text)[:limit]
