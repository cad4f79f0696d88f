"""A person's machine for hosts that run a hook an event: a home, a project's folder, a memory, no network but loopback.

The hooks are those that `remora install` writes; the resident process is the real one, and is stopped at the end.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest

ROOT = Path(__file__).parents[2]
SECONDS = 120  # a hung host must not hang the tests; a turn takes about two seconds
PATIENCE = 60.0  # for what a resident process does by itself; it takes a moment, on a machine with nothing else to do
WORDS = 'embedder = "none"\n'  # what is tested here needs no model
CONFIG = """\
embedder = "none"
level = "high"
[plugin.cheap]
endpoint = "{url}/v1"
model = "scripted"
"""
NOWHERE = "http://127.0.0.1:9"
NO_NETWORK = {
    **dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"), NOWHERE),
    **dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1"),
}

Found = TypeVar("Found")


def program(host: str, *inside: str) -> Path:
    """The host's own program; skips where it is not installed."""
    found = sorted((ROOT / ".venvs" / host / "lib").glob("python*/site-packages"))
    path = found[0].joinpath(*inside) if found else None
    if path is None or not path.is_file():
        pytest.skip(f"the real program is not installed here: `python .ci/hosts.py {host}` does it (400 MB)")
    return path


@dataclass(frozen=True)
class Ran:
    """What a process left."""

    code: int
    out: str
    err: str


@dataclass
class Machine:
    """`host` is the name by which Remora knows the host."""

    host: str
    folder: Path
    variables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for each in (self.person, self.project, self.memory):
            each.mkdir(mode=0o700)
        # Variables of a session are not those of the resident process that it starts.
        (self.memory / "config.toml").write_text(WORDS, encoding="utf-8")

    @property
    def person(self) -> Path:
        return self.folder / "person"

    @property
    def project(self) -> Path:
        return self.folder / "shop"

    @property
    def memory(self) -> Path:
        return self.folder / "memory"

    def environ(self) -> dict[str, str]:
        return {
            **NO_NETWORK,
            "PATH": os.environ["PATH"],
            "HOME": str(self.person),
            "REMORA_HOME": str(self.memory),
            "GIT_CONFIG_GLOBAL": os.devnull,
            **self.variables,
        }

    def run(self, *line: object, said: str = "") -> Ran:
        """A process on that machine, with `said` on its standard input."""
        done = subprocess.run(
            [str(word) for word in line], env=self.environ(), cwd=self.project, capture_output=True, text=True,
            timeout=SECONDS, check=False, input=said,
        )  # fmt: skip
        return Ran(done.returncode, done.stdout, done.stderr)

    def remora(self, *arguments: object) -> Ran:
        ran = self.run(sys.executable, "-m", "remora", *arguments)
        assert ran.code == 0, ran
        return ran

    def install(self, *arguments: object) -> None:
        """Install into the host, and let the resident process come up, so that no answer is missed for its start."""
        self.remora("install", self.host, "--yes", *arguments)
        client = self.memory / "hooks" / "client.py"
        self.run(sys.executable, "-I", "-S", client, self.host, "Nothing", "within=60000", "wait", said="{}")
        assert json.loads(self.remora("serve", "status", "--json").out)["running"]

    def learns(self, url: str) -> None:
        """The memory grows by itself, with the model at `url`."""
        (self.memory / "config.toml").write_text(CONFIG.format(url=url), encoding="utf-8")

    def notes(self, trigger: str = "") -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.remora("list", "--json", "--raw").out)["notes"]
        return [note for note in found if trigger in json.dumps(note)]

    def events(self, session: str) -> list[tuple[str, str]]:
        """What the journal holds of a session: the kind, and what tells its events apart."""
        from remora.wiring import build, settings_of

        remora = build(settings_of(home=self.memory, explicit={"embedder": "none"}))
        try:
            return [_told(event.kind, event.record) for event in remora.memory.events(session)]
        finally:
            remora.close()


def _told(kind: str, record: Any) -> tuple[str, str]:
    if kind == "tool":
        return kind, f"{record['tool']}: {record['outcome']} {record['exit_code']}"
    return kind, f"{record.get('text')} -> {record.get('reply')}"


def awaited(look: Callable[[], Found]) -> Found:
    """What `look` finds, as soon as it finds anything."""
    until = time.monotonic() + PATIENCE
    while not (found := look()) and time.monotonic() < until:
        time.sleep(0.2)
    return found


def fixtures(host: str, name: str) -> list[dict[str, Any]]:
    """Rows that were recorded of the real host."""
    file = Path(__file__).parent / host / name
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def keys(rows: list[dict[str, Any]]) -> dict[str, set[str]]:
    """The keys that every event of a name has."""
    found: dict[str, set[str]] = {}
    for row in rows:
        found[row["event"]] = found.get(row["event"], set(row["body"])) & set(row["body"])
    return found


@contextmanager
def machine(make: Callable[[Path], Any], folder: Path) -> Iterator[Any]:
    """A machine whose resident process ends with the test."""
    made = make(folder)
    try:
        yield made
    finally:
        made.run(sys.executable, "-m", "remora", "serve", "stop")
