"""Loopback HTTP for hosts that post their events: POST /v1/events/HOST/EVENT, the event's JSON as body.

Started by `life` where the setting names a port. A web page of this machine's browser can reach the port as well: the
token, the Host and the Origin are checked before a byte of the body is read. Each event goes on by the socket.
"""

import asyncio
import contextlib
import hmac
import json
import os
import socket
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from remora.hosts.hooks import launch
from remora.hosts.hooks.heard import Heard
from remora.surfaces.server import wire
from remora.surfaces.server.door import Address
from remora.surfaces.server.inbox import Inbox

MOST_BODY = 8 << 20  # bytes, as of the client
BODY_SECONDS = 5.0  # on loopback a body takes milliseconds
IDLE_SECONDS = 10.0  # for the head of a request, and between two
WITHIN_MS = 5_000  # what a host that says nothing is kept waiting at most; answers take milliseconds
CONNECTIONS = 32
HEAD = 16 << 10  # bytes
START_SECONDS, STOP_SECONDS = 5.0, 0.5


class Http:
    """Listens from the moment it is made. Raises OSError where the port cannot be had."""

    def __init__(self, home: Path, port: int, address: Address, inbox: Inbox) -> None:
        self._link = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            self._link.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._link.bind(("127.0.0.1", port))
        except BaseException:
            self._link.close()
            raise
        config = uvicorn.Config(
            app(launch.http_token(home), port, address, inbox), http=_Bounded, log_config=None, access_log=False,
            lifespan="off", ws="none", limit_concurrency=CONNECTIONS, timeout_keep_alive=int(IDLE_SECONDS),
            h11_max_incomplete_event_size=HEAD, server_header=False, proxy_headers=False,
            timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, args=([self._link],), name="remora-http", daemon=True
        )
        self._thread.start()
        until = time.monotonic() + START_SECONDS
        while not self._server.started and self._thread.is_alive() and time.monotonic() < until:
            time.sleep(0.01)

    def stop(self) -> None:
        """Take no more, and let what is under way end."""
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)
        self._link.close()


def app(token: str, port: int, address: Address, inbox: Inbox) -> Starlette:
    """The application, without a server around it."""
    allowed = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}

    async def post(request: Request) -> Response:
        refused = _refused(request, token, allowed)
        if refused is not None:
            return refused
        try:
            body = await _body(request)
        except TimeoutError:
            return _said(408, "the body did not come in time")
        except OverflowError:
            return _said(413, f"more than {MOST_BODY} bytes")
        except ClientDisconnect:
            return _said(400, "broken off")
        heard = _heard(request, body)
        if isinstance(heard, str):
            return _said(400, heard)
        answer = await _handed_on(heard, address)
        if answer is None:
            try:
                inbox.put(heard)
            except OSError:
                return _said(503, "the event could not be kept")
        return Response(answer or b"", media_type="application/json")

    return Starlette(routes=[Route("/v1/events/{host}/{event}", post, methods=["POST"])])


def _refused(request: Request, token: str, allowed: set[str]) -> Response | None:
    if request.headers.get("host", "") not in allowed:
        return _said(421, "another Host")
    origin = request.headers.get("origin")
    if origin is not None and origin not in {f"http://{name}" for name in allowed}:
        return _said(403, "another Origin")
    given = request.headers.get("authorization", "").encode("utf-8", "replace")
    if not hmac.compare_digest(given, f"Bearer {token}".encode()):
        return _said(401, "no token, or a wrong one")
    size = request.headers.get("content-length", "0")
    if not size.isdecimal() or int(size) > MOST_BODY:
        return _said(413, f"more than {MOST_BODY} bytes")
    return None


async def _body(request: Request) -> bytes:
    parts, size = [], 0
    async with asyncio.timeout(BODY_SECONDS):
        async for part in request.stream():
            parts.append(part)
            size += len(part)
            if size > MOST_BODY:
                raise OverflowError
    return b"".join(parts)


def _heard(request: Request, body: bytes) -> Heard | str:
    """The event, or why it is none."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return "the body is not JSON"
    if not isinstance(said, dict):
        return "the body is no JSON object"
    within = request.query_params.get("within", str(WITHIN_MS))
    heard = Heard(
        host=request.path_params["host"], event=request.path_params["event"], body=body, id=os.urandom(8).hex(),
        at_ms=int(time.time() * 1000), cwd=said["cwd"] if isinstance(said.get("cwd"), str) else "",
        profile=request.query_params.get("profile", ""), deadline_ms=int(within) if within.isdecimal() else WITHIN_MS,
    )  # fmt: skip
    try:
        return wire.heard_of(wire.parse(wire.event(heard)))
    except ValueError as why:
        return str(why)


async def _handed_on(heard: Heard, address: Address) -> bytes | None:
    """The answer of the process's own threads; None where none comes in time."""
    with contextlib.suppress(OSError, ValueError, TimeoutError):
        async with asyncio.timeout(heard.deadline_ms / 1000):
            if address.kind == "unix":
                reader, writer = await asyncio.open_unix_connection(address.place)
            else:
                reader, writer = await asyncio.open_connection("127.0.0.1", int(address.place))
            try:
                writer.write(wire.event(heard, token=address.token))
                await writer.drain()
                verdict, body = wire.replied(await reader.read())
            finally:
                writer.close()
        if verdict == "ok":
            return body
    return None


def _said(status: int, why: str) -> Response:
    return Response(json.dumps({"error": why}), status_code=status, media_type="application/json")


class _Bounded(H11Protocol):
    """A connection that asks for nothing is closed: the server itself sets no limit to how slowly a head comes."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.loop.call_later(IDLE_SECONDS, self._look)

    def _look(self) -> None:
        if self.transport is None or self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
        else:
            self.loop.call_later(IDLE_SECONDS, self._look)
