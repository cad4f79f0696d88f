"""What the journal keeps of an event: pure, masked. Called after an answer; never decides what is worth a note.

With capture off only tool outcomes are kept, and no word of the conversation.
"""

from remora.learn.lessons.clues import clues
from remora.learn.redact import masked
from remora.text.commands import digest, exact
from remora_hookspecs import ToolResult, Turn, outcome

ERROR_LINE_CHARS = 300  # one error line with its path fits; whole outputs belong to the host's own transcript
COMMAND_CHARS = 2_000  # a here-document of a page; longer commands never recur exactly
COMMAND_END_CHARS = 600  # of those: what runs a script that was just written stands behind it
WORDS_CHARS = 8_000  # per side of a turn: what capture can read in one cheap query


def outcome_record(result: ToolResult) -> dict[str, object]:
    """The masked outcome of one tool call; of a failed one also what its output says of the way out."""
    verdict = outcome(result)
    command = masked(result.call.command or "")
    record: dict[str, object] = {
        "tool": result.call.tool,
        "command": _shortened(command),
        "key": digest(exact(command)).hex() if command else "",
        "outcome": verdict,
        "exit_code": result.exit_code,
        "error": _masked(error_line(result.output), ERROR_LINE_CHARS) if verdict == "failed" else "",
    }
    if verdict == "failed" and command:
        found = clues(result.output)
        said = {
            "program": found.program,
            "module": found.module,
            "proposed": [masked(line) for line in found.commands],
            "meant": list(found.words),
        }
        record.update({name: value for name, value in said.items() if value})
    return record


def heard_record(turn: Turn) -> dict[str, object]:
    """The masked messages that came with a turn: how hosts that tell of no answer bring the replies. Empty for none.

    A host's own memory files come with every turn, as the system's; nobody said them, and they would fill the journal.
    """
    said = [[role, _masked(text, WORDS_CHARS)] for role, text in turn.messages if role != "system"]
    return {"messages": said} if said else {}


def turn_record(turn: Turn, reply: str) -> dict[str, object]:
    """The masked words of one turn; only asked for where capture is on."""
    return {"text": _masked(turn.text, WORDS_CHARS), "reply": _masked(reply, WORDS_CHARS)}


def error_line(output: str) -> str:
    """The line of an output that names the error: the first that says so, else the last that says anything."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    named = (line for line in lines if any(word in line.lower() for word in ("error", "fatal", "not found", "denied")))
    return next(named, lines[-1] if lines else "")


def _shortened(command: str) -> str:
    if len(command) <= COMMAND_CHARS:
        return command
    return f"{command[: COMMAND_CHARS - COMMAND_END_CHARS - 3]}\n…\n{command[-COMMAND_END_CHARS:]}"


def _masked(text: str, limit: int) -> str:
    return masked(text)[:limit]
