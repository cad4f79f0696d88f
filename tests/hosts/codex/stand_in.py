"""Stands for Codex where a test needs its events and not the program: those of 0.163, in that order.

What its events leave out it writes into its record, here as there.
"""

import json
from pathlib import Path
from typing import Any

from hosts.claude.stand_in import StandIn as Claude

from remora.hosts.hooks.dialects import Dialects
from remora_hookspecs.testing import ScriptTool

SESSION = "01a22c7e-9f34-7bd0-b353-5f7ccc305e92"
PREFACE = (
    "Another language model started to solve this problem and produced a summary of its thinking process. Here is the"
    " summary produced by the other language model, use the information in this summary to assist with your own"
    " analysis:\n"
)


class StandIn(Claude):
    """One conversation, with its record in `folder`; without one the host keeps none."""

    host = "codex"

    def __init__(self, dialects: Dialects, folder: Path | None = None, **more: Any) -> None:
        super().__init__(dialects, **{"session": SESSION, **more})
        self.record = folder / f"rollout-{self.session}.jsonl" if folder else None
        self.transcript = str(self.record) if self.record else ""

    def common(self) -> dict[str, Any]:
        return {**super().common(), "transcript_path": self.transcript or None, "model": "gpt-5.2-codex"}

    def prompt(self) -> dict[str, Any]:
        return {"turn_id": f"turn-{self.turns}", "permission_mode": "default"}

    def write(self, kind: str, **payload: Any) -> None:
        if self.record:
            row = {"timestamp": "2026-11-30T12:47:05.995Z", "ordinal": 1, "type": kind, "payload": payload}
            with self.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, separators=(",", ":")) + "\n")

    def turn(self, text: str) -> str:
        given = super().turn(text)
        item = {"type": "UserMessage", "content": [{"type": "text", "text": text}]}
        self.write("event_msg", type="item_completed", turn_id=f"turn-{self.turns}", item=item)
        return given

    def after(self, tool: ScriptTool, said: dict[str, Any]) -> str:
        said = {key: value for key, value in said.items() if key != "effort"}
        item = {"type": "CommandExecution", "id": said["tool_use_id"], "exit_code": tool.exit_code}
        self.write("event_msg", type="item_completed", item=item)
        return self.said("PostToolUse", **said, tool_response=tool.output)

    def compact(self, summary: str) -> str:
        """Before, after, and then the start: another order than Claude Code's, and no summary in any of them."""
        said = {"turn_id": f"turn-{self.turns}", "trigger": "auto"}
        assert self.fire("PreCompact", **said) == b""
        self.write("compacted", message=PREFACE + summary, replacement_history=[])
        assert self.fire("PostCompact", **said) == b""
        return self.start("compact")
