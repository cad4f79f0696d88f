"""With REMORA_TRACE=1 in the environment: each hook call with each plugin's answer, as lines on stderr.

For people who write plugins and hosts. It shows the shape of a plugin's answer and the text of the inspected one, so
that an agent that reads the output meets no text that the inspection withheld.
"""

import os
import sys
from contextlib import suppress

from remora_hookspecs.types import Block, ToolReply

VARIABLE = "REMORA_TRACE"


def wanted() -> bool:
    """Whether the environment asks for a trace."""
    return os.environ.get(VARIABLE, "") not in ("", "0")


def exc_info(error: BaseException | None) -> BaseException | None:
    """The error for a log's `exc_info`: its traceback is only shown to those who trace."""
    return error if wanted() else None


def plugin_answered(plugin: str, hook: str, status: str, value: object) -> None:
    """A line for one plugin's answer."""
    what = shape(value) if status == "answered" else f"{status} ({value})" if value else status
    _write(f"  {hook} {plugin}: {what}")


def call_ended(hook: str, milliseconds: float, text: str) -> None:
    """A line for the whole call, then what the host was given, already inspected."""
    _write(f"{hook}: {milliseconds:.1f} ms, " + (f"answers\n{text}" if text else "answers nothing"))


def shape(value: object) -> str:
    """What kind of answer it is, without its words."""
    if isinstance(value, (Block, ToolReply)):
        parts = [
            f"note {entry.note_id}" if entry.note_id else f"{len(entry.text)} characters" for entry in value.entries
        ]
        return f"{type(value).__name__} of {len(parts)}: {', '.join(parts)}"
    if isinstance(value, str):
        return f"{len(value)} characters"
    if isinstance(value, tuple):
        return f"{len(value)} × {type(value[0]).__name__}" if value else "none"
    return "None" if value is None else type(value).__name__


def _write(line: str) -> None:
    with suppress(OSError, ValueError):  # a closed stderr is no reason to fail a turn
        sys.stderr.write(f"remora: {line}\n")
        sys.stderr.flush()
