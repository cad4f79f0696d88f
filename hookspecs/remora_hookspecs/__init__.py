"""The contract between agent hosts, plugins and memory: seven events, five services, frozen payloads and the bus.

A plugin needs `hookimpl` and the payloads; a host needs `Bus` and the payloads. The bus loads on first use, so that a
plugin or a hook client that never touches it does not pay for it.
"""

from typing import TYPE_CHECKING

from remora_hookspecs.markers import hookimpl, hookspec
from remora_hookspecs.outcome import outcome
from remora_hookspecs.plain import plain
from remora_hookspecs.render import render, reply_text, strip
from remora_hookspecs.types import (
    Advice,
    Block,
    Compaction,
    Entry,
    ScanRule,
    Session,
    ToolCall,
    ToolReply,
    ToolRequest,
    ToolResult,
    ToolSpec,
    Turn,
    Verdict,
)

if TYPE_CHECKING:
    from remora_hookspecs.answer import Answer, Withheld
    from remora_hookspecs.bus import BadPlugin, Bus
    from remora_hookspecs.call import child_environ, deadline
    from remora_hookspecs.exits import EXITS, Exit
    from remora_hookspecs.specs import Memory, PluginSettings, Services
    from remora_hookspecs.summary import find_summary

__all__ = [
    "EXITS",
    "Advice",
    "Answer",
    "BadPlugin",
    "Block",
    "Bus",
    "Compaction",
    "Entry",
    "Exit",
    "Memory",
    "PluginSettings",
    "ScanRule",
    "Services",
    "Session",
    "ToolCall",
    "ToolReply",
    "ToolRequest",
    "ToolResult",
    "ToolSpec",
    "Turn",
    "Verdict",
    "Withheld",
    "child_environ",
    "deadline",
    "find_summary",
    "hookimpl",
    "hookspec",
    "outcome",
    "plain",
    "render",
    "reply_text",
    "strip",
]

_LATER = {
    "Answer": "answer",
    "Withheld": "answer",
    "BadPlugin": "bus",
    "Bus": "bus",
    "child_environ": "call",
    "deadline": "call",
    "EXITS": "exits",
    "Exit": "exits",
    "Memory": "specs",
    "PluginSettings": "specs",
    "Services": "specs",
    "find_summary": "summary",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
