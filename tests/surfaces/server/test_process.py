"""One process a home: it starts once, survives what others left, gives way to newer ones alone, and leaves in order."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from surfaces.server.conftest import Build
from surfaces.server.house import SECONDS, House, clean, tool, until

import remora
from remora.hosts.hooks import places
from remora.surfaces.server import ask, door, mark, process, versions, wire

MINUTES = "serve_idle_minutes = {}\n"


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_second_process_of_a_home_leaves_at_once(house: House) -> None:
    house.serve()
    first = house.ready()
    second = house.serve()
    assert second.wait(SECONDS) == process.RUNS_ALREADY
    assert house.ready()["pid"] == first["pid"]


def test_a_second_home_has_its_own(build: Build) -> None:
    one, two = build("one"), build("two")
    one.serve(), two.serve()
    assert one.ready()["address"] != two.ready()["address"]
    one.send("tool", tool("in-one", 1))
    two.send("tool", tool("in-two", 1))
    assert [session for session, _ in one.kept()] == ["in-one"]
    assert [session for session, _ in two.kept()] == ["in-two"]


def test_after_kill_9_the_next_event_finds_a_new_process(house: House) -> None:
    first = house.serve()
    house.ready()
    first.kill()
    first.wait(SECONDS)
    assert Path(house_socket(house)).exists()  # nobody was there to take it away
    done = house.send("prompt", {"session": "s", "text": "hello"}, "wait")
    assert (done.returncode, done.stderr, house.log()) == (0, b"", "")
    assert house.ready()["pid"] != first.pid


def house_socket(house: House) -> str:
    found = door.read(house.home)
    assert found is not None
    return found.place


def test_a_stale_socket_and_address_are_in_nobodys_way(house: House) -> None:
    house.serve()
    place = Path(str(house.ready()["address"]).removeprefix("unix:"))
    assert ask.stop(house.home)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))
    (house.home / places.SERVE / places.ADDRESS).write_text(f"unix\n{place}\n\n")
    house.serve()
    assert house.ready()["address"] == f"unix:{place}"


def test_a_newer_version_takes_over_and_an_older_does_not(house: House) -> None:
    old = house.serve(version="0.0.9")
    assert house.ready()["version"] == "0.0.9"
    new = house.serve(version="7.1")
    assert old.wait(SECONDS) == 0
    assert until(lambda: (ask.status(house.home) or {}).get("version") == "7.1")
    older = house.serve(version="7.0.2")
    assert older.wait(SECONDS) == process.RUNS_ALREADY
    assert new.poll() is None


def test_a_client_of_a_newer_version_is_answered_and_starts_its_own(house: House) -> None:
    old = house.serve()
    house.ready()
    house.conf(version="99.1")
    assert house.send("tool", tool("s", 1), SMALL_VERSION="99.1").returncode == 0
    assert len(house.kept()) == 1
    assert old.wait(SECONDS) == 0
    assert until(lambda: (ask.status(house.home) or {}).get("version") == "99.1")


def test_a_client_of_an_older_version_is_answered_and_starts_none(house: House) -> None:
    house.serve()
    pid = house.ready()["pid"]
    house.conf(version="0.0.1")
    house.send("tool", tool("s", 1))
    assert len(house.kept()) == 1
    assert not (house.home / places.SERVE / places.STARTING).exists()
    assert house.ready()["pid"] == pid


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_in_order(house: House, number: signal.Signals) -> None:
    served = house.serve()
    house.ready()
    house.send("tool", tool("s", 1))
    served.send_signal(number)
    _, err = served.communicate(timeout=SECONDS)
    assert (served.returncode, err) == (0, b"")
    assert door.read(house.home) is None
    assert not ask.runs(house.home)
    assert len(house.kept()) == 1


def test_a_signal_in_the_middle_of_embedding_ends_it_in_order(house: House) -> None:
    """A process that ends inside a run of the model would abort."""
    notes = house.home / "notes.md"
    notes.write_text("".join(f"- Service {n} of the shop listens on port {2_000 + n}.\n" for n in range(400)))
    subprocess.run([sys.executable, "-m", "remora", "import", notes, "--home", house.home], check=True, env=clean(
        {"REMORA_EMBEDDER": "none"}), stdout=subprocess.DEVNULL)  # fmt: skip
    (house.home / "config.toml").write_text('embedder = "minilm"\n')
    served = house.serve()
    house.ready()
    served.terminate()
    _, err = served.communicate(timeout=SECONDS)
    assert (served.returncode, err) == (0, b"")


def test_it_leaves_when_nothing_is_asked(build: Build) -> None:
    house = build(settings=MINUTES.format(0.02))
    served = house.serve()
    assert served.wait(SECONDS) == 0
    assert "nothing was asked" in house.log_of_process()


def test_it_leaves_when_its_home_is_gone(house: House) -> None:
    served = house.serve()
    house.ready()
    house.home.rename(house.home.with_name("elsewhere"))
    assert served.wait(SECONDS) == 0
    house.home.with_name("elsewhere").rename(house.home)


def test_another_memory_in_the_place_of_the_old_one_is_the_one_that_counts(house: House) -> None:
    served = house.serve()
    since = house.ready()["since"]
    house.send("tool", tool("before", 1))
    for file in house.home.glob("memory.db*"):
        file.unlink()
    until(lambda: (ask.status(house.home) or {"since": since})["since"] != since)
    assert house.ready()["pid"] == served.pid
    house.send("tool", tool("after", 1))
    assert [session for session, _ in house.kept()] == ["after"]


def test_other_settings_count_from_its_next_second_on(house: House) -> None:
    served = house.serve()
    since = house.ready()["since"]
    (house.home / "config.toml").write_text('embedder = "none"\nlevel = "high"\n')
    until(lambda: (ask.status(house.home) or {"since": since})["since"] != since)
    assert house.ready()["pid"] == served.pid
    (house.home / "config.toml").write_text("level = ")  # in the middle of being written
    until(lambda: "the settings stay as they were" in house.log_of_process())
    house.send("tool", tool("s", 1))
    assert len(house.kept()) == 1
    (house.home / "config.toml").write_text('embedder = "none"\n')


def test_a_socket_that_was_swept_away_is_made_again(house: House) -> None:
    house.serve()
    since = house.ready()["since"]
    Path(house_socket(house)).unlink()
    until(lambda: (ask.status(house.home) or {"since": since})["since"] != since)
    house.send("tool", tool("s", 1))
    assert len(house.kept()) == 1


def test_an_address_that_was_deleted_is_told_again(house: House) -> None:
    house.serve()
    pid = house.ready()["pid"]
    (house.home / places.SERVE / places.ADDRESS).unlink()
    assert house.ready()["pid"] == pid


def test_settings_that_cannot_be_read_end_the_start_with_a_line_in_the_log(build: Build) -> None:
    house = build(settings='level = "loud"\n')
    done = house.serve()
    assert done.wait(SECONDS) == 1
    assert "loud" in house.log_of_process()
    assert "loud" in mark.reason(house.home)
    assert door.read(house.home) is None


def test_a_memory_that_cannot_be_opened_loses_no_event(house: House) -> None:
    (house.home / "memory.db").write_bytes(b"this is no database, and more of it follows until it is long enough" * 99)
    house.serve()
    house.ready()
    assert house.send("tool", tool("s", 1)).stdout == b""
    assert len(house.spooled()) == 1
    (house.home / "memory.db").unlink()
    until(lambda: not house.spooled())
    assert len(house.kept()) == 1


def test_events_that_waited_are_kept_before_the_first_answer(house: House) -> None:
    house.conf(python="/nonexistent")
    for number in range(20):
        house.send("tool", tool("s", number))
    assert len(house.spooled()) == 20
    house.serve()
    house.ready()
    until(lambda: not house.spooled())
    assert len(house.kept()) == 20


def test_a_fault_of_a_dialect_costs_that_events_answer(house: House) -> None:
    house.serve()
    house.ready()
    assert house.send("fault", {"session": "s"}, within=500).stdout == b""
    house.send("tool", tool("s", 1))
    assert len(house.kept()) == 1


def test_one_that_sleeps_holds_up_nobody_else(house: House) -> None:
    house.serve()
    house.ready()
    sleeping = subprocess.Popen(
        house.line("slow", "within=300"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=clean({})
    )
    sleeping.communicate(b'{"session": "s", "seconds": 3}', timeout=SECONDS)
    for number in range(5):
        house.send("tool", tool("s", number))
    assert len(house.kept()) == 5
    assert (sleeping.returncode, house.ready()["refused"]) == (0, 0)


def test_without_unix_sockets_it_listens_on_loopback_for_those_with_the_token(house: House) -> None:
    house.serve("--tcp")
    house.ready()
    address = door.read(house.home)
    assert address is not None
    assert (address.kind, len(address.token)) == ("tcp", 64)
    assert (house.home / places.SERVE / places.ADDRESS).stat().st_mode & 0o777 == 0o600
    house.send("tool", tool("s", 1))
    assert len(house.kept()) == 1
    for token in ("", "0" * 64, address.token[:-1]):
        with address.link(SECONDS) as link:
            link.sendall(wire.request("status", token, remora.__version__))
            assert wire.answer(link)[0] == "refused"


def test_the_log_names_no_words_of_a_conversation(house: House) -> None:
    house.serve()
    house.ready()
    house.send("fault", {"session": "s", "text": "a secret word"}, within=500)
    house.send("tool", {"session": "s", "command": "a secret word"})
    assert "secret" not in house.log_of_process() + house.log()


@pytest.mark.parametrize(
    ("one", "other"),
    [("0.1.0", "0.0.9"), ("0.10", "0.9"), ("1.0", "1.0rc1"), ("1.0.1", "1.0"), ("2", "1.99.99"), ("1.0", "")],
)
def test_versions_are_compared_by_their_numbers(one: str, other: str) -> None:
    assert versions.newer(one, places.PROTOCOL, other)
    assert not versions.newer(other, places.PROTOCOL, one)
    assert not versions.newer(one, places.PROTOCOL, one)
    assert versions.newer(other, places.PROTOCOL + 1, one)
    assert not versions.newer(one, places.PROTOCOL - 1, other)


def test_an_older_protocol_is_asked_to_give_way_at_its_own_address(house: House) -> None:
    """Whose address file has another name, and whose frames another number."""
    house.serve()
    house.ready()
    assert ask.give_way(house.home) is False
    file = house.home / places.SERVE / places.ADDRESS
    until(lambda: file.exists())
    file.rename(file.with_name("address-0"))
    until(lambda: file.exists() or ask.give_way(house.home) is not None)
    assert ask.stop(house.home)


def test_the_process_needs_no_weight_before_it_has_the_lock() -> None:
    code = "import sys; from remora.surfaces.server import process; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "apsw", "pydantic", "pluggy", "typer"} & set(done.stdout.split())
