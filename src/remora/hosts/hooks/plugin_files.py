"""The files of the plugin for Claude Code, as they stand in its folder: filled in for this machine. Reads the package.

Called by `remora install claude`. Hooks are no part of them, unless the installer is asked for that.
"""

import json
import shlex
import sys
from collections.abc import Mapping
from importlib import resources
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from remora.home import FOLDER

PACKAGE = "remora.hosts.hooks"
ROOT = "claude_plugin"
# The skill has a name of its own: of a command and a skill of one name Claude Code shows its model the command alone.
FILES = (".claude-plugin/plugin.json", "commands/memory.md", "skills/recall/SKILL.md")
SERVER = ".mcp.json"
NEEDED = ("mcp", "remora.surfaces.mcp")  # without them the host would show a server that does not start


def files(home: Path, *, profile: str = "") -> Mapping[str, str]:
    """Each file's text by its path in the folder."""
    words = _words(home, profile)
    filled = {"{version}": version("remora"), "{remora}": shlex.join(words)}
    found = {name: _filled(name, filled) for name in FILES}
    if serves():
        server = {"command": words[0], "args": [*words[1:], "mcp"]}
        found[SERVER] = json.dumps({"mcpServers": {"memory": server}}, indent=2) + "\n"
    return found


def serves() -> bool:
    """Whether `remora mcp` would run here."""
    try:
        return all(find_spec(name) is not None for name in NEEDED)
    except ModuleNotFoundError:
        return False


def _words(home: Path, profile: str) -> list[str]:
    """How our command is run from anywhere: by path, with the home and profile that it was installed for."""
    script = Path(sys.executable).with_name("remora")
    words = [str(script)] if script.is_file() else [sys.executable, "-m", "remora"]
    if home != Path.home() / FOLDER:
        words += ["--home", str(home)]
    return [*words, *(["--profile", profile] if profile else [])]


def _filled(name: str, filled: Mapping[str, str]) -> str:
    text = (resources.files(PACKAGE) / ROOT / name).read_text(encoding="utf-8")
    for mark, value in filled.items():
        text = text.replace(mark, value)
    return text
