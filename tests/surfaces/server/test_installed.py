"""What happens to sessions under way when the package is upgraded or uninstalled: nothing that a host could see.

The package is copied into an environment of its own, as an installer would put it there; what it needs is borrowed.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from surfaces.server.house import SECONDS, clean, until

import remora
import remora_hookspecs
from remora.hosts.hooks import places
from remora.store import Store
from remora.surfaces.server import ask

INSTALL = """
import shlex, sys
from pathlib import Path
from remora.hosts.hooks.launch import install_client
client = install_client(Path(sys.argv[1]))
print(client.command("claude", "PostToolUse", within_ms=30_000))
print(client.command("claude", "UserPromptSubmit", within_ms=30_000, waits=True))
"""


@dataclass
class Installed:
    """An environment with the package, a home, and the lines that a host runs."""

    site: Path
    python: Path
    home: Path
    lines: list[str] = field(default_factory=list)
    sent: int = 0

    def install(self, version: str) -> None:
        """Put the package there as this version; where another lies, as an upgrade does."""
        self.uninstall()
        for package in (remora, remora_hookspecs):
            source = Path(str(package.__file__)).parent
            shutil.copytree(source, self.site / source.name, ignore=shutil.ignore_patterns("__pycache__"))
        told = self.site / "remora" / "__init__.py"
        told.write_text(told.read_text().replace(f'"{remora.__version__}"', f'"{version}"'))

    def uninstall(self) -> None:
        for package in (remora, remora_hookspecs):
            shutil.rmtree(self.site / Path(str(package.__file__)).parent.name, ignore_errors=True)

    def install_client(self) -> None:
        done = subprocess.run(
            [self.python, "-c", INSTALL, self.home], capture_output=True, text=True, check=True, env=clean({})
        )
        self.lines = done.stdout.splitlines()

    def tool(self) -> None:
        """One tool call of a session, of which the host sees nothing."""
        self.sent += 1
        said = {
            "session_id": "s", "cwd": "/", "tool_name": "Bash", "tool_use_id": f"call-{self.sent}",
            "tool_input": {"command": f"make part-{self.sent}"}, "tool_response": {"stdout": "done"},
        }  # fmt: skip
        assert self._run(self.lines[0], said) == (0, b"", b"")

    def prompt(self) -> None:
        code, _, err = self._run(self.lines[1], {"session_id": "s", "cwd": "/", "prompt": "how do we build part 1?"})
        assert (code, err) == (0, b"")

    def _run(self, line: str, said: object) -> tuple[int, bytes, bytes]:
        done = subprocess.run(
            line, shell=True, input=json.dumps(said).encode(), capture_output=True, env=clean({}), timeout=SECONDS
        )
        return done.returncode, done.stdout, done.stderr

    def kept(self) -> int:
        store = Store.open(self.home)
        try:
            ((count,),) = store.read().execute("SELECT count(*) FROM journal WHERE kind = 'tool'").fetchall()
            return int(str(count))
        finally:
            store.close()

    def version(self) -> str:
        return str((ask.status(self.home) or {}).get("version", ""))

    def spooled(self) -> int:
        return len(list((self.home / places.EVENTS).glob("*.event")))


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Installed]:
    folder, home = tmp_path / "environment", tmp_path / "home"
    venv.create(folder, symlinks=True, with_pip=False)
    site = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text('embedder = "none"\n')
    made = Installed(site, folder / "bin" / "python", home)
    made.install("0.1.0")
    made.install_client()
    yield made
    assert ask.stop(home)


def test_after_an_uninstall_hosts_see_nothing_and_nothing_is_started(installed: Installed) -> None:
    installed.prompt()
    installed.tool()
    until(installed.version)
    installed.uninstall()
    installed.tool()
    until(lambda: not ask.runs(installed.home), "the end of the process")
    for _ in range(3):
        installed.tool()
        installed.prompt()
    assert not ask.runs(installed.home)
    shutil.rmtree(installed.python.parent)  # and its environment with it
    installed.tool()
    assert not ask.runs(installed.home)


def test_an_upgrade_while_a_session_runs_loses_nothing_and_the_newer_version_serves(installed: Installed) -> None:
    installed.prompt()
    for _ in range(5):
        installed.tool()
    assert installed.version() == "0.1.0"
    installed.uninstall()
    until(lambda: not ask.runs(installed.home))
    for _ in range(5):
        installed.tool()  # in the moment between the two
    installed.install("0.2.0")
    installed.prompt()  # from the old client still
    until(lambda: installed.version() == "0.2.0")
    installed.install_client()
    for _ in range(5):
        installed.tool()
    assert until(lambda: not installed.spooled())
    assert installed.kept() == installed.sent == 15


def test_an_upgrade_in_place_is_noticed_by_the_process_itself(installed: Installed) -> None:
    installed.prompt()
    until(installed.version)
    for _ in range(5):
        installed.tool()
    installed.install("0.3.0")
    while installed.version() != "0.3.0":  # a start that met half of the package is tried again after a while
        installed.tool()
        assert installed.sent < 1_000
    for _ in range(5):
        installed.tool()
    until(lambda: not installed.spooled())
    assert installed.kept() == installed.sent
