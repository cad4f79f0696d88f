"""The server leaves with its client or with SIGTERM, whatever it is doing; stdout holds nothing but the protocol."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from surfaces.mcp.clients import ARGUMENTS, Place

INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a-pipe", "version": "1"}},
}  # fmt: skip
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
ADD = {
    "jsonrpc": "2.0", "id": 2, "method": "tools/call",
    "params": {"name": "memory_add", "arguments": {"text": "the port is 6543"}},
}  # fmt: skip
SEARCH = {
    "jsonrpc": "2.0", "id": 3, "method": "tools/call",
    "params": {"name": "memory_search", "arguments": {"query": "port"}},
}  # fmt: skip
LONG = 60  # seconds: a hung server must not hang the tests; how long leaving takes is no matter of a test
CHATTY = """
from remora_hookspecs import hookimpl
import os
print("printed at import")

class Chatty:
    @hookimpl
    def inspect(self, entries):
        print("printed in a hook")
        os.write(1, b"written to number one\\n")
        os.system("echo of a child; cat")
        return [None for _ in entries]

plugin = Chatty()
"""


def lines(*messages: object) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def start(place: Place, *python: str, **variables: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, *(python or ARGUMENTS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, env={**place.environment, **variables}, cwd=place.project,
    )  # fmt: skip


@pytest.fixture
def running(place: Place) -> Iterator["list[subprocess.Popen[bytes]]"]:
    processes: list[subprocess.Popen[bytes]] = []
    yield processes
    for process in processes:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            with suppress(BrokenPipeError):
                pipe.close()  # type: ignore[union-attr]


def test_what_was_asked_before_the_end_is_answered(place: Place) -> None:
    process = start(place)
    out, err = process.communicate(lines(INITIALIZE, INITIALIZED, ADD), LONG)
    assert process.returncode == 0
    assert err == b""
    answers = {answer["id"]: answer for answer in map(json.loads, out.splitlines())}
    assert set(answers) == {1, 2}
    assert answers[2]["result"]["isError"] is False


def test_nothing_to_read_is_no_error(place: Place) -> None:
    process = start(place)
    assert process.communicate(b"", LONG) == (b"", b"")
    assert process.returncode == 0


@pytest.mark.parametrize("leave", ["end", "signal"])
@pytest.mark.parametrize("pause", [0.0, 0.1, 0.4, 1.0])
def test_it_leaves_while_it_opens_and_while_a_model_loads(
    place: Place, running: "list[subprocess.Popen[bytes]]", leave: str, pause: float
) -> None:
    process = start(place, REMORA_EMBEDDER="minilm")
    running.append(process)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(lines(INITIALIZE, INITIALIZED, ADD))
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    time.sleep(pause)
    if leave == "end":
        process.stdin.close()
    else:
        process.send_signal(signal.SIGTERM)
    assert process.wait(LONG) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""


def test_a_client_that_reads_no_more_does_not_keep_it(place: Place, running: "list[subprocess.Popen[bytes]]") -> None:
    process = start(place)
    running.append(process)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(lines(INITIALIZE, INITIALIZED))
    process.stdin.flush()
    process.stdout.readline()
    listing = {"jsonrpc": "2.0", "method": "tools/list"}
    process.stdin.write(lines(*({**listing, "id": number} for number in range(2, 60))))  # more than a pipe holds
    process.stdin.flush()
    process.send_signal(signal.SIGTERM)
    assert process.wait(LONG) == 0


def test_lines_that_are_no_messages_are_answered_and_the_next_is_served(place: Place) -> None:
    process = start(place)
    strange = [
        b"nonsense\n", b"\n", b"[1, 2]\n", b'{"jsonrpc": "2.0", "id": 7}\n', b"\xff\xfe\n",
        lines({**SEARCH, "id": 8, "params": {"name": "memory_search", "arguments": [1]}}),
        lines({**SEARCH, "id": 9, "params": {"name": "memory_search", "arguments": {"query": "x" * 5_000_000}}}),
    ]  # fmt: skip
    out, _ = process.communicate(lines(INITIALIZE, INITIALIZED) + b"".join(strange) + lines(ADD), LONG)
    answers = [json.loads(line) for line in out.splitlines()]
    errors = [(answer["id"], answer["error"]["code"]) for answer in answers if "error" in answer]
    assert sorted(errors, key=str) == sorted(
        [(None, -32700), (None, -32600), (7, -32600), (None, -32700), (8, -32602), (9, -32600)], key=str
    )
    assert all(answer["error"]["message"].startswith("Nothing was done: ") for answer in answers if "error" in answer)
    assert next(answer for answer in answers if answer["id"] == 2)["result"]["isError"] is False


def test_what_plugins_and_their_children_print_is_not_on_stdout_and_takes_nothing_from_stdin(
    place: Place, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    (site / "chatty-1.dist-info").mkdir(parents=True)
    (site / "chatty.py").write_text(CHATTY, encoding="utf-8")
    (site / "chatty-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: chatty\nVersion: 1\n")
    (site / "chatty-1.dist-info" / "entry_points.txt").write_text("[remora.plugins]\nchatty = chatty:plugin\n")
    process = start(place, PYTHONPATH=str(site), REMORA_PLUGINS="chatty:chatty")
    out, err = process.communicate(lines(INITIALIZE, INITIALIZED, ADD, SEARCH), LONG)
    assert {json.loads(line)["id"] for line in out.splitlines()} == {1, 2, 3}
    assert b"printed in a hook" in err
    assert b"written to number one" in err
    assert b"of a child" in err
    assert process.returncode == 0
