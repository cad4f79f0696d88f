"""Lines of a file descriptor, however they are cut into chunks, and what stands for those that are no messages."""

import asyncio
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_types import INVALID_REQUEST, PARSE_ERROR, JSONRPCError, JSONRPCNotification, JSONRPCRequest

from remora.surfaces.mcp import pipes


def through_a_pipe(chunks: list[bytes]) -> list[bytes | None]:
    source, sink = os.pipe()

    def write() -> None:
        for chunk in chunks:
            os.write(sink, chunk)
        os.close(sink)

    writer = threading.Thread(target=write)
    writer.start()
    found = list(pipes.lines(source))
    writer.join()
    os.close(source)
    return found


@settings(deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=40), max_size=30))
def test_lines_are_those_of_the_whole_whatever_the_chunks(chunks: list[bytes]) -> None:
    whole = b"".join(chunks)
    assert through_a_pipe(chunks) == [*(line for line in whole.split(b"\n") if line.strip()), None]


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_the_error_that_answers_them(line: bytes) -> None:
    message = pipes.parsed(line).message
    assert not isinstance(message, JSONRPCError) or message.error.message.startswith("Nothing was done: ")


def test_a_line_that_is_too_long_is_refused_by_its_id_and_not_kept() -> None:
    begun = b'{"jsonrpc": "2.0", "id": %s, "method": "tools/call", "params": {"name": "'
    for written, named in ((b"41", 41), (b'"a-b"', "a-b"), (b"null", None)):
        chunks = [begun % written, *[b"x" * 65_536] * 100, b'"}}\n{"jsonrpc": "2.0", "method": "next"}\n']
        line, following, end = through_a_pipe(chunks)
        assert line is not None
        assert following is not None
        assert end is None
        assert len(line) == pipes.MOST_BYTES + 1
        refusal = pipes.parsed(line).message
        assert isinstance(refusal, JSONRPCError)
        assert (refusal.id, refusal.error.code) == (named, INVALID_REQUEST)
        assert "longer than 4194304 bytes" in refusal.error.message
        assert isinstance(pipes.parsed(following).message, JSONRPCNotification)


def test_what_is_wrong_with_a_line_is_said() -> None:
    assert isinstance(pipes.parsed(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}').message, JSONRPCRequest)
    for line, named, code in (
        (b"nonsense", None, PARSE_ERROR),
        (b"[" * 5_000, None, PARSE_ERROR),
        (b'{"id": 3}', 3, INVALID_REQUEST),
        (b'{"id": true}', None, INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": 4, "method": "x", "params": {"text": "\\ud800"}}', 4, INVALID_REQUEST),
    ):
        refusal = pipes.parsed(line).message
        assert isinstance(refusal, JSONRPCError)
        assert (refusal.id, refusal.error.code) == (named, code)


def test_a_server_that_leaves_while_the_last_answers_are_awaited_leaves_no_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    waiting = threading.Event()
    with Path(os.devnull).open("rb") as nothing, Path(os.devnull).open("wb") as nowhere:

        async def leave() -> None:
            async with pipes.connected(nothing.fileno(), nowhere.fileno(), lambda: bool(waiting.set())):
                while not waiting.is_set():
                    await asyncio.sleep(0.01)

        asyncio.run(leave())
        for thread in threading.enumerate():
            if thread.name == "remora-mcp-read":
                thread.join(30)
    assert faults == []
