"""Hosts that post their events: answered with the token alone, on loopback names, from no web page, within bounds."""

import contextlib
import http.client
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_mock import MockerFixture
from surfaces.server.conftest import Build
from surfaces.server.house import SECONDS, tool, until

from remora.hosts.hooks import places
from remora.hosts.hooks.launch import http_token
from remora.surfaces.server import http as ours
from remora.surfaces.server import wire
from remora.surfaces.server.door import Door
from remora.surfaces.server.http import Http
from remora.surfaces.server.inbox import Inbox
from remora.surfaces.server.workers import Workers

PATH = "/v1/events/small/tool"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Post:
    """What a host posts, and what it may say wrongly."""

    def __init__(self, home: Path, port: int) -> None:
        self.home, self.port, self.token = home, port, http_token(home)

    def __call__(
        self, body: bytes = b"", path: str = PATH, method: str = "POST", **headers: str | None
    ) -> tuple[int, bytes]:
        said = {"Authorization": f"Bearer {self.token}", "Host": f"127.0.0.1:{self.port}", **headers}
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            link.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in said.items():
                if value is not None:
                    link.putheader(name.replace("_", "-"), value)
            if "Content_Length" not in headers and "Transfer_Encoding" not in headers:
                link.putheader("Content-Length", str(len(body)))
            link.endheaders()
            with contextlib.suppress(ConnectionError):  # it was refused before it had said all
                link.send(body)
            answer = link.getresponse()
            return answer.status, answer.read()
        finally:
            link.close()


@pytest.fixture
def heard() -> list[wire.Request]:
    return []


@pytest.fixture
def post(tmp_path: Path, heard: list[wire.Request]) -> Iterator[Post]:
    """The HTTP part before threads that note what they are handed."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    places.make(home)
    door = Door(home)

    def answer(asked: wire.Request) -> bytes:
        heard.append(asked)
        return wire.reply("busy") if asked.fields[3] == "busy" else wire.reply("ok", b'{"said": 1}')

    workers = Workers(door, answer)
    workers.start()
    port = free_port()
    served = Http(home, port, door.address, Inbox(home))
    yield Post(home, port)
    served.stop()
    workers.leave()
    door.close()


def test_an_event_is_handed_on_as_the_host_wrote_it_and_answered(post: Post, heard: list[wire.Request]) -> None:
    body = json.dumps({"session_id": "s", "cwd": "/work"}).encode()
    assert post(body, "/v1/events/claude/Stop?profile=quiet&within=700") == (200, b'{"said": 1}')
    (asked,) = heard
    event = wire.heard_of(asked)
    assert (event.host, event.event, event.body, event.cwd) == ("claude", "Stop", body, "/work")
    assert (event.profile, event.deadline_ms) == ("quiet", 700)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (401, {"Authorization": None}),
        (401, {"Authorization": "Bearer "}),
        (401, {"Authorization": "Bearer " + "0" * 64}),
        (401, {"Authorization": "Basic eDp5"}),
        (421, {"Host": "evil.example"}),
        (421, {"Host": "127.0.0.1"}),
        (421, {"Host": "127.0.0.1.evil.example:80"}),
        (421, {"Host": None}),
        (403, {"Origin": "https://evil.example"}),
        (403, {"Origin": "null"}),
        (403, {"Origin": "http://127.0.0.1:1"}),
        (413, {"Content_Length": str(ours.MOST_BODY + 1)}),
    ],
)
def test_what_a_web_page_or_a_stranger_could_send_is_refused(
    post: Post, heard: list[wire.Request], status: int, said: dict[str, str | None]
) -> None:
    found, _ = post(b"{}", **said)
    assert found in ({status, 400} if said == {"Host": None} else {status})  # one without a Host is no HTTP/1.1
    assert heard == []
    assert not list((post.home / places.EVENTS).iterdir())
    assert post(b"{}")[0] == 200


@pytest.mark.parametrize(
    ("status", "body", "path", "method"),
    [
        (400, b"", PATH, "POST"),
        (400, b"no json", PATH, "POST"),
        (400, b"[]", PATH, "POST"),
        (400, b"[" * 100_000, PATH, "POST"),
        (400, b"\xff\xfe", PATH, "POST"),
        (400, b"{}", "/v1/events/../Stop", "POST"),
        (400, b"{}", "/v1/events/a%20b/Stop", "POST"),
        (400, b"{}", PATH + "?profile=../x", "POST"),
        (404, b"{}", "/v1/events/claude", "POST"),
        (404, b"{}", "/", "POST"),
        (405, b"", PATH, "GET"),
        (405, b"", PATH, "OPTIONS"),
    ],
)
def test_what_is_no_event_is_refused(
    post: Post, heard: list[wire.Request], status: int, body: bytes, path: str, method: str
) -> None:
    found, _ = post(body, path, method)
    assert found == status or (found == 404 and ".." in path)
    assert heard == []
    assert post(b"{}")[0] == 200


def test_a_body_that_says_less_than_it_is_is_cut_at_the_bound(post: Post, heard: list[wire.Request]) -> None:
    chunk = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    status, _ = post(chunk * 9 + b"0\r\n\r\n", Transfer_Encoding="chunked")
    assert status == 413
    assert heard == []
    assert post(b"{}")[0] == 200


def test_a_slow_body_is_not_waited_for(post: Post, heard: list[wire.Request], mocker: MockerFixture) -> None:
    hurry = mocker.patch.object(ours, "BODY_SECONDS", 0.1)
    assert post(b'{"a"', Content_Length="10")[0] == 408
    mocker.stop(hurry)
    assert heard == []
    assert post(b"{}")[0] == 200


def test_a_slow_head_is_not_waited_for(post: Post, mocker: MockerFixture) -> None:
    hurry = mocker.patch.object(ours, "IDLE_SECONDS", 0.1)
    links = [socket.create_connection(("127.0.0.1", post.port), SECONDS) for _ in range(ours.CONNECTIONS - 1)]
    for link in links:
        link.sendall(b"POST / HTTP/1.1\r\nHost:")
    for link in links:
        link.settimeout(SECONDS)
        while link.recv(1 << 10):  # what it says before it closes
            pass
        link.close()
    mocker.stop(hurry)
    assert post(b"{}")[0] == 200


def test_an_event_that_cannot_be_answered_now_is_spooled(post: Post) -> None:
    assert post(b'{"a": 1}', "/v1/events/claude/busy") == (200, b"")
    (file,) = (post.home / places.EVENTS).glob(f"*{places.READY}")
    assert wire.heard_of(wire.parse(file.read_bytes())).body == b'{"a": 1}'


def test_the_token_is_made_once_for_this_user_alone(tmp_path: Path) -> None:
    token = http_token(tmp_path)
    assert http_token(tmp_path) == token
    assert len(token) == 64
    assert (tmp_path / places.SERVE / places.TOKEN).stat().st_mode & 0o777 == 0o600


def test_the_process_listens_where_the_settings_say_so(build: Build) -> None:
    port = free_port()
    house = build(settings=f"serve_http_port = {port}\n")
    house.serve()
    assert house.ready()["http"] == port
    post = Post(house.home, port)

    def posted() -> bool:
        try:
            return post(json.dumps(tool("s", 1)).encode())[0] == 200
        except OSError:  # it begins to listen a moment after the socket
            return False

    until(posted)
    assert len(house.kept()) == 1
    assert post(b"{}", Origin="https://evil.example")[0] == 403
    assert house.ready()["events"] == 1


def test_a_port_that_is_taken_costs_http_alone(build: Build) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        house = build(settings=f"serve_http_port = {taken.getsockname()[1]}\n")
        house.serve()
        house.ready()
        until(lambda: "no HTTP" in house.log_of_process())
        house.send("tool", tool("s", 1))
        assert len(house.kept()) == 1


def test_http_is_imported_only_where_it_is_wanted() -> None:
    code = "import sys; from remora.surfaces.server import life; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"uvicorn", "starlette", "asyncio", "httpx"} & set(done.stdout.split())
