"""The client in a host: it answers, it waits no longer than it may, and it is silent whatever is wrong."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from surfaces.server.conftest import Build
from surfaces.server.house import SECONDS, House, clean, tool, until

from remora.hosts.hooks import places
from remora.hosts.hooks.launch import install_client
from remora.store import Store
from remora.surfaces.server import ask, mark, wire
from remora.wiring import build as wired
from remora.wiring import settings_of

NOTE = "The staging database listens on port 6543, behind pgbouncer."
PUSHING = (
    "`git push` of a new worktree branch fails because it has no upstream; the first time use `git push --set-upstream "
    "origin BRANCH`."
)
QUESTION = {"session": "s", "cwd": "/", "text": "which port does the staging database listen on?"}
MINUTE = 60_000  # milliseconds
SILENT = (0, b"", b"")


def ended(done: "subprocess.CompletedProcess[bytes]") -> tuple[int, bytes, bytes]:
    return done.returncode, done.stdout, done.stderr


def remember(house: House) -> None:
    remora = wired(settings_of(home=house.home))
    remora.memory.add(NOTE, project=None)
    remora.close()


def test_with_none_running_a_prompt_starts_the_process_and_has_its_answer(house: House) -> None:
    remember(house)
    done = house.send("prompt", QUESTION, "wait")
    assert NOTE.encode() in done.stdout
    assert (done.returncode, done.stderr, house.log()) == (0, b"", "")
    assert house.spooled() == []


def test_with_one_running_an_event_is_answered_and_counts_once(house: House) -> None:
    remember(house)
    house.serve()
    house.ready()
    assert NOTE.encode() in house.send("prompt", QUESTION).stdout
    assert ended(house.send("tool", tool("s", 1))) == SILENT
    assert len(house.kept()) == 1


def test_an_event_that_wants_no_answer_is_spooled_and_kept_by_the_process_it_starts(house: House) -> None:
    assert ended(house.send("tool", tool("s", 1))) == SILENT
    until(house.kept, "the event in the journal")
    until(lambda: not house.spooled())


def test_the_process_is_the_hosts_no_longer(house: House) -> None:
    """The host waits for the end of its pipes, and may kill its group: both are over with the client."""
    reading, writing = os.pipe()
    with subprocess.Popen(
        house.line("tool", "within=30000"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        pass_fds=[writing], env=clean({}), start_new_session=True,
    ) as client:  # fmt: skip
        os.close(writing)
        out, err = client.communicate(json.dumps(tool("s", 1)).encode(), timeout=SECONDS)
    assert (client.returncode, out, err) == (0, b"", b"")
    with os.fdopen(reading, "rb") as pipe:
        assert pipe.read() == b""  # the last holder of the other end has closed it
    pid = house.ready()["pid"]
    assert os.getsid(pid) not in (client.pid, os.getsid(0))
    assert os.getpgid(pid) != client.pid
    assert Path(f"/proc/{pid}/cwd").resolve() == house.home.resolve()


def test_a_process_that_hangs_costs_the_deadline_and_no_event(house: House) -> None:
    path = house.home / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        (house.home / places.SERVE / places.ADDRESS).write_text(f"unix\n{path}\n\n")
        house.conf(python="/nonexistent")
        assert ended(house.send("tool", tool("s", 1), within=300)) == SILENT
    assert [file.suffix for file in house.spooled()] == [places.READY]


def test_a_connection_that_breaks_off_leaves_the_event_in_the_spool_under_its_id(house: House) -> None:
    path = house.home / "s"
    taken: list[wire.Request] = []

    def take() -> None:
        link, _ = listener.accept()
        with link:
            taken.append(wire.read(link, SECONDS))
            link.sendall(b"remora 1 ok 100\nhalf")

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        (house.home / places.SERVE / places.ADDRESS).write_text(f"unix\n{path}\n\n")
        house.conf(python="/nonexistent")
        thread = threading.Thread(target=take)
        thread.start()
        assert ended(house.send("tool", tool("s", 1))) == SILENT
        thread.join(SECONDS)
    (file,) = house.spooled()
    spooled = wire.heard_of(wire.parse(file.read_bytes()))
    assert wire.late(wire.heard_of(taken[0])) == spooled


def test_an_event_that_was_kept_and_comes_again_by_the_spool_counts_once(house: House) -> None:
    """The answer was lost on its way: the process keeps what the client spools under the same id."""
    house.serve()
    house.ready()
    house.send("tool", tool("s", 1))
    ((session, unique),) = house.kept()
    head = "\0".join(["", "0.1.0", "small", "tool", unique, "0", "1", "/", ""]).encode()
    body = json.dumps(tool(session, 1)).encode()
    frame = b"remora 1 event %d %d\n%b%b" % (len(head), len(body), head, body)
    (house.home / places.EVENTS / f"1-{unique}{places.READY}").write_bytes(frame)
    until(lambda: not house.spooled())
    assert house.kept() == [(session, unique)]


def test_where_a_start_fails_nobody_waits_and_the_next_is_soon_after_a_correction(build: Build) -> None:
    """The deadlines here are a minute: whoever waited for one would not be back."""
    house = build(settings="this is no TOML\n")
    for number in range(3):
        assert ended(house.send("prompt", {**QUESTION, "n": number}, "wait", within=MINUTE)) == SILENT
    assert [file.suffix for file in house.spooled()] == [places.READY] * 3
    assert "is not TOML" in mark.reason(house.home)
    remains = (house.home / places.SERVE / places.FAILED).stat().st_mtime_ns
    house.send("tool", tool("s", 1))
    assert (house.home / places.SERVE / places.FAILED).stat().st_mtime_ns == remains  # it was not started again
    (house.home / "config.toml").write_text('embedder = "none"\n')
    remember(house)
    assert NOTE.encode() in house.send("prompt", QUESTION, "wait").stdout
    assert mark.reason(house.home) == ""
    until(lambda: not house.spooled())


def test_a_start_that_failed_is_tried_again_when_that_is_long_ago(house: House) -> None:
    remember(house)
    mark.Mark.of(house.home).leave(RuntimeError("the disk was full"))
    file = house.home / places.SERVE / places.FAILED
    os.utime(file, (1, 1))
    assert ended(house.send("prompt", QUESTION, "wait", within=MINUTE)) == SILENT  # nobody waits for it
    house.ready()
    until(lambda: not file.exists())
    assert NOTE.encode() in house.send("prompt", QUESTION).stdout


def test_a_process_that_never_comes_up_is_waited_for_once(house: House) -> None:
    house.conf(python=shutil.which("true") or "/bin/true")
    assert ended(house.send("prompt", QUESTION, "wait", within=500)) == SILENT
    assert "no process came up" in mark.reason(house.home)
    assert ended(house.send("prompt", QUESTION, "wait", within=MINUTE)) == SILENT


def test_a_process_without_a_memory_says_so_at_once(house: House) -> None:
    (house.home / "memory.db").write_bytes(b"this is no database, and more of it follows until it is long enough" * 99)
    for _ in range(2):  # the first has started it
        assert ended(house.send("prompt", QUESTION, "wait", within=MINUTE)) == SILENT
    assert [file.suffix for file in house.spooled()] == [places.READY] * 2
    assert house.log() == ""


def test_a_stopped_process_is_waited_for_once_and_answers_when_it_goes_on(house: House) -> None:
    remember(house)
    served = house.serve()
    house.ready()
    served.send_signal(signal.SIGSTOP)
    try:
        assert ended(house.send("tool", tool("s", 1), within=500)) == SILENT
        assert "no answer" in mark.reason(house.home)
        assert ended(house.send("prompt", QUESTION, "wait", within=MINUTE)) == SILENT
    finally:
        served.send_signal(signal.SIGCONT)
    until(lambda: not (house.home / places.SERVE / places.FAILED).exists())
    assert NOTE.encode() in house.send("prompt", {**QUESTION, "session": "t"}).stdout


def test_a_mark_of_the_future_keeps_nobody_from_starting(house: House) -> None:
    remember(house)
    starting = house.home / places.SERVE / places.STARTING
    starting.touch()
    os.utime(starting, (1 << 32, 1 << 32))
    assert NOTE.encode() in house.send("prompt", QUESTION, "wait").stdout


def test_the_settings_of_the_session_that_starts_the_process_are_not_those_of_others(house: House) -> None:
    (house.home / "config.toml").write_text('embedder = "none"\n[profiles.mute]\nnotes_per_turn = 0\n')
    remember(house)
    said = {"REMORA_PROFILE": "mute", "REMORA_LEVEL": "huge", "REMORA_NOTES_PER_TURN": "0"}
    assert ended(house.send("prompt", QUESTION, "wait", **said)) == SILENT
    assert NOTE.encode() in house.send("prompt", {**QUESTION, "session": "t"}).stdout
    assert house.ready()["profiles"] == ["default", "mute"]


def test_a_missing_interpreter_or_package_is_a_line_in_the_log(house: House) -> None:
    house.conf(python="/nonexistent/python")
    house.send("tool", tool("s", 1))
    assert "no process was started: /nonexistent/python is gone" in house.log()


@pytest.mark.parametrize("wait", [(), ("wait",)])
@pytest.mark.parametrize(
    "harm",
    [
        lambda house: shutil.rmtree(house.home),
        lambda house: shutil.rmtree(house.home / places.SERVE),
        lambda house: shutil.rmtree(house.home / "spool"),
        lambda house: (house.home / places.HOOKS / places.CLIENT_LINES).unlink(),
        lambda house: (house.home / places.HOOKS / places.CLIENT_LINES).write_bytes(b"\xff\x00"),
        lambda house: (house.home / places.SERVE / places.ADDRESS).write_bytes(b"\xffrubbish"),
        lambda house: (house.home / places.SERVE / places.ADDRESS).write_text("tcp\nnowhere\n\n"),
        lambda house: (house.home / places.SERVE / places.ADDRESS).write_text("unix\n/nonexistent\n\n"),
        lambda house: house.conf(python="/nonexistent/python"),
        lambda house: house.conf(python="/dev/null"),
        lambda house: house.conf(package="/nonexistent/remora"),
    ],
    ids=["home", "serve", "spool", "conf", "rubbish", "address", "port", "socket", "python", "no-program", "package"],
)
def test_whatever_is_missing_the_host_sees_nothing(house: House, harm: object, wait: tuple[str, ...]) -> None:
    house.conf(python="/nonexistent")
    harm(house)  # type: ignore[operator]
    line = house.client.command("small", "tool", within_ms=300, waits=bool(wait))
    done = subprocess.run(line, shell=True, input=b'{"session": "s"}', capture_output=True, env=clean({}))
    assert ended(done) == SILENT
    house.home.mkdir(exist_ok=True)


@pytest.mark.parametrize("body", [b"", b"no json", b"\xff\xfe", b"[1]", b"{" * 100_000])
def test_whatever_the_host_says_it_sees_nothing(house: House, body: bytes) -> None:
    house.serve()
    house.ready()
    done = subprocess.run(house.line("tool", "within=30000"), input=body, capture_output=True, env=clean({}))
    assert ended(done) == SILENT
    assert house.kept() == []


def test_an_event_beyond_all_measure_is_dropped_with_a_line_in_the_log(house: House) -> None:
    done = subprocess.run(house.line("tool"), input=b"x" * (9 << 20), capture_output=True, env=clean({}))
    assert ended(done) == SILENT
    assert "more than" in house.log()
    assert house.spooled() == []


def test_a_host_that_keeps_its_end_open_is_not_waited_for(house: House) -> None:
    with subprocess.Popen(
        house.line("tool", "within=200"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=clean({})
    ) as client:
        assert client.wait(SECONDS) == 0
    assert "nothing was heard" in house.log()


@pytest.mark.parametrize("within", [0, -5, 1])
def test_no_time_at_all_is_no_endless_time(house: House, within: int) -> None:
    """Where a host hands over nothing either, which would be waited for."""
    with subprocess.Popen(
        house.line("tool", f"within={within}"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=clean({})
    ) as client:
        assert client.wait(SECONDS) == 0


@pytest.mark.parametrize("arguments", [[], ["small"], ["small", "tool", "within=soon"], ["small", "tool", "new=1"]])
def test_arguments_of_another_version_are_no_error(house: House, arguments: list[str]) -> None:
    house.conf(python="/nonexistent")
    line = [*house.line("tool")[:4], *arguments]
    assert ended(subprocess.run(line, input=b"{}", capture_output=True, env=clean({}))) == SILENT


def test_the_log_does_not_grow(house: House) -> None:
    file = house.home / places.HOOKS / places.CLIENT_LOG
    file.write_bytes(b"x" * (1 << 17))
    subprocess.run(house.line("tool")[:4], input=b"{}", env=clean({}), check=True)
    assert 0 < file.stat().st_size < 1 << 10


def test_what_a_plugin_starts_is_not_heard(house: House) -> None:
    assert ended(house.send("tool", tool("s", 1), REMORA_INSIDE="1")) == SILENT
    assert house.spooled() == []


def test_once_the_package_is_gone_nothing_is_started_and_little_is_kept(house: House) -> None:
    house.conf(package="/nonexistent/remora/surfaces/server/__main__.py")
    for number in range(1_000):
        (house.home / places.EVENTS / f"{number}{places.READY}").touch()
    assert ended(house.send("tool", tool("s", 1))) == SILENT
    assert len(house.spooled()) == 1_000
    assert not (house.home / places.SERVE / places.STARTING).exists()
    for file in house.spooled():
        file.unlink()
    assert ended(house.send("tool", tool("s", 1))) == SILENT
    assert len(house.spooled()) == 1  # an upgrade takes a package away as well, for a moment


def test_a_moved_interpreter_is_silence(house: House) -> None:
    line = house.client.command("small", "tool").replace(str(house.client.python), "/nonexistent/python3")
    assert ended(subprocess.run(line, shell=True, input=b"{}", capture_output=True)) == SILENT


def test_where_another_python_refuses_the_compiled_client_its_source_is_run(house: House) -> None:
    compiled = house.client.compiled
    compiled.write_bytes(b"\0\0\0\0" + compiled.read_bytes()[4:])
    house.conf(python="/nonexistent")
    line = house.client.command("small", "tool")
    done = subprocess.run(line, shell=True, input=json.dumps(tool("s", 1)).encode(), capture_output=True)
    assert ended(done) == SILENT
    assert len(house.spooled()) == 1


def test_several_versions_of_a_home_with_odd_names_are_run_by_the_shell(tmp_path: Path) -> None:
    home = tmp_path / "it's a $HOME; `really`"
    home.mkdir(mode=0o700)
    client = install_client(home)
    assert install_client(home) == client
    lines = home / places.HOOKS / places.CLIENT_LINES
    lines.write_text(lines.read_text().replace(sys.executable, "/nonexistent"))  # no process is to start behind us
    line = client.command("small", "tool", profile="a profile; exit 1")
    done = subprocess.run(line, shell=True, input=b'{"session": "s"}', capture_output=True, env=clean({}))
    assert ended(done) == SILENT
    (file,) = (home / places.EVENTS).glob("*.*")
    assert wire.parse(file.read_bytes()).fields[-1] == "a profile; exit 1"
    assert not ask.runs(home)


def test_the_client_loads_next_to_nothing(house: House) -> None:
    house.serve()
    house.ready()
    line = [*house.line("tool", "within=30000")]
    line[1:1] = ["-v"]
    done = subprocess.run(line, input=json.dumps(tool("s", 1)).encode(), capture_output=True, env=clean({}))
    bare = subprocess.run([line[0], "-v", "-I", "-S", "-c", "pass"], capture_output=True)
    assert _loaded(done.stderr) - _loaded(bare.stderr) <= {"_socket", "__main__"}


def _loaded(told: bytes) -> set[str]:
    return {line.split()[1].strip("'") for line in told.decode().splitlines() if line.startswith("import '")}


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_eight_clients_at_once_start_one_process(build: Build) -> None:
    house = build()
    remember(house)
    clients = [
        subprocess.Popen(
            house.line("prompt", "within=30000", "wait"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=clean({})
        )
        for _ in range(8)
    ]
    for number, client in enumerate(clients):
        assert client.stdin is not None
        client.stdin.write(json.dumps({**QUESTION, "session": f"s{number}"}).encode())
    answers = [client.communicate(timeout=SECONDS)[0] for client in clients]
    assert all(NOTE.encode() in answer for answer in answers)
    assert len(_serving(house.home)) == 1


def _serving(home: Path) -> list[int]:
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdecimal():
            try:
                line = (each / "cmdline").read_bytes()
            except OSError:
                continue
            if b"small.py" in line and str(home).encode() in line:
                found.append(int(each.name))
    return found


def test_a_process_an_event_recalls_by_meaning(tmp_path: Path, build: Build) -> None:
    """With a model, in the first prompt of all: the process answers when it is there."""
    house = build("meant")
    (house.home / "config.toml").write_text('embedder = "minilm"\n')
    remora = wired(settings_of(home=house.home))
    remora.memory.add(PUSHING, project=None)
    remora.close()
    said = {"session": "s", "cwd": "/", "text": "Get this new branch onto the git server."}
    done = house.send("prompt", said, "wait")
    assert b"--set-upstream" in done.stdout
    assert house.ready()["models"] == {"default": "ready"}
    store = Store.open(house.home)
    ((record,),) = store.read().execute("SELECT record FROM turn_log").fetchall()
    store.close()
    assert json.loads(str(record))["mode"] == "hybrid"


def test_the_store_is_never_opened_by_a_client(house: House) -> None:
    house.conf(python="/nonexistent")
    house.send("prompt", QUESTION, "wait", within=300)
    assert not (house.home / "memory.db").exists()
