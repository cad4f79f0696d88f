"""Where Hermes keeps its profiles, by Hermes's own rules, found from outside without starting it. Reads two variables
and the file that names the active profile; changes nothing.
"""

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from remora.errors import UsageError

DEFAULT = "default"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")  # Hermes's own rule for the names of profiles


@dataclass(frozen=True, slots=True)
class Place:
    """One profile: its name and its folder, in which `config.yaml` lies."""

    profile: str
    folder: Path

    @property
    def config(self) -> Path:
        return self.folder / "config.yaml"


def place(profile: str | None) -> Place:
    """The profile of this name, else the one that Hermes would take now. Raises UsageError for an unknown one."""
    root = _root()
    named = Path(os.environ.get("HERMES_HOME", "").strip() or root)
    if profile is None and named.parent.name == "profiles":
        return Place(named.name, named)
    name = profile or _active(root)
    folder = root if name == DEFAULT else root / "profiles" / name
    if name != DEFAULT and (not NAME.fullmatch(name) or not folder.is_dir()):
        raise UsageError(
            f"Nothing was done: Hermes has no profile {name!r} in {root}.",
            f"There are: {', '.join(one.profile for one in places())}.",
        )
    return Place(name, folder)


def places() -> tuple[Place, ...]:
    """All profiles, the default one first."""
    root = _root()
    named = root / "profiles"
    folders = sorted(each for each in named.iterdir() if each.is_dir()) if named.is_dir() else []
    return (Place(DEFAULT, root), *(Place(each.name, each) for each in folders if NAME.fullmatch(each.name)))


def _root() -> Path:
    """The folder that holds the default profile and the others."""
    native = _native()
    named = os.environ.get("HERMES_HOME", "").strip()
    if not named:
        return native
    path = Path(named)
    if path.resolve().is_relative_to(native.resolve()):
        return native
    return path.parent.parent if path.parent.name == "profiles" else path


def _native() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "").strip()
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "hermes"
    return Path.home() / ".hermes"


def _active(root: Path) -> str:
    """The profile that `hermes profile use` chose."""
    try:
        return (root / "active_profile").read_text(encoding="utf-8").strip() or DEFAULT
    except (OSError, UnicodeDecodeError):
        return DEFAULT
