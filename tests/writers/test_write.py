"""Models that write for us: a service on loopback, and the package llm; bounded, and silent about the key."""

import json
import logging
import threading
import types
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from remora.errors import BadSettings, ModelUnavailable
from remora.settings import load
from remora.wiring import build
from remora.writers import give_up, table_of, write
from remora.writers.endpoint import ANSWER_BYTES
from remora.writers.endpoint import write as ask_endpoint

KEY = "sk-very-secret-1234567890"
SECONDS = 30.0


class Service:
    """An OpenAI-compatible service on loopback that answers as it is told to."""

    def __init__(self) -> None:
        self.answer: bytes = said("a summary")
        self.status, self.drip = 200, False
        self.asked: list[tuple[str, dict[str, Any], str]] = []
        self.stop = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                service.asked.append((self.path, body, self.headers.get("Authorization", "")))
                self.send_response(service.status)
                self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()
                while service.drip and not service.stop.wait(0.01):
                    self.wfile.write(b" ")
                self.wfile.write(service.answer)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()


def said(text: object) -> bytes:
    return json.dumps({"choices": [{"message": {"content": text}}]}).encode()


@pytest.fixture
def service() -> Iterator[Service]:
    running = Service()
    yield running
    running.stop.set()
    running.server.shutdown()
    running.server.server_close()


def table(service: Service, **more: object):
    return table_of({"endpoint": service.address, "model": "small", **more})


@pytest.fixture
def behind_a_proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A machine whose way to the network is a proxy, which hears what goes through it."""
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    proxy = Service()
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, proxy.address.removesuffix("/v1"))
    yield proxy
    proxy.server.shutdown()
    proxy.server.server_close()


def test_what_is_said_to_a_service_of_this_machine_goes_through_no_proxy(
    service: Service, behind_a_proxy: Service
) -> None:
    assert write("Summarise.", table(service), seconds=SECONDS) == "a summary"
    assert (len(service.asked), behind_a_proxy.asked) == (1, [])


def test_a_service_elsewhere_is_asked_through_the_proxy(behind_a_proxy: Service) -> None:
    elsewhere = table_of({"endpoint": "http://models.example/v1", "model": "small"})
    assert write("Summarise.", elsewhere, seconds=SECONDS) == "a summary"
    assert len(behind_a_proxy.asked) == 1


def test_the_service_is_asked_for_one_short_answer(service: Service, monkeypatch) -> None:
    monkeypatch.setenv("SHOP_KEY", KEY)
    assert write("Summarise.", table(service, key_env="SHOP_KEY"), seconds=SECONDS) == "a summary"
    ((path, body, key),) = service.asked
    assert path == "/v1/chat/completions"
    assert (body["model"], body["max_tokens"], body["messages"][0]["content"]) == ("small", 2_000, "Summarise.")
    assert key == f"Bearer {KEY}"


def test_the_key_may_stand_in_a_file(service: Service, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n")
    write("p", table(service, key_file=str(tmp_path / "key")), seconds=SECONDS)
    assert service.asked[0][2] == f"Bearer {KEY}"


def test_without_a_key_none_is_sent(service: Service) -> None:
    write("p", table(service), seconds=SECONDS)
    assert service.asked[0][2] == ""


@pytest.mark.parametrize("key", [KEY + "\nX-Evil: 1", KEY + "é", KEY + "\x00", ""])
def test_no_error_tells_the_key(key: str, service: Service, tmp_path: Path, caplog) -> None:
    (tmp_path / "key").write_text(key, encoding="utf-8")
    wrong = table(service, key_file=str(tmp_path / "key"))
    with pytest.raises(ModelUnavailable) as error:
        ask_endpoint("p", wrong, SECONDS)
    with caplog.at_level(logging.DEBUG):
        assert write("p", wrong, seconds=SECONDS) is None
    assert KEY not in f"{error.value} {error.value.hint} {caplog.text}"
    assert service.asked == []


@pytest.mark.parametrize("status", [301, 401, 404, 429, 500])
def test_a_service_that_refuses_is_no_model(status: int, service: Service, monkeypatch, caplog) -> None:
    monkeypatch.setenv("SHOP_KEY", KEY)
    service.status = status
    with caplog.at_level(logging.DEBUG):
        assert write("p", table(service, key_env="SHOP_KEY"), seconds=SECONDS) is None
    assert len(service.asked) == 1
    assert KEY not in caplog.text


@pytest.mark.parametrize("answer", [b"", b"not json", b"[]", b"{}", said(None), said(7), b"[" * 50_000, b"\xff"])
def test_a_service_that_answers_something_else_is_no_model(answer: bytes, service: Service) -> None:
    service.answer = answer
    assert write("p", table(service), seconds=SECONDS) is None


def test_a_service_that_sends_without_end_is_cut_off(service: Service) -> None:
    service.answer = said("x" * (ANSWER_BYTES + 1))
    assert write("p", table(service), seconds=SECONDS) is None


def test_a_service_that_drips_is_late(service: Service) -> None:
    service.drip = True
    assert write("p", table(service), seconds=0.2) is None


def test_nobody_waits_when_the_process_leaves(service: Service) -> None:
    service.drip = True
    waiting = threading.Timer(0.2, give_up)
    waiting.start()
    assert write("p", table(service), seconds=3_600) is None


def test_a_service_that_is_not_there_is_no_model() -> None:
    assert write("p", table_of({"endpoint": "http://127.0.0.1:9/v1", "model": "m"}), seconds=SECONDS) is None


def fake_llm(answer: object) -> types.ModuleType:
    class Unknown(Exception):
        pass

    def get_model(name: str | None = None) -> Any:
        if name == "nobody":
            raise Unknown(name)
        response = types.SimpleNamespace(text=lambda: f"{name}: {answer}")
        return types.SimpleNamespace(prompt=lambda prompt: response)

    module = types.ModuleType("llm")
    vars(module).update(UnknownModelError=Unknown, get_model=get_model)
    return module


@pytest.mark.parametrize(("name", "wrote"), [("mini", "mini: text"), ("default", "None: text"), ("nobody", None)])
def test_a_model_of_llms_writes_where_the_profile_names_it(name: str, wrote: str | None, monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "llm", fake_llm("text"))
    assert write("p", table_of({"llm": name}), seconds=SECONDS) == wrote


def test_without_the_package_llm_there_is_no_model(monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "llm", None)
    assert write("p", table_of({"llm": "mini"}), seconds=SECONDS) is None


def test_without_httpx_there_is_no_endpoint(service: Service, monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    with pytest.raises(ModelUnavailable, match="httpx"):
        ask_endpoint("p", table(service), SECONDS)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"endpoint": "http://127.0.0.1/v1"}, "endpoint needs model"),
        ({"endpoint": "ftp://host/v1", "model": "m"}, "endpoint"),
        ({"endpoint": "https://me:pass@host/v1", "model": "m"}, "endpoint"),
        ({"endpoint": "http://far.example/v1", "model": "m", "key_env": "K"}, "over https"),
        ({"endpoint": "https://h/v1", "model": "m", "key_env": "K", "key_file": "k"}, "two places"),
        ({"key": KEY}, "key"),
        ({"answer_tokens": 1}, "answer_tokens"),
    ],
)
def test_a_wrong_table_is_told_without_what_it_holds(values: dict[str, object], reason: str, tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=reason) as error:
        build(load(home=tmp_path, environ={}, explicit={"plugin": {"cheap": values}}))
    assert KEY not in f"{error.value} {error.value.hint}"
    assert "pass@" not in f"{error.value}"


def test_the_hosts_own_model_is_asked_first_and_the_profiles_after_it(service: Service, tmp_path: Path) -> None:
    from learn.capture.making import Model, opened

    given: list[str | None] = ["the host's", None]
    cheap = {"endpoint": service.address, "model": "small"}
    riding = opened(tmp_path, Model(lambda rows: given.pop(0)), plugin={"cheap": cheap})
    assert riding.memory.cheap.ask("p") == "the host's"
    assert service.asked == []
    assert riding.memory.cheap.ask("p") == "a summary"
    riding.close()
