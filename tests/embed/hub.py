"""A hub on loopback: it serves one model's files the way the real one does, or misbehaves as it is told."""

import hashlib
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

COMMIT = "0123456789abcdef0123456789abcdef01234567"
LARGE = ".onnx"  # such files lie in a storage of their own, and the hub sends on to it


@dataclass
class Hub:
    """`files` maps a path in the repository to its content. The other fields say what goes wrong, and with which."""

    repo: str
    files: dict[str, bytes]
    address: str = ""
    missing: set[str] = field(default_factory=set)
    altered: set[str] = field(default_factory=set)
    truncated: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    stalled: set[str] = field(default_factory=set)
    dripping: set[str] = field(default_factory=set)
    portal: bool = False
    broken: bool = False
    marks: bool = True
    asked: list[str] = field(default_factory=list)
    leaving: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serving(hub: Hub, *, certificate: Path | None = None, key: Path | None = None) -> Iterator[Hub]:
    """Serve until the end of the block, by TLS where there is a certificate; whoever still waits then is let go."""
    server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub}))
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    hub.address = f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        hub.leaving.set()
        server.shutdown()
        server.server_close()
        thread.join()
        for fetching in [one for one in threading.enumerate() if one.name == "remora-fetch"]:
            fetching.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # the end of the block waits for every answer's end

    def handle_error(self, *_: Any) -> None:
        """A client that hung up is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    hub: Hub

    def log_message(self, *_: Any) -> None:
        """Nothing: the tests look at `asked`."""

    def do_GET(self) -> None:
        hub = self.hub
        hub.asked.append(self.path)
        if hub.portal:
            self._send(b"<html>Please sign in</html>", {"Content-Type": "text/html"})
            return
        if hub.broken:
            self.send_error(503, "Service Unavailable")
            return
        stored = self.path.removeprefix("/storage/")
        if stored != self.path:
            self._file(stored, {"ETag": '"storage-1"'})
            return
        revision, _, name = self.path.removeprefix(f"/{hub.repo}/resolve/").partition("/")
        if revision not in ("main", COMMIT) or name not in hub.files or name in hub.missing:
            self.send_error(404, "Entry not found")
            return
        content = hub.files[name]
        told = {"X-Repo-Commit": COMMIT}
        if name.endswith(LARGE):
            if hub.marks:
                digest = hashlib.sha256(content).hexdigest()
                told |= {"X-Linked-Etag": f'"{digest}"', "X-Linked-Size": str(len(content))}
            self.send_response(302)
            for key, value in {**told, "Location": f"/storage/{name}", "Content-Length": "0"}.items():
                self.send_header(key, value)
            self.end_headers()
            return
        blob = b"blob %d\0" % len(content) + content
        self._file(name, told | ({"ETag": f'"{hashlib.sha1(blob).hexdigest()}"'} if hub.marks else {}))

    def _file(self, name: str, headers: dict[str, str]) -> None:
        hub, content = self.hub, self.hub.files[name]
        if name in hub.silent:
            hub.leaving.wait()
            return
        if name in hub.altered:
            content = content[:-1] + bytes([content[-1] ^ 1])
        if name in hub.truncated:
            self._send(content[: len(content) // 2], headers, length=len(content))
            return
        if name in hub.stalled or name in hub.dripping:
            self._send(content[:10], headers, length=len(content))
            while name in hub.dripping and not hub.leaving.wait(0.02):
                self.wfile.write(b" ")
            hub.leaving.wait()
            return
        self._send(content, headers)

    def _send(self, content: bytes, headers: dict[str, str], length: int | None = None) -> None:
        self.send_response(200)
        for key, value in {**headers, "Content-Length": str(len(content) if length is None else length)}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(content)
        self.wfile.flush()


def files_of(folder: Path) -> dict[str, bytes]:
    """What a folder holds, as a hub has it."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
