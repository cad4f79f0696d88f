"""Finds the environment that Hermes runs in, and whether Remora is installed there: entry points are seen only there.

Called by the commands `remora hermes …`. Runs that environment's Python once, isolated; installs nothing.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from remora.errors import EnvironmentTrouble
from remora.hosts.hermes.places import places

COMMAND, DISTRIBUTION = "hermes", "hermes-agent"
SECONDS = 30  # a cold Python on a slow disk; it answers within a fifth of a second otherwise
HEAD_BYTES = 4096  # a launcher is a few lines
# What a launcher names: an interpreter, or another launcher that it hands over to.
NAMED = re.compile(rb"(/[^\s\"'$]+/(?:python[0-9.]*|hermes))(?=[\s\"'\n]|$)")
QUESTION = """
import importlib.metadata as m, importlib.util as u, json, sys
def version(name):
    try: return m.version(name)
    except m.PackageNotFoundError: return None
entry = any(e.name == "remora" for e in m.entry_points(group="hermes_agent.plugins"))
print(json.dumps([version("hermes-agent"), version("remora") if entry else None, sys.prefix, bool(u.find_spec("pip"))]))
"""


@dataclass(frozen=True, slots=True)
class Installation:
    """`kind` is how Hermes was installed; `remora` the version of ours that it sees there, None for none."""

    python: Path
    kind: str
    hermes: str
    remora: str | None
    command: str
    """What installs Remora there."""


def find(named: Path | None = None) -> Installation:
    """Hermes's environment: that of `named` (its command or its Python), else of the first Hermes that is found.

    Raises EnvironmentTrouble where there is none.
    """
    looked: list[str] = []
    for candidate in [named] if named else _candidates():
        python = _python(candidate)
        if python is None:
            continue
        looked.append(str(python))
        found = _asked(python)
        if found is not None:
            return found
    where = str(named) if named else "the command `hermes` on the path, nor where its installers put it"
    raise EnvironmentTrouble(
        f"Nothing was done: Hermes Agent was not found: not by {where}.",
        f"Name its command or its Python: --hermes PATH.{' Looked at: ' + ', '.join(looked) + '.' if looked else ''}",
    )


def _candidates() -> Iterator[Path]:
    """Where Hermes may be, the one that a person would start first."""
    started = shutil.which(COMMAND)
    if started:
        yield Path(started)
    home = Path.home()
    yield home / ".local" / "bin" / COMMAND
    for folder in (
        places()[0].folder / DISTRIBUTION / "venv",  # Hermes's own installer
        Path("/usr/local/lib") / DISTRIBUTION / "venv",  # the same, run by root
        home / ".local/share/uv/tools" / DISTRIBUTION,
        home / ".local/share/pipx/venvs" / DISTRIBUTION,
        home / ".local/pipx/venvs" / DISTRIBUTION,
    ):
        yield folder / "bin" / COMMAND


def _python(launcher: Path, hops: int = 3) -> Path | None:
    """The interpreter behind a launcher: itself, the one beside it, or the one that it names."""
    try:
        # Not resolved at first: the Python of an environment is a link, and only its own place tells which.
        path = launcher.expanduser().absolute()
        if not path.is_file():
            return None
        if path.name.startswith("python"):
            return path
        head = path.read_bytes()[:HEAD_BYTES]
    except OSError:
        return None
    for name in NAMED.findall(head):
        target = Path(name.decode("utf-8", "surrogateescape"))
        if target.name.startswith("python") and target.is_file():
            return target
        if target != path and hops and (found := _python(target, hops - 1)) is not None:
            return found
    beside = path.resolve().with_name("python")
    return beside if beside.is_file() else None


def _asked(python: Path) -> Installation | None:
    try:
        done = subprocess.run(
            [str(python), "-I", "-c", QUESTION], capture_output=True, text=True, timeout=SECONDS, check=False
        )
        hermes, remora, prefix, pip = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return None
    if hermes is None:
        return None
    kind = _kind(Path(prefix))
    return Installation(python, kind, str(hermes), remora, _command(kind, python, has_pip=bool(pip)))


def _kind(prefix: Path) -> str:
    parts = prefix.parts
    if "uv" in parts and "tools" in parts:
        return "uv tool"
    if "pipx" in parts:
        return "pipx"
    return "Hermes's installer" if prefix.parent.name == DISTRIBUTION else "pip"


def _command(kind: str, python: Path, *, has_pip: bool) -> str:
    if kind == "uv tool":
        return "uv tool install hermes-agent --with remora"
    if kind == "pipx":
        return "pipx inject hermes-agent remora"
    return f"{python} -m pip install remora" if has_pip else f"uv pip install --python {python} remora"
