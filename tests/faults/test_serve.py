"""The resident process is killed in mid-burst, again and again: hosts see nothing of it, nothing is lost."""

import itertools
import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from surfaces.server.house import SECONDS, House, clean, tool, until

from remora.project import key_of
from remora.store import Store, maintenance
from remora.surfaces.server import ask

SESSIONS, EVENTS, KILLS = 8, 30, 4  # events: at the least; a host goes on until the last kill has been


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House.build(tmp_path / "house")
    yield made
    made.close()


class Host:
    """One session in a project of its own: an event at a time, each by a client of its own."""

    def __init__(self, house: House, folder: Path, number: int, calm: threading.Event) -> None:
        self.calm = calm
        self.house, self.folder, self.name = house, folder / f"project-{number}", f"session-{number}"
        (self.folder / ".git").mkdir(parents=True)
        (self.folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.ended: list[tuple[int, bytes, bytes]] = []
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        for number in itertools.count():
            if number >= EVENTS and self.calm.is_set():
                return
            said = {**tool(self.name, number), "cwd": str(self.folder)}
            done = subprocess.run(
                self.house.line("tool", "within=10000"), input=json.dumps(said).encode(), capture_output=True,
                env=clean({}), timeout=SECONDS, cwd=self.folder,
            )  # fmt: skip
            self.ended.append((done.returncode, done.stdout, done.stderr))


def test_kill_9_in_mid_burst_costs_no_event_and_no_host_sees_it(house: House, tmp_path: Path) -> None:
    calm = threading.Event()
    hosts = [Host(house, tmp_path, number, calm) for number in range(SESSIONS)]
    for host in hosts:
        host.thread.start()
    try:
        for _ in range(KILLS):
            os.kill(until(lambda: _amid_events(house), "a process with events"), signal.SIGKILL)
    finally:
        calm.set()
        for host in hosts:
            host.thread.join(SECONDS)
    assert all(set(host.ended) == {(0, b"", b"")} for host in hosts)
    house.serve()  # what the last kill left in the spool needs somebody to drain it
    until(lambda: not house.spooled(), "an empty spool")
    _nothing_lost_or_crossed(house, hosts)


def _amid_events(house: House) -> int | None:
    """The process that has begun to take the burst's events, if one has."""
    found = ask.status(house.home)
    return found["pid"] if found and found["events"] > 5 else None


def _nothing_lost_or_crossed(house: House, hosts: list[Host]) -> None:
    store = Store.open(house.home)
    try:
        db = store.read()
        assert maintenance.integrity(db) == []
        for host in hosts:
            rows = db.execute("SELECT record FROM journal WHERE session = ? AND kind = 'tool'", (host.name,)).fetchall()
            commands = sorted(json.loads(str(record))["command"] for (record,) in rows)
            assert commands == sorted(f"make part-{number}" for number in range(len(host.ended)))
            ((project,),) = db.execute("SELECT project FROM sessions WHERE id = ?", (host.name,)).fetchall()
            assert project == key_of(host.folder)
    finally:
        store.close()
