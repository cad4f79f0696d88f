"""Who gets in: this user alone, with whole frames, in time. Everybody else is refused and the process answers on."""

import contextlib
import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import as_somebody
import pytest
from pytest_mock import MockerFixture
from surfaces.server.house import SECONDS, until

from remora.hosts.hooks import places
from remora.surfaces.server import door, lock, peer, runtime, wire, workers
from remora.surfaces.server.door import Door
from remora.surfaces.server.workers import Workers

Serve = Callable[..., tuple[Door, Workers]]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = tmp_path / "home"
    made.mkdir(mode=0o700)
    places.make(made)
    return made


@pytest.fixture
def serve(home: Path) -> Iterator[Serve]:
    """A door with its threads, that answers each request with its operation."""
    opened: list[tuple[Door, Workers]] = []

    def one(*, tcp: bool = False, **said: Any) -> tuple[Door, Workers]:
        made = Door(home, tcp=tcp)
        working = Workers(made, said.pop("answer", lambda asked: wire.reply("ok", asked.operation.encode())), **said)
        working.start()
        opened.append((made, working))
        return opened[-1]

    yield one
    for made, working in opened:
        working.leave()
        made.close()


def says(made: Door, data: bytes) -> bytes:
    """All that the door answers to these bytes; one that is refused may be cut off before it has said them."""
    found = b""
    with made.address.link(SECONDS) as link, contextlib.suppress(ConnectionError):
        link.sendall(data)
        with contextlib.suppress(OSError):  # it is closed at the other end already
            link.shutdown(socket.SHUT_WR)
        while part := link.recv(1 << 16):
            found += part
    return found


HELLO = wire.request("hello", "", "1")


def test_the_socket_is_this_users_alone(serve: Serve) -> None:
    made, _ = serve()
    path = Path(made.address.place)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert len(os.fsencode(path)) < 104


def test_a_user_whom_the_system_names_as_another_is_refused(serve: Serve) -> None:
    made, working = serve(uid_of=lambda link: os.geteuid() + 1)
    assert says(made, HELLO) == b""
    assert working.refused == 1


def test_one_whom_the_system_does_not_name_came_past_the_folder(serve: Serve) -> None:
    made, _ = serve(uid_of=lambda link: None)
    assert says(made, HELLO) == wire.reply("ok", b"hello")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_another_user_is_refused_even_where_the_folder_lets_them_in(serve: Serve, home: Path) -> None:
    with as_somebody.folder() as shared:
        made, working = serve()
        path = shared / "s"
        os.link(made.address.place, path)  # their own way to the very socket
        path.chmod(0o777)

        def knock() -> bytes:
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(SECONDS)
                link.connect(str(path))
                link.sendall(HELLO)
                return link.recv(100)

        try:
            answer = as_somebody.run(knock)
        except ConnectionError:  # refused before all of it was read
            answer = b""
        assert answer == b""
        assert working.refused == 1
        assert says(made, HELLO) == wire.reply("ok", b"hello")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_another_user_does_not_reach_the_socket_at_all(serve: Serve) -> None:
    made, _ = serve()

    def knock() -> None:
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(made.address.place)

    with pytest.raises(PermissionError):
        as_somebody.run(knock)


@pytest.mark.parametrize("tcp", [False, True])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"remora 1 event 5\n",
        b"remora 1 event -5 0\n",
        b"remora 1 event 0 99999999999\n",
        b"remora 1 event 0 999999999\n",
        b"remora 1 event 99999 0\n" + b"x" * 99_999,
        b"remora 1 event 3 0\nab",
        b"remora 1 hello 3 0\nabcdef",
        b"x" * 100_000,
        b"\x00\xff" * 1_000,
    ],
)
def test_what_is_no_frame_is_refused(serve: Serve, data: bytes, tcp: bool) -> None:
    made, working = serve(tcp=tcp)
    answer = says(made, data)
    assert answer == b"" or answer.startswith(b"remora 1 refused")
    until(lambda: working.refused == 1)
    assert says(made, wire.request("hello", made.address.token, "1")) == wire.reply("ok", b"hello")


def test_one_that_is_slow_is_not_waited_for(serve: Serve, mocker: MockerFixture) -> None:
    mocker.patch.object(workers, "READ_SECONDS", 0.1)
    made, working = serve()
    links = [made.address.link(SECONDS) for _ in range(workers.THREADS + 2)]  # more than there are threads
    for link in links:
        link.sendall(HELLO[:10])
    assert says(made, HELLO) == wire.reply("ok", b"hello")
    until(lambda: working.refused == len(links))
    assert len(working._threads) == workers.THREADS
    for link in links:
        link.close()


def test_a_fault_costs_one_client_its_answer(serve: Serve) -> None:
    def answer(asked: wire.Request) -> bytes:
        if asked.operation == "hello":
            raise RuntimeError("ours")
        return wire.reply("ok")

    made, working = serve(answer=answer)
    for _ in range(workers.THREADS + 1):
        assert says(made, HELLO) == b""
    assert says(made, wire.request("other", "", "1")) == wire.reply("ok")
    assert working.alive


def test_a_new_process_takes_the_place_of_a_dead_ones_socket(home: Path) -> None:
    first = Door(home)
    second = Door(home)
    assert second.address == first.address
    assert not first.check()
    first.close()
    assert second.check()
    assert door.read(home) == second.address
    second.close()
    assert not Path(second.address.place).exists()


def test_where_no_folder_is_private_it_is_loopback_and_a_token(home: Path, mocker: MockerFixture) -> None:
    mocker.patch.object(runtime, "private", return_value=False)
    made = Door(home)
    assert made.address.kind == "tcp"
    assert made.listener.getsockname()[0] == "127.0.0.1"
    made.close()


def test_a_folder_of_another_user_or_a_link_is_not_used(tmp_path: Path, mocker: MockerFixture) -> None:
    mine = tmp_path / "mine"
    assert runtime.private(mine)
    mine.chmod(0o777)
    assert runtime.private(mine)
    assert mine.stat().st_mode & 0o777 == 0o700
    (tmp_path / "link").symlink_to(mine)
    assert not runtime.private(tmp_path / "link")
    (tmp_path / "file").touch()
    assert not runtime.private(tmp_path / "file")
    mocker.patch.object(os, "geteuid", return_value=os.geteuid() + 1)
    assert not runtime.private(mine)


def test_the_runtime_folder_is_taken_where_there_is_one(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = Path(os.path.realpath("/tmp")) / f"remora-test-{os.getpid()}"
    given.mkdir(mode=0o700)
    try:
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(given))
        path = runtime.socket_path(home)
        assert path is not None
        assert path.parent == given / "remora"
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(given / ("long" * 30)))
        assert runtime.socket_path(home) != path
        (given / "remora").rmdir()
    finally:
        given.rmdir()


def test_two_homes_have_two_sockets_and_one_has_one_whatever_it_is_called(home: Path) -> None:
    other = home.with_name("link")
    other.symlink_to(home)
    assert runtime.socket_path(home) == runtime.socket_path(other)
    assert runtime.socket_path(home) != runtime.socket_path(home.parent)


def test_the_lock_is_one_processs(home: Path) -> None:
    file = home / places.SERVE / places.LOCK
    assert not lock.held(file)
    first, second = lock.Lock(file), lock.Lock(file)
    assert first.take()
    assert lock.held(file)
    assert not second.take()
    first.free()
    assert second.take()
    second.free()
    assert not lock.held(file)


def test_the_peer_of_a_socket_of_ours_is_this_user() -> None:
    one, other = socket.socketpair(socket.AF_UNIX)
    with one, other:
        assert peer.uid_of(one) == os.geteuid()
        assert peer.welcome(peer.uid_of(one))
    assert not peer.welcome(os.geteuid() + 1)
