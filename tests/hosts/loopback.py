"""A small HTTP server on loopback for scripted models: it hands each POST to a function. Stops when the test does."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Request = dict[str, Any]
Answer = tuple[str, bytes]
"""The content type and the body."""


def document(value: object) -> Answer:
    return "application/json", json.dumps(value).encode()


def events(*told: Request) -> Answer:
    """Server-sent events, each named by its own type."""
    lines = (f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in told)
    return "text/event-stream", "".join(lines).encode()


class Cheap:
    """The cheap model of a profile, in the form of OpenAI's chat endpoint: what it was asked, and what it writes."""

    PATH = "/chat/completions"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.writes: Callable[[str], str] = lambda prompt: '{"facts": []}'

    def answer(self, request: Request) -> Answer:
        prompt = request["messages"][-1]["content"]
        self.asked.append(prompt)
        return document({"choices": [{"message": {"role": "assistant", "content": self.writes(prompt)}}]})


@contextmanager
def served(answer: Callable[[str, Request], Answer]) -> Iterator[str]:
    """The address of a server on a free port. `answer(path, request)` runs on a thread of the request's own."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send(*answer(self.path, {}))

        def do_HEAD(self) -> None:
            self._send("application/json", b"")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self._send(*answer(self.path, json.loads(body or b"{}")))

        def _send(self, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # whoever asked was killed meanwhile
                self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
