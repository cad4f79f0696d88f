"""A home with a hook client whose resident process speaks the small dialect, for the tests of both."""

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from remora.hosts.hooks import places
from remora.hosts.hooks.launch import Client, install_client
from remora.store import Store
from remora.surfaces.server import ask

SMALL = Path(__file__).parent / "small.py"
SIGNALLED = (-9, 4)  # killed by a test; another one was running already
SECONDS = 60.0  # that anything here may take on a machine under load; nothing asserts less
WITHIN = 30_000


def until(true: Callable[[], Any], what: str = "it") -> Any:
    """Wait for something to become true, and return it."""
    end = time.monotonic() + SECONDS
    while not (found := true()):
        assert time.monotonic() < end, f"{what} did not come about"
        time.sleep(0.02)
    return found


@dataclass
class House:
    """One home. What is started here is ended by `close`."""

    home: Path
    client: Client
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @classmethod
    def build(cls, folder: Path, *, options: Sequence[str] = (), settings: str = "") -> "House":
        home = folder / "home"
        home.mkdir(mode=0o700, parents=True)
        (home / "config.toml").write_text(f'embedder = "none"\n{settings}')
        made = cls(home, install_client(home))
        python = folder / "python"  # stands for the environment's own, and serves with the small dialect
        words = [sys.executable, str(SMALL), *options]
        python.write_text(f'#!/bin/sh\nshift 4\nexec {shlex.join(words)} "$@"\n')
        python.chmod(0o700)
        made.conf(python=str(python))
        return made

    def conf(self, *, version: str | None = None, python: str | None = None, package: str | None = None) -> None:
        """Change what the client knows of its installation."""
        file = self.home / places.HOOKS / places.CLIENT_LINES
        old = file.read_text().split("\n")
        file.write_text("\n".join([version or old[0], python or old[1], package or old[2], ""]))

    def line(self, event: str, *options: str) -> list[str]:
        return [str(self.client.python), "-I", "-S", str(self.client.compiled), "small", event, *options]

    def send(
        self, event: str, said: object, *options: str, within: int = WITHIN, **environment: str
    ) -> "subprocess.CompletedProcess[bytes]":
        """One event by the client, as a host would send it."""
        return subprocess.run(
            self.line(event, f"within={within}", *options), input=json.dumps(said).encode(), capture_output=True,
            env=clean(environment), timeout=SECONDS,
        )  # fmt: skip

    def serve(self, *options: str, version: str = "") -> "subprocess.Popen[bytes]":
        """A resident process, told by `ready` when it answers."""
        process = subprocess.Popen(
            [sys.executable, str(SMALL), "--home", str(self.home), *options],
            env=clean({"SMALL_VERSION": version} if version else {}), stderr=subprocess.PIPE,
        )  # fmt: skip
        self.processes.append(process)
        return process

    def ready(self) -> dict[str, Any]:
        def answers() -> dict[str, Any] | None:
            ended = [process for process in self.processes if process.poll() not in (None, 0, *SIGNALLED)]
            assert not ended, self.log_of_process()
            return ask.status(self.home)

        found: dict[str, Any] = until(answers, "a resident process")
        return found

    def log_of_process(self) -> str:
        file = self.home / places.SERVE / places.LOG
        return file.read_text() if file.exists() else ""

    def spooled(self) -> list[Path]:
        return sorted(self.home.joinpath(places.EVENTS).glob("*.*"))

    def kept(self) -> list[tuple[str, str]]:
        """Session and event id of every tool call in the journal."""
        store = Store.open(self.home)
        try:
            found = store.read().execute("SELECT session, event_id FROM journal WHERE kind = 'tool'").fetchall()
            return [(str(session), str(event)) for session, event in found]
        finally:
            store.close()

    def log(self) -> str:
        file = self.home / places.HOOKS / places.CLIENT_LOG
        return file.read_text() if file.exists() else ""

    def close(self) -> None:
        for process in self.processes:  # one that waits for another to leave would take its place
            if process.poll() is None:
                process.terminate()
            process.communicate(timeout=SECONDS)
        assert ask.stop(self.home)


def clean(more: dict[str, str]) -> dict[str, str]:
    """This process's environment without settings of Remora's."""
    return {name: value for name, value in os.environ.items() if not name.startswith("REMORA_")} | more


def tool(session: str, number: int) -> dict[str, object]:
    return {"session": session, "cwd": "/", "command": f"make part-{number}", "n": number}
