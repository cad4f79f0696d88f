"""Which hooks of a host's settings are ours, and whose memory they serve. Called by the installer; reads text alone."""

import re
import shlex
from pathlib import Path
from typing import Any

from remora.errors import UsageError
from remora.hosts.hooks import jsontext

SECTION = "hooks"  # of the settings: arrays of groups by event
MEMBERS = "hooks"  # of a group: what runs
OURS = re.compile(r"-I -S .*/hooks/client\.py'? (?:claude|codex) ")  # however old the line and wherever its home
READABLE = "-r"  # the test of the line before which it names the client


def is_ours(hook: Any) -> bool:
    """Whether a hook of a group runs our client."""
    return isinstance(hook, dict) and bool(OURS.search(str(hook.get("command"))))


def homes(text: str | None, file: str) -> frozenset[Path]:
    """The memories that hooks in this text serve. A text that cannot be read serves none."""
    try:
        table = jsontext.parsed(text or "{}", file).get(SECTION)
    except UsageError:
        return frozenset()
    arrays = table.values() if isinstance(table, dict) else ()
    hooks = [hook for groups in arrays if isinstance(groups, list) for group in groups for hook in _members(group)]
    found = (_home(str(hook["command"])) for hook in hooks if is_ours(hook))
    return frozenset(home for home in found if home is not None)


def strangers(settings: dict[str, Any]) -> dict[str, Any]:
    """What the settings say besides our hooks."""
    table = settings.get(SECTION)
    if not isinstance(table, dict):
        return settings
    left = {
        key: [rest for group in groups for rest in _rest(group)] if isinstance(groups, list) else groups
        for key, groups in table.items()
    }
    kept = {key: groups for key, groups in left.items() if groups}
    others = {key: value for key, value in settings.items() if key != SECTION}
    return {**others, SECTION: kept} if kept else others


def _rest(group: Any) -> list[Any]:
    """The group without our hooks: none where it held nothing else."""
    if not any(map(is_ours, _members(group))):
        return [group]
    rest = [hook for hook in _members(group) if not is_ours(hook)]
    return [{**group, MEMBERS: rest}] if rest else []


def _members(group: Any) -> list[Any]:
    found = group.get(MEMBERS) if isinstance(group, dict) else None
    return found if isinstance(found, list) else []


def _home(line: str) -> Path | None:
    try:
        words = shlex.split(line)
    except ValueError:
        return None
    at = words.index(READABLE) + 1 if READABLE in words else len(words)
    return Path(words[at]).parent.parent if at < len(words) else None
