"""What `remora install|uninstall HOST` would change in the host's own files: before and after, nothing written here.

Hooks go into the file that the host reads for every session. Claude Code gets a plugin's folder besides, for what hooks
are none: a command, a skill, an MCP server.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from remora.errors import EnvironmentTrouble, RemoraError, UsageError
from remora.hosts import records
from remora.hosts.changes import Change, Plan, read
from remora.hosts.hooks import jsontext, plugin_folder
from remora.hosts.hooks.launch import Client
from remora.hosts.hooks.lines import MEMBERS, SECTION, homes, is_ours, strangers
from remora.hosts.records import Record, fingerprint
from remora.hosts.splices import Splice, applied

SWITCH = "disableAllHooks"  # a setting of Claude Code's
PLUGINS_HOOKS = "hooks/hooks.json"  # where a plugin may bring hooks, in the form of the settings


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
    marked: bool = True
    """Whether it reads a file that begins with a byte order mark."""

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
    marked=False,
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
    """Write the hooks, and `files` into the plugin's folder. Raises UsageError where the host's file cannot be edited,
    EnvironmentTrouble where it is a link to nowhere.

    `hooks_in_plugin`: the host's own settings stay as they are, and the plugin brings the hooks.
    """
    folder = place or host.place(os.environ)
    known, rows = _known(home, host)
    entries = {hook.event: _entry(hook, host, client, profile) for hook in host.hooks}
    hooked = _hooked(host, folder)
    if not hooks_in_plugin:
        _must_lead_somewhere(folder / host.file)
    wanted = ({}, entries) if hooks_in_plugin else (entries, {})
    changes = [_settings(file, rows, mine, host, folder) for file, mine in zip(hooked, wanted, strict=False)]
    if host.plugin:
        kept = rows.pop(str(hooked[1]), ())  # no file of those that are written as a whole
        changes += plugin_folder.filled(folder / host.plugin, files, rows, folder)
        rows.update({str(hooked[1]): kept} if kept else {})
    others = sorted(map(str, _served(changes, hooked) - {home}))
    told = [f"The hooks of another home, {other}, are replaced." for other in others]
    return _plan(changes, known, rows, told=tuple(told))


def uninstall(host: Host, home: Path, *, place: Path | None = None) -> Plan:
    """Take it all back, whichever home it was for: to the byte where nobody changed the files since, else what is ours
    in them."""
    folder = place or host.place(os.environ)
    known, rows = _known(home, host)
    hooked = _hooked(host, folder)
    changes = [_settings(file, rows, {}, host, folder) for file in hooked]
    left: tuple[Path, ...] = ()
    if host.plugin:
        changes += plugin_folder.emptied(folder / host.plugin, rows, folder)
        going = {one.file for one in changes if one.after is None}
        left = plugin_folder.left(folder / host.plugin, going)
    others = sorted(map(str, _served(changes, hooked) - {home}))
    told = [f"The hooks of another home, {other}, go too." for other in others]
    return _plan(changes, known, rows, told=tuple(told), left=left)


def switched_off(host: Host, place: Path | None = None) -> bool:
    """Whether the host's own file says that no hook is to run. A file that cannot be read says nothing."""
    file = (place or host.place(os.environ)) / host.file
    try:
        return jsontext.parsed(read(file) or "{}", str(file)).get(SWITCH) is True
    except RemoraError:
        return False


def served(home: Path) -> tuple[Host, ...]:
    """The hosts whose hooks serve this home, as far as they lie where they do now or where we wrote them."""
    return tuple(host for host in HOSTS.values() if any(_serves(file, home) for file in written(host, home)))


def written(host: Host, home: Path) -> set[Path]:
    """The files that may hold what we wrote for this home: where they lie now, and where we noted them."""
    return {*_hooked(host, host.place(os.environ)), *map(Path, records.load(records.path(home, host.name)))}


def noted(host: Host, home: Path) -> tuple[Path, ...]:
    """The host's folders in which we noted hooks that still stand there for this home."""
    files = sorted(Path(one) for one in records.load(records.path(home, host.name)))
    folders = {file: _folder(host, file) for file in files}
    return tuple(folder for file, folder in folders.items() if folder is not None and _serves(file, home))


def _folder(host: Host, file: Path) -> Path | None:
    """The host's folder, by a file in it that may hold hooks."""
    return next((folder for folder in file.parents if file in _hooked(host, folder)), None)


def _serves(file: Path, home: Path) -> bool:
    try:
        return home in homes(read(file), str(file))
    except RemoraError:
        return False


def _hooked(host: Host, folder: Path) -> tuple[Path, ...]:
    """The files that may hold hooks of ours."""
    return (folder / host.file, *((folder / host.plugin / PLUGINS_HOOKS,) if host.plugin else ()))


def _served(changes: list[Change], hooked: tuple[Path, ...]) -> frozenset[Path]:
    """The homes that these files serve before the change."""
    return frozenset().union(*(homes(one.before, str(one.file)) for one in changes if one.file in hooked))


def _known(home: Path, host: Host) -> tuple[Change, dict[str, tuple[Record, ...]]]:
    file = records.path(home, host.name)
    kept = read(file)
    return Change(file, kept, kept), dict(records.load(file))


def _must_lead_somewhere(file: Path) -> None:
    """A link may lead to a file that is yet to come, but hardly into a folder that is not there."""
    real = Path(os.path.realpath(file))
    if file.is_symlink() and not real.parent.is_dir():
        raise EnvironmentTrouble(
            f"Nothing was changed: {file} is a link to {real}, and there is no such folder.",
            "Make the folder, or take the link away.",
        )


def _settings(
    file: Path, rows: dict[str, tuple[Record, ...]], entries: Mapping[str, Any], host: Host, folder: Path
) -> Change:  # fmt: skip
    """A file with these hooks of ours and no others; what we did to it is noted in `rows`."""
    text = read(file)
    # Another home that has been installed here knows what was there before.
    others = [records.load(records.path(home, host.name)).get(str(file), ()) for home in homes(text, str(file))]
    base = _without(text, str(file), [rows.pop(str(file), ()), *others])
    within = None if file == folder / host.file else folder
    if not entries:
        return Change(file, text, base, within=within)
    if (base or "").startswith(jsontext.BOM) and not host.marked:
        raise UsageError(
            f"Nothing was changed: {file} begins with a byte order mark, and {host.title} runs no hook of such a file.",
            "Save it as UTF-8 without one.",
        )
    if base is None or _is_blank(base):
        mark = jsontext.BOM if (base or "").startswith(jsontext.BOM) else ""
        whole = mark + _document({SECTION: {key: [one] for key, one in entries.items()}})
        splices: tuple[Splice, ...] = (Splice(0, base or "", whole),)
    else:
        splices = jsontext.with_items(base, str(file), SECTION, entries)
    after = applied(base or "", splices)
    rows[str(file)] = (Record(fingerprint(base), fingerprint(after), splices),)
    return Change(file, text, after, within=within)


def _without(text: str | None, file: str, known: list[tuple[Record, ...]]) -> str | None:
    """The text as it was before us; None where there was none. `known`: what may have been done to it."""
    if text is None:
        return None
    for rows in filter(None, known):
        before = records.undone(text, rows)
        if before is not None:
            return before if rows[0].before else None
    if _is_blank(text):
        return text
    for rows in filter(None, known):
        lifted = records.lifted(text, rows)
        text = lifted if _says_the_same(text, lifted, file) else text
    said = jsontext.parsed(text, file)
    if said and not strangers(said) and text == _document(said):
        return None  # all of it is ours, as we write it where there is no file
    return applied(text, jsontext.without_items(text, file, SECTION, is_ours, MEMBERS))


def _is_blank(text: str) -> bool:
    return not text.removeprefix(jsontext.BOM).strip()


def _says_the_same(text: str, lifted: str, file: str) -> bool:
    """Whether only hooks of ours are gone."""
    try:
        there, here = strangers(jsontext.parsed(text, file)), strangers(jsontext.parsed(lifted, file))
    except UsageError:
        return False
    return there == here


def _entry(hook: Hook, host: Host, client: Client, profile: str) -> dict[str, Any]:
    line = client.command(host.name, hook.event, profile=profile, within_ms=hook.within_ms, waits=hook.waits)
    return {MEMBERS: [{"type": "command", "command": line, "timeout": hook.timeout}]}


def _plan(
    changes: list[Change], known: Change, rows: dict[str, tuple[Record, ...]], *, told: tuple[str, ...],
    left: tuple[Path, ...] = (),
) -> Plan:  # fmt: skip
    real = tuple(one for one in changes if one.before != one.after)
    after = records.dump(dict(sorted(rows.items()))) if rows else None
    return Plan(real, Change(known.file, known.before, after), told=told, left=left)


def _document(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
