"""What is asked of Hermes's own modules, each question guarded: another version may not know the answer.

The only module that imports Hermes, apart from `provider`; nothing here is imported before Hermes has done so itself.
"""

import importlib
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NAME = "hermes"  # what provenance calls this host
PLUGIN = "remora"  # our key in Hermes's configuration
REVIEW_ORIGIN, REVIEW_THREAD = "background_review", "bg-review"  # what Hermes calls its own review of a conversation


def home() -> Path:
    """The folder of the active Hermes profile."""
    found = _ask("hermes_constants", "get_hermes_home")
    return found if isinstance(found, Path) else Path(os.environ.get("HERMES_HOME") or Path.home() / ".hermes")


def profile() -> str:
    """The name of the active Hermes profile."""
    found = _ask("hermes_cli.profiles", "get_active_profile_name")
    return found if isinstance(found, str) and found else "default"


def config() -> Mapping[str, Any]:
    """Hermes's configuration of the active profile, defaults included; empty where it cannot be read."""
    found = _ask("hermes_cli.config", "load_config")
    return found if isinstance(found, Mapping) else {}


def part(table: Mapping[str, Any], *path: str) -> Mapping[str, Any]:
    """The table that stands at `path`, empty where none does."""
    for name in path:
        found = table.get(name)
        table = found if isinstance(found, Mapping) else {}
    return table


def folder() -> str:
    """The folder that the conversation is about; a gateway has one for each of its sessions."""
    found = _ask("agent.runtime_cwd", "resolve_agent_cwd")
    return str(found) if found is not None else str(Path.cwd())


def is_reviewing() -> bool:
    """Whether this is Hermes's own review of a conversation, which bears that conversation's session id."""
    if threading.current_thread().name == REVIEW_THREAD:
        return True
    return bool(_ask("tools.skill_provenance", "get_current_write_origin") == REVIEW_ORIGIN)


def summary_body(text: str) -> str:
    """A compaction's summary without the page of instructions that Hermes puts before it."""
    try:
        strip = importlib.import_module("agent.context_compressor").ContextCompressor._strip_summary_prefix
        return str(strip(text)) or text
    except Exception:  # noqa: BLE001 - a private function of the host's: whatever becomes of it, the text is at hand
        return text


def _ask(module: str, function: str) -> Any:
    try:
        return getattr(importlib.import_module(module), function)()
    except Exception:  # noqa: BLE001 - a stranger's function: whatever it raises, we do without its answer
        return None
