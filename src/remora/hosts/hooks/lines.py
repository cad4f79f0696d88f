"""Which hooks of a host's settings are ours, and whose memory they serve. Called by the installer; reads text alone."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from remora.errors import UsageError
from remora.hosts.hooks import jsontext

SECTION = "hooks"  # of the settings: arrays of groups by event
MEMBERS = "hooks"  # of a group: what runs
OURS = re.compile(r"-I -S .*/hooks/client\.py'? (?:claude|codex) ")  # however old the line and wherever its home
READABLE = "-r"  # the test of the line before which it names the client
RUNS = "-x"  # the same for the interpreter


@dataclass(frozen=True, slots=True)
class Line:
    """One hook of ours: the event that it is for, the memory it serves, the interpreter it needs; None where it does
    not say."""

    event: str
    home: Path | None
    python: Path | None


def is_ours(hook: Any) -> bool:
    """Whether a hook of a group runs our client."""
    return isinstance(hook, dict) and bool(OURS.search(str(hook.get("command"))))


def ours(text: str | None, file: str) -> Iterator[Line]:
    """Our hooks in this text. Raises UsageError where it cannot be read."""
    table = jsontext.parsed(text or "{}", file).get(SECTION)
    for event, groups in table.items() if isinstance(table, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            for hook in filter(is_ours, _members(group)):
                words = _words(str(hook["command"]))
                client, python = _behind(READABLE, words), _behind(RUNS, words)
                yield Line(event, client.parent.parent if client else None, python)


def homes(text: str | None, file: str) -> frozenset[Path]:
    """The memories that hooks in this text serve. A text that cannot be read serves none."""
    try:
        return frozenset(line.home for line in ours(text, file) if line.home is not None)
    except UsageError:
        return frozenset()


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


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:
        return []


def _behind(test: str, words: list[str]) -> Path | None:
    at = words.index(test) + 1 if test in words else len(words)
    return Path(words[at]) if at < len(words) else None
