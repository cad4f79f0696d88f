"""What `remora install|uninstall HOST` would change in the host's own files: before and after, nothing written here.

Hooks go into the file that the host reads for every session. Claude Code gets a plugin's folder besides, for what hooks
are none: a command, a skill, an MCP server.
"""

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from remora.errors import RemoraError, UsageError
from remora.hosts import records
from remora.hosts.changes import Change, Plan, read
from remora.hosts.hooks import jsontext
from remora.hosts.hooks.launch import Client
from remora.hosts.records import Record, fingerprint
from remora.hosts.splices import Splice, applied

SECTION = "hooks"
OURS = re.compile(r"-I -S .*/hooks/client\.py'? (?:claude|codex) ")  # however old the line and wherever its home
SWITCH = "disableAllHooks"  # a setting of Claude Code's


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """One event: for how long the host is kept at most, whether also while the resident process only starts, and when
    the host itself gives up (seconds)."""

    event: str
    within_ms: int = 1_000
    waits: bool = False
    timeout: int = 10


# A prompt waits for a process that is starting, since its answer is what memory is for; nothing else is worth a second.
PROMPT = Hook(event="UserPromptSubmit", within_ms=3_000, waits=True)
BEFORE_TOOL = Hook(event="PreToolUse", within_ms=500)  # its advice rides with the result


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A host whose hooks stand in a JSON file. `folder` is the variable that moves its folder from `default`."""

    name: str
    title: str
    folder: str
    default: str
    file: str
    hooks: tuple[Hook, ...]
    plugin: str = ""
    """Where a plugin's folder goes, below the host's."""

    def place(self, environ: Mapping[str, str]) -> Path:
        named = environ.get(self.folder)
        return Path(named).expanduser() if named else Path.home() / self.default


CLAUDE = Host(
    name="claude",
    title="Claude Code",
    folder="CLAUDE_CONFIG_DIR",
    default=".claude",
    file="settings.json",
    hooks=(
        Hook(event="SessionStart"),
        PROMPT,
        BEFORE_TOOL,
        Hook(event="PostToolUse"),
        Hook(event="PostToolUseFailure"),
        Hook(event="PreCompact"),
        Hook(event="PostCompact"),
        Hook(event="Stop"),
        Hook(event="SessionEnd"),
    ),
    plugin="skills/remora",
)
CODEX = Host(
    name="codex",
    title="Codex",
    folder="CODEX_HOME",
    default=".codex",
    file="hooks.json",
    hooks=(
        Hook(event="SessionStart"),
        PROMPT,
        BEFORE_TOOL,
        Hook(event="PostToolUse"),
        Hook(event="PreCompact"),
        Hook(event="PostCompact"),
        Hook(event="Stop"),
        Hook(event="SessionEnd", timeout=3),  # Codex waits no longer, and says so at each start where more is asked
    ),
)
HOSTS: Mapping[str, Host] = MappingProxyType({one.name: one for one in (CLAUDE, CODEX)})


def install(
    host: Host, home: Path, client: Client, *, profile: str = "", files: Mapping[str, str] = MappingProxyType({}),
    place: Path | None = None, hooks_in_plugin: bool = False,
) -> Plan:  # fmt: skip
    """Write the hooks, and `files` into the plugin's folder. Raises UsageError where the host's file cannot be edited.

    `hooks_in_plugin`: the host's own settings stay as they are, and the plugin brings the hooks.
    """
    folder = place or host.place(os.environ)
    known, rows = _known(home, host)
    entries = {hook.event: _entry(hook, host, client, profile) for hook in host.hooks}
    if hooks_in_plugin:
        files = {**files, "hooks/hooks.json": _document({SECTION: {key: [one] for key, one in entries.items()}})}
    changes = [_settings(folder / host.file, rows, {} if hooks_in_plugin else entries)]
    if host.plugin:
        beneath = folder / host.plugin
        changes += [_file(beneath / name, rows, text, folder) for name, text in files.items()]
        changes += [_taken_away(file, rows, folder) for file in _theirs(rows, beneath, files)]
    return _plan(changes, known, rows, home, host)


def uninstall(host: Host, home: Path, *, place: Path | None = None) -> Plan:
    """Take it all back: to the byte where nobody changed the files since, else what is ours in them."""
    folder = place or host.place(os.environ)
    known, rows = _known(home, host)
    changes = [_settings(folder / host.file, rows, {})]
    if host.plugin:
        changes += [_taken_away(file, rows, folder) for file in _theirs(rows, folder / host.plugin, {})]
    return _plan(changes, known, rows, home, host)


def switched_off(host: Host, place: Path | None = None) -> bool:
    """Whether the host's own file says that no hook is to run. A file that cannot be read says nothing."""
    file = (place or host.place(os.environ)) / host.file
    try:
        return jsontext.parsed(read(file) or "{}", str(file)).get(SWITCH) is True
    except RemoraError:
        return False


def _known(home: Path, host: Host) -> tuple[Change, dict[str, tuple[Record, ...]]]:
    file = records.path(home, host.name)
    kept = read(file)
    return Change(file, kept, kept), dict(records.load(file))


def _settings(file: Path, rows: dict[str, tuple[Record, ...]], entries: Mapping[str, Any]) -> Change:
    """The host's file with these hooks of ours and no others; what we did to it is noted in `rows`."""
    text = read(file)
    base = _without(text, str(file), rows.pop(str(file), ()))
    if not entries:
        return Change(file, text, base)
    if base is None or not base.strip():
        whole = _document({SECTION: {key: [one] for key, one in entries.items()}})
        splices: tuple[Splice, ...] = (Splice(0, base or "", whole),)
    else:
        splices = jsontext.with_items(base, str(file), SECTION, entries)
    after = applied(base or "", splices)
    rows[str(file)] = (Record(fingerprint(base), fingerprint(after), splices),)
    return Change(file, text, after)


def _without(text: str | None, file: str, rows: tuple[Record, ...]) -> str | None:
    """The text as it was before us; None where there was none."""
    if text is None:
        return None
    before = records.undone(text, rows) if rows else None
    if before is not None:
        return before if rows[0].before else None
    if not text.strip():
        return text
    lifted = records.lifted(text, rows)
    text = lifted if _says_the_same(text, lifted, file) else text
    return applied(text, jsontext.without_items(text, file, SECTION, _is_ours))


def _says_the_same(text: str, lifted: str, file: str) -> bool:
    """Whether only entries of ours are gone."""
    try:
        there, here = _strangers(jsontext.parsed(text, file)), _strangers(jsontext.parsed(lifted, file))
    except UsageError:
        return False
    return there == here


def _strangers(settings: dict[str, Any]) -> dict[str, Any]:
    """What the file says besides our entries."""
    table = settings.get(SECTION)
    if not isinstance(table, dict):
        return settings
    left = {
        key: [one for one in groups if not _is_ours(one)] if isinstance(groups, list) else groups
        for key, groups in table.items()
    }
    return {**settings, SECTION: {key: groups for key, groups in left.items() if groups}} if any(left.values()) else {
        key: value for key, value in settings.items() if key != SECTION
    }


def _is_ours(group: Any) -> bool:
    hooks = group.get("hooks") if isinstance(group, dict) else None
    return isinstance(hooks, list) and bool(hooks) and all(
        isinstance(one, dict) and OURS.search(str(one.get("command"))) for one in hooks
    )


def _entry(hook: Hook, host: Host, client: Client, profile: str) -> dict[str, Any]:
    line = client.command(host.name, hook.event, profile=profile, within_ms=hook.within_ms, waits=hook.waits)
    return {"hooks": [{"type": "command", "command": line, "timeout": hook.timeout}]}


def _file(file: Path, rows: dict[str, tuple[Record, ...]], text: str, within: Path) -> Change:
    """A file of ours in the plugin's folder. Raises UsageError where somebody else's is there."""
    there = read(file)
    mine = rows.get(str(file), ())
    if there not in (None, text) and not any(fingerprint(there) == row.after for row in mine):
        raise UsageError(f"Nothing was changed: {file} was written by somebody else.", "Move it away, and try again.")
    rows[str(file)] = (Record("", fingerprint(text), ()),)
    return Change(file, there, text, within=within)


def _theirs(rows: Mapping[str, object], folder: Path, files: Mapping[str, str]) -> list[Path]:
    """The files of an earlier installation in this folder that are not wanted any more."""
    wanted = {folder / name for name in files}
    return [file for file in map(Path, rows) if folder in file.parents and file not in wanted]


def _taken_away(file: Path, rows: dict[str, tuple[Record, ...]], within: Path) -> Change:
    """A file of ours goes, unless somebody has changed it."""
    there, mine = read(file), rows.pop(str(file))
    ours = any(fingerprint(there) == row.after for row in mine)
    return Change(file, there, None if ours else there, within=within)


def _plan(
    changes: list[Change], known: Change, rows: dict[str, tuple[Record, ...]], home: Path, host: Host
) -> Plan:  # fmt: skip
    real = tuple(one for one in changes if one.before != one.after)
    after = records.dump(rows) if rows else None
    return Plan(real, Change(known.file, known.before, after if real else known.before))


def _document(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


