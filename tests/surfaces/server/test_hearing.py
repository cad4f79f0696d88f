"""Events that come more than once count once; those that wait in the spool are kept in order, or wait on."""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from remora.hosts.hooks import places
from remora.hosts.hooks.heard import Heard
from remora.surfaces.server import hearing, inbox, wire
from remora.surfaces.server.hearing import Hearing
from remora.surfaces.server.inbox import Inbox


class Ears:
    """Dialects that note what they hear."""

    def __init__(self, work: Callable[[Heard], bytes] = lambda heard: b"said") -> None:
        self.heard: list[Heard] = []
        self._work = work

    def answer(self, heard: Heard) -> bytes:
        self.heard.append(heard)
        return self._work(heard)

    def close(self) -> None: ...


def heard(number: int = 1, *, deadline: int = 100) -> Heard:
    return Heard(
        host="claude", event="Stop", body=b"{}", id=f"event-{number:04d}", at_ms=number, cwd="/", deadline_ms=deadline
    )


def hears(ears: Ears, *, memory: bool = True) -> Hearing:
    return Hearing(ears, cast(Any, lambda profile: "memory" if memory else None))


def test_the_same_event_is_answered_once() -> None:
    ears = Ears()
    made = hears(ears)
    assert [made.live(heard()), made.live(heard())] == [b"said", b""]
    assert made.late(heard())
    assert len(ears.heard) == made.events == 1


def test_one_that_was_kept_from_the_spool_is_not_heard_again_by_its_socket() -> None:
    ears = Ears()
    made = hears(ears)
    assert made.late(wire.late(heard()))
    assert made.live(heard()) == b""
    assert made.late(wire.late(heard()))
    assert len(ears.heard) == made.events == 1


def test_one_that_is_under_way_waits_in_the_spool_until_it_is_known_to_be_kept() -> None:
    begun, go = threading.Event(), threading.Event()

    def work(heard: Heard) -> bytes:
        begun.set()
        assert go.wait(30)
        return b"said"

    made = hears(Ears(work))
    thread = threading.Thread(target=made.live, args=(heard(),))
    thread.start()
    assert begun.wait(30)
    assert made.busy
    assert not made.late(heard())
    assert made.live(heard()) == b""
    go.set()
    thread.join(30)
    assert made.late(heard())
    assert not made.busy


def test_one_that_failed_may_come_again() -> None:
    def work(heard: Heard) -> bytes:
        if len(ears.heard) == 1:
            raise RuntimeError("ours")
        return b"said"

    ears = Ears(work)
    made = hears(ears)
    with pytest.raises(RuntimeError):
        made.live(heard())
    assert made.live(heard()) == b"said"


def test_without_a_memory_events_are_to_be_brought_again() -> None:
    ears = Ears()
    made = hears(ears, memory=False)
    assert made.live(heard()) is None
    assert not made.late(heard())
    assert ears.heard == []


def test_what_is_known_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "KNOWN", 10)
    made = hears(Ears())
    for number in range(50):
        made.live(heard(number))
    assert len(made._known) == 10


@pytest.fixture
def spool(tmp_path: Path) -> Inbox:
    places.make(tmp_path)
    return Inbox(tmp_path)


def test_events_are_kept_in_their_order_with_nobody_waiting(spool: Inbox, tmp_path: Path) -> None:
    ears = Ears()
    for number in (3, 1, 2):
        spool.put(heard(number))
    assert spool.drain(hears(ears).late, lambda: False) == 3
    assert [(one.at_ms, one.deadline_ms) for one in ears.heard] == [(1, 0), (2, 0), (3, 0)]
    assert spool.waiting() == []


def test_what_is_refused_waits_on_and_so_does_what_comes_behind_it_in_its_profile(spool: Inbox) -> None:
    for number in (1, 2, 3):
        spool.put(heard(number))
    spool.put(replace(heard(4), profile="other"))
    kept: list[int] = []

    def keep(one: Heard) -> bool:
        if one.at_ms == 2:
            return False
        kept.append(one.at_ms)
        return True

    assert spool.drain(keep, lambda: False) == 2
    assert kept == [1, 4]
    assert len(spool.waiting()) == 2


def test_what_is_no_event_is_moved_aside(spool: Inbox, tmp_path: Path) -> None:
    folder = tmp_path / places.EVENTS
    (folder / f"0-rubbish{places.READY}").write_bytes(b"rubbish")
    spool.put(heard())
    assert spool.drain(hears(Ears()).late, lambda: False) == 1
    assert [file.name for file in (folder / inbox.BAD).iterdir()] == [f"0-rubbish{places.READY}"]


def test_one_whose_client_still_waits_is_left_to_it_until_it_must_be_dead(spool: Inbox, tmp_path: Path) -> None:
    spool.put(heard())
    (file,) = spool.waiting()
    held = file.rename(file.with_suffix(places.HELD))
    part = held.with_name(".2-part")
    part.write_bytes(held.read_bytes().replace(b"0001", b"0002"))
    assert spool.waiting() == []
    long_ago = time.time() - inbox.ABANDONED - 1
    for one in (held, part):
        os.utime(one, (long_ago, long_ago))
    ears = Ears()
    assert spool.drain(hears(ears).late, lambda: False) == 2


def test_it_stops_when_it_is_told(spool: Inbox) -> None:
    for number in (1, 2, 3):
        spool.put(heard(number))
    assert spool.drain(hears(Ears()).late, lambda: len(spool.waiting()) == 1) == 2


def test_a_home_without_a_spool_has_nothing_waiting(tmp_path: Path) -> None:
    assert Inbox(tmp_path / "gone").drain(lambda one: True, lambda: False) == 0
