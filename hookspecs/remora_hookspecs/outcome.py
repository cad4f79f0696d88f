"""Did a tool call fail? One pure classifier over raw facts, for every plugin and host alike."""

from typing import Literal

from remora_hookspecs.types import ToolResult

Outcome = Literal["ok", "failed", "not_run", "probe"]


def outcome(result: ToolResult) -> Outcome:
    """What became of the call."""
    if not result.ran or result.interrupted:
        return "not_run"
    return "failed" if result.exit_code or result.error_flag else "ok"
