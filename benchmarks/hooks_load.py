"""Eight sessions at once, 500 events each by real clients: none lost, none crossed, the process as large as before.

Takes minutes. Half of the calls fail, so that lessons are learned; every tenth event is a prompt.
"""

import json
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.hooks import serving
from remora.hosts.hooks.launch import Client, install_client
from remora.project import key_of
from remora.store import Store, maintenance
from remora.surfaces.server import ask

SESSIONS, EVENTS = 8, 500
WARM = SESSIONS * EVENTS // 4  # events: by then caches and bounded lists are full
GROWTH = 1.05  # of the resident memory, as of a long session
PROMPT_EVERY = 10
MOST_SECONDS = 1_800.0


def run() -> Iterator[str]:
    """One line, or the end of the run where anything is lost, crossed or too large."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        home = place / "home"
        home.mkdir(mode=0o700)
        (home / "config.toml").write_text('embedder = "minilm"\n')
        client = install_client(home)
        with serving(home):
            hosts = [_Host(client, place, number) for number in range(SESSIONS)]
            for host in hosts:
                host.thread.start()
            warm = _warm(home, hosts)
            for host in hosts:
                host.thread.join(MOST_SECONDS)
            end = _memory(home)
            heard = int((ask.status(home) or {"events": 0})["events"])
        wrong = [fault for host in hosts for fault in (*host.faults, *_missing(home, host))]
        spooled = list((home / "spool" / "events").glob("*.event"))
    if wrong or spooled or end > GROWTH * warm:
        raise SystemExit(f"{wrong[:3]}, {len(spooled)} spooled, {end / 1e6:.1f} MB after {warm / 1e6:.1f} MB: TOO MUCH")
    yield (
        f"{SESSIONS} sessions, {SESSIONS * EVENTS:,} events, {heard:,} answered, none lost or crossed; "
        f"{end / 1e6:.1f} MB, {warm / 1e6:.1f} MB after {WARM:,}, bar {GROWTH:g}: ok"
    )


class _Host:
    """A session in a project of its own."""

    def __init__(self, client: Client, place: Path, number: int) -> None:
        self.folder, self.name = place / f"project-{number}", f"session-{number}"
        (self.folder / ".git").mkdir(parents=True)
        (self.folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.client, self.faults, self.sent = client, list[str](), 0
        self.calls: set[str] = set()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        for number in range(EVENTS):
            event, said = self._event(number)
            line = [str(self.client.python), "-I", "-S", str(self.client.compiled), "claude", event, "within=20000"]
            body = json.dumps({"session_id": self.name, "cwd": str(self.folder), **said}).encode()
            done = subprocess.run(line, input=body, capture_output=True, cwd=self.folder)
            if done.returncode or done.stderr:
                self.faults.append(f"{event}: {done.returncode} {done.stderr[:80]!r}")
            self.sent += 1

    def _event(self, number: int) -> tuple[str, dict[str, Any]]:
        if number % PROMPT_EVERY == 0:
            return "UserPromptSubmit", {"prompt": f"how do we build part {number} of {self.name}?"}
        call = f"{self.name}-{number}"
        self.calls.add(call)
        table = {"command": f"make part-{number % 40} of={self.name}"}
        said: dict[str, Any] = {"tool_name": "Bash", "tool_use_id": call, "tool_input": table}
        if number % 2:
            return "PostToolUseFailure", {**said, "error": "Exit code 2\nNo rule to make target", "is_interrupt": False}
        return "PostToolUse", {**said, "tool_response": {"stdout": "done\n" * 40, "stderr": "", "interrupted": False}}


def _warm(home: Path, hosts: list[_Host]) -> int:
    while sum(host.sent for host in hosts) < WARM and any(host.thread.is_alive() for host in hosts):
        hosts[0].thread.join(0.2)
    return _memory(home)


def _memory(home: Path) -> int:
    return int((ask.status(home) or {"memory": 0})["memory"])


def _missing(home: Path, host: _Host) -> Iterator[str]:
    store = Store.open(home)
    try:
        db = store.read()
        yield from maintenance.integrity(db)
        rows = db.execute(
            "SELECT record FROM journal WHERE session = ? AND kind = 'tool'", (host.name,)
        ).fetchall()  # fmt: skip
        commands = [json.loads(str(record))["command"] for (record,) in rows]
        if len(commands) != len(host.calls):
            yield f"{host.name}: {len(commands)} of {len(host.calls)} calls"
        if any(host.name not in command for command in commands):
            yield f"{host.name}: holds another's calls"
        projects = db.execute("SELECT project FROM sessions WHERE id = ?", (host.name,)).fetchall()
        if [project for (project,) in projects] != [key_of(host.folder)]:
            yield f"{host.name}: is of {projects}"
    finally:
        store.close()
