"""A service on loopback that makes hashed vectors in OpenAI's form, or answers in whatever way it is told to."""

import base64
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from remora.embed.hashing import Hashing

Way = Callable[["Handler", dict[str, Any]], None]


@dataclass
class Service:
    """`ways` are used up one by one, the last stays; without any it answers well."""

    ways: list[Way] = field(default_factory=list)
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    leaving: threading.Event = field(default_factory=threading.Event)

    @property
    def texts(self) -> list[str]:
        return [text for question in self.asked for text in question["input"]]


@contextmanager
def serving(*ways: Way) -> Iterator[Service]:
    """Serve until the end of the block; whoever still waits then is let go."""
    service = Service(list(ways))
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (Handler,), {"service": service}))
    server.daemon_threads = True
    service.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.leaving.set()
        server.shutdown()
        server.server_close()
        thread.join()


class Handler(BaseHTTPRequestHandler):
    service: Service

    def do_POST(self) -> None:
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        service = self.service
        service.asked.append({**question, "path": self.path})
        service.headers.append({name.lower(): value for name, value in self.headers.items()})
        way = service.ways.pop(0) if len(service.ways) > 1 else service.ways[0] if service.ways else well
        try:
            way(self, question)
        except (BrokenPipeError, ConnectionResetError):
            return

    def answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Tests are quiet."""


def rows(question: dict[str, Any]) -> list[list[float]]:
    return [[float(number) for number in row] for row in Hashing().passages(question["input"])]


def data(embeddings: list[Any]) -> dict[str, Any]:
    """OpenAI's form."""
    return {"data": [{"index": at, "embedding": each} for at, each in enumerate(embeddings)]}


def well(handler: Handler, question: dict[str, Any]) -> None:
    saying(lambda made: data(made))(handler, question)


def saying(form: Callable[[list[list[float]]], Any]) -> Way:
    """Answer 200 with what `form` makes of the right vectors."""

    def way(handler: Handler, question: dict[str, Any]) -> None:
        handler.answer(200, json.dumps(form(rows(question))).encode(), Content_Type="application/json")

    return way


def nothing_of(part: str) -> Way:
    """Zeros for every text that holds `part`."""

    def way(handler: Handler, question: dict[str, Any]) -> None:
        made = [
            [0.0] * len(row) if part in text else row
            for text, row in zip(question["input"], rows(question), strict=True)
        ]
        handler.answer(200, json.dumps(data(made)).encode(), Content_Type="application/json")

    return way


def refusing(status: int, body: str = "", **headers: str) -> Way:
    return lambda handler, question: handler.answer(status, body.encode(), **headers)


def raw(body: bytes, **headers: str) -> Way:
    return lambda handler, question: handler.answer(200, body, **headers)


def in_base64(made: list[list[float]]) -> Any:
    import numpy as np

    return data([base64.b64encode(np.asarray(row, "<f4").tobytes()).decode() for row in made])


def dripping(handler: Handler, question: dict[str, Any]) -> None:
    """One byte now and then, for ever."""
    handler.send_response(200)
    handler.end_headers()
    while not handler.service.leaving.wait(0.05):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def dripping_headers(handler: Handler, question: dict[str, Any]) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not handler.service.leaving.wait(0.05):
        handler.wfile.write(b"z")
        handler.wfile.flush()


def silent(handler: Handler, question: dict[str, Any]) -> None:
    handler.service.leaving.wait(30)


def hanging_up(handler: Handler, question: dict[str, Any]) -> None:
    handler.connection.close()


def breaking_off(handler: Handler, question: dict[str, Any]) -> None:
    body = json.dumps(data(rows(question))).encode()
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2])
    handler.close_connection = True
