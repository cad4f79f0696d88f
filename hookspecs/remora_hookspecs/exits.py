"""Every way by which text leaves towards a model, in one table. Tests walk it; the bus refuses any other exit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exit:
    """One way out. `name` is what `Bus.inspect(exit=…)` and the log of withheld text call it."""

    name: str
    what: str


EXITS: tuple[Exit, ...] = (
    Exit("session_start", "blocks at the start of a conversation"),
    Exit("context", "blocks beside a user turn, those kept from a compaction among them"),
    Exit("tool_call", "advice before a tool runs"),
    Exit("tool_result", "advice beside a tool's result"),
    Exit("session_compact", "blocks that wait for the next turn"),
    Exit("tools", "descriptions of tools that strangers' plugins offer"),
    Exit("run_tool", "replies of tools"),
    Exit("cli", "output of the command line that is not a terminal"),
    Exit("why", "the account of a note or a turn"),
    Exit("lessons", "the list of failed commands and what followed"),
    Exit("capture", "what a conversation said, in the question that capture asks a cheap model"),
    Exit("dream", "notes in the question that a dream asks a cheap model"),
    Exit("mcp_resource", "resources of the MCP server; its tools and prompts leave by run_tool"),
)

NAMES = frozenset(row.name for row in EXITS)
