"""The protocol's two pipes: one JSON-RPC message a line, read and written by threads that hold up no exit.

Called by `server`. The package's own transport reads on a thread that nothing can interrupt: a server that is told to
leave would stay until the client writes once more.
"""

import asyncio
import json
import os
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager, suppress

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

from remora_hookspecs.bus.runners import Runners

MOST_BYTES = 4 * 1024 * 1024  # of a line: sixteen times the longest note, each character escaped; more is an accident
CHUNK = 64 * 1024  # what a pipe holds
HEAD_BYTES = 256  # of a message, in which its id is looked for: the version and the method's name stand there too
LAST_ANSWERS = 0.8  # seconds for what was asked before the client left: with it a shell's pipe gets its answers too
POLL = 0.05  # seconds between looks whether they are given

# How a server that has left says so: its loop or a stream is closed, or what waited on it was cancelled.
LEFT = (RuntimeError, CancelledError, anyio.ClosedResourceError, anyio.BrokenResourceError)

_ID = re.compile(rb'"id"\s{0,9}:\s{0,9}(?:(\d{1,18})|"([^"\\]{1,128})")')

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def connected(source: int, sink: int, idle: Callable[[], bool]) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """The streams that the package serves, over two file descriptors. `idle`: whether all that was asked is answered.

    The incoming one ends with the source.
    """
    arrived, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, leaving = anyio.create_memory_object_stream[SessionMessage](0)
    loop = asyncio.get_running_loop()
    refusals = outgoing.clone()

    async def take(line: bytes | None) -> None:
        """One line, or the end."""
        if line is None:
            with anyio.move_on_after(LAST_ANSWERS):
                await anyio.sleep(POLL)
                while not idle():
                    await anyio.sleep(POLL)
                await anyio.sleep(POLL)
            await arrived.aclose()
            await refusals.aclose()
            return
        message = parsed(line)
        await (refusals.send(message) if isinstance(message.message, JSONRPCError) else arrived.send(message))

    def read() -> None:
        for line in lines(source):
            coming = take(line)
            try:
                asyncio.run_coroutine_threadsafe(coming, loop).result()
            except LEFT:
                coming.close()
                return

    async def write() -> None:
        runners = Runners()
        async with leaving:
            async for one in leaving:
                text = one.message.model_dump_json(by_alias=True, exclude_unset=True)
                try:
                    await runners.run(_write, sink, text.encode() + b"\n")
                except OSError:  # nobody reads any more: what is asked meanwhile is answered to nobody
                    break
        runners.stop()
        await arrived.aclose()

    threading.Thread(target=read, name="remora-mcp-read", daemon=True).start()
    async with anyio.create_task_group() as group:
        group.start_soon(write)
        try:
            yield incoming, outgoing
        finally:
            for stream in (refusals, arrived, incoming, outgoing):
                with suppress(anyio.ClosedResourceError):
                    stream.close()


def parsed(line: bytes) -> SessionMessage:
    """The message of a line; of one that holds none, the error that answers it."""
    if len(line) > MOST_BYTES:
        return _refusal(_id_at_the_beginning(line), INVALID_REQUEST, f"the message is longer than {MOST_BYTES} bytes")
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        reason = f" ({first['msg']})" if first["type"] == "json_invalid" else ""
    try:
        sent = json.loads(line)
    except (ValueError, RecursionError):
        return _refusal(None, PARSE_ERROR, f"the line is no JSON-RPC 2.0 message{reason}")
    named = sent.get("id") if isinstance(sent, dict) else None
    known = named if isinstance(named, (int, str)) and not isinstance(named, bool) else None
    return _refusal(known, INVALID_REQUEST, f"the line is no JSON-RPC 2.0 message{reason}")


def lines(source: int) -> Iterator[bytes | None]:
    """Each line of a file descriptor that is not blank, then None for its end.

    Of a line that is too long no more is kept than shows that it is.
    """
    held = bytearray()
    over = False
    while True:
        try:
            chunk = os.read(source, CHUNK)
        except OSError:
            chunk = b""
        if not chunk:
            break
        *whole, rest = chunk.split(b"\n")
        for part in whole:
            held += b"" if over else part
            del held[MOST_BYTES + 1 :]
            if held.strip():
                yield bytes(held)
            held.clear()
            over = False
        held += b"" if over else rest
        over = len(held) > MOST_BYTES
        del held[MOST_BYTES + 1 :]
    if held.strip():
        yield bytes(held)
    yield None


def _refusal(request: int | str | None, code: int, what: str) -> SessionMessage:
    return SessionMessage(
        JSONRPCError(jsonrpc="2.0", id=request, error=ErrorData(code=code, message=f"Nothing was done: {what}."))
    )


def _id_at_the_beginning(line: bytes) -> int | str | None:
    """The id of a message that is not read as a whole: clients write it before the parameters."""
    found = _ID.search(line, 0, HEAD_BYTES)
    if found is None:
        return None
    number, text = found.groups()
    return int(number) if number else str(text.decode("ascii", "replace"))


def _write(sink: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(sink, view) :]
