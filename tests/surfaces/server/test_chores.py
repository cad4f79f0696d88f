"""What the process does besides answering: what waits is embedded, drained, captured and dreamt of in time."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_mock import MockerFixture
from surfaces.server.house import until
from surfaces.server.small import Small

from remora.hosts.hooks import places
from remora.store import Store, spool
from remora.surfaces.server import chores
from remora.surfaces.server.chores import Chores, Reason
from remora.surfaces.server.door import Door
from remora.surfaces.server.hearing import Hearing
from remora.surfaces.server.inbox import Inbox
from remora.surfaces.server.riders import Riders
from remora.surfaces.server.workers import Workers
from remora.wiring import build, settings_of


class Kept:
    """Chores of a home, with what they are made of."""

    def __init__(self, home: Path) -> None:
        self.home, self.door, self.riders = home, Door(home), Riders(home)
        self.workers = Workers(self.door, lambda asked: b"")
        self.hearing = Hearing(Small(self.riders), self.riders)
        self.inbox = Inbox(home)
        self.chores = Chores(
            home, settings_of(home=home), self.door, self.workers, self.hearing, self.riders, self.inbox
        )

    def tick(self) -> Reason | None:
        return self.chores.tick(lambda: False)


@pytest.fixture
def kept(tmp_path: Path, mocker: MockerFixture) -> Iterator[Kept]:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text('embedder = "hashing"\ndream = true\ncapture = true\n')
    places.make(home)
    mocker.patch.object(chores, "UPKEEP", 0.0)
    made = Kept(home)
    yield made
    made.workers.leave()
    made.door.close()
    made.riders.close()


def test_notes_that_another_process_left_without_a_vector_are_embedded(kept: Kept) -> None:
    other = build(settings_of(home=kept.home, explicit={"embedder": "none"}))
    other.memory.add("The harbour light is green", project=None)
    other.close()
    rider = kept.riders("")
    assert rider is not None
    assert rider.memory.vectors.waiting() == 1
    assert kept.tick() is None
    until(lambda: rider.memory.vectors.waiting() == 0)


def test_what_other_processes_had_to_spool_is_written(kept: Kept) -> None:
    rider = kept.riders("")
    assert rider is not None
    spool.write(kept.home, [{"what": "dream_due", "at": rider.store.clock()}])
    assert kept.tick() is None
    assert spool.waiting(kept.home) == []


def test_a_due_dream_and_sessions_that_ended_silently_are_looked_at(kept: Kept, mocker: MockerFixture) -> None:
    rider = kept.riders("")
    assert rider is not None
    dreams = mocker.spy(rider.memory.dreams, "gates")
    silent = mocker.spy(rider.memory.capture, "_silent")
    assert kept.tick() is None
    until(lambda: dreams.call_count and silent.call_count)


def test_nothing_is_looked_at_before_it_is_time(kept: Kept, mocker: MockerFixture) -> None:
    mocker.patch.object(chores, "UPKEEP", 1_000.0)
    rider = kept.riders("")
    assert rider is not None
    drained = mocker.spy(rider.memory, "drain")
    assert kept.tick() is None
    assert drained.call_count == 0


def test_it_does_not_leave_while_it_works(kept: Kept, mocker: MockerFixture) -> None:
    kept.riders("")
    kept.chores._idle = 0.0
    rider = kept.riders("")
    assert rider is not None
    rider.memory.dreams.join(30)
    until(lambda: rider.memory.capture.settle(30))
    mocker.patch.object(rider.memory.dreams, "join", return_value=False)
    assert kept.tick() is None
    mocker.stopall()
    mocker.patch.object(chores, "UPKEEP", 1_000.0)
    time.sleep(0.01)
    assert until(kept.tick) is Reason.IDLE


def test_threads_that_answer_no_more_end_the_process(kept: Kept, mocker: MockerFixture) -> None:
    mocker.patch.object(Workers, "stuck", new_callable=mocker.PropertyMock, return_value=chores.STUCK + 1)
    assert kept.tick() is Reason.STUCK


def test_another_package_in_its_place_ends_the_process(kept: Kept, mocker: MockerFixture, tmp_path: Path) -> None:
    mocker.patch.object(chores, "PACKAGE", tmp_path / "gone")
    assert kept.tick() is Reason.REPLACED


def test_profiles_are_opened_once_and_only_so_many(kept: Kept, mocker: MockerFixture) -> None:
    names = [f"profile-{number}" for number in range(10)]
    tables = "".join(f"[profiles.{name}]\n" for name in ("work", *names))
    (kept.home / "config.toml").write_text('embedder = "none"\n' + tables)
    assert kept.riders("") is kept.riders("default")
    assert kept.riders("work") is not kept.riders("")
    for name in names:
        kept.riders(name)
    assert len(kept.riders.names) == 8
    assert kept.riders("profile-9") is None


def test_a_profile_that_is_not_defined_rides_as_the_default_and_takes_no_place(
    kept: Kept, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REMORA_PROFILE", "of-whoever-started-this")
    for _ in range(2):
        for number in range(10):
            assert kept.riders(f"profile-{number}") is kept.riders("")
    assert kept.riders.names == ("default",)
    assert len([line for line in caplog.messages if "there is no profile 'profile-3'" in line]) == 1


def test_events_in_the_spool_reach_the_journal(kept: Kept) -> None:
    body = json.dumps({"session": "s", "cwd": "/", "command": "make"}).encode()
    head = "\0".join(["", "0.1.0", "small", "tool", "0123456789abcdef", "0", "1", "/", ""]).encode()
    frame = b"remora 1 event %d %d\n%b%b" % (len(head), len(body), head, body)
    (kept.home / places.EVENTS / f"1-a{places.READY}").write_bytes(frame)
    assert kept.tick() is None
    store = Store.open(kept.home)
    found = store.read().execute("SELECT session FROM journal").fetchall()
    store.close()
    assert found == [("s",)]
