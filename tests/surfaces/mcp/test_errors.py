"""Bad arguments, unknown names, a memory that cannot be had: the answer says what did not happen and what to do."""

import asyncio
import os
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from surfaces.mcp.clients import Place, said

from remora.store import Store, notes
from remora.surfaces.mcp import server
from remora.surfaces.mcp.connection import Connection
from remora.surfaces.mcp.opening import Opened, Opening

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("memory_add", {}, "Nothing was stored: memory_add needs text. The fact, as one sentence"),
    ("memory_add", {"text": ""}, "Nothing was stored: memory_add needs text."),
    ("memory_add", {"text": " \n "}, "Nothing was stored: the text is empty. Give the text to remember."),
    ("memory_add", {"text": 5}, "Nothing was done: text: input should be a valid string."),
    ("memory_add", {"text": "x" * 20_000}, "Nothing was stored: the text is 20000 bytes long. Store the fact alone"),
    ("memory_add", {"text": "a\0b"}, "Nothing was stored: character 2 is the control character U+0000. Remove it"),
    ("memory_add", {"text": "x y", "scope": "planet"}, "scope: input should be 'project' or 'global'."),
    ("memory_add", {"text": "x y", "importance": 7}, "importance: input should be less than or equal to 1."),
    ("memory_add", {"text": "x y", "op": "forget"}, "memory_add takes text, scope, importance, not 'op'."),
    ("memory_search", {}, "Nothing was searched: memory_search needs query. What to look for"),
    ("memory_search", {"query": None}, "Nothing was searched: memory_search needs query."),
    ("memory_search", {"query": ["a"]}, "Nothing was done: query: input should be a valid string."),
    ("memory_search", {"query": "port", "limit": 0}, "limit: input should be greater than or equal to 1."),
    ("memory_search", {"query": "port", "limit": True}, "limit: input should be a number, not true or false."),
    ("memory_add", {"text": "x y", "importance": True}, "importance: input should be a number, not true or false."),
    ("memory_search", {"query": "port", "op": "forget", "id": "abcd"}, "takes query, limit, not 'id', 'op'."),
    ("memory_why", {}, "Nothing was looked up: memory_why needs id. The note's id or its first characters"),
    ("memory_why", {"id": "zzzz"}, "no note's id begins with 'zzzz'. A search shows the ids of notes."),
    ("memory_forget", {"id": "z"}, "Nothing was done: 'z' is too short for an id. Give at least 4 characters of it."),
    ("memory_forget", {"id": "ab\0cd"}, "Nothing was done: no note's id begins with 'ab\\x00cd'."),
    ("memory_lessons", {"limit": "many"}, "Nothing was done: limit: input should be a valid integer"),
]  # fmt: skip


def test_bad_arguments_get_an_error_that_explains_and_nothing_happens(place: Place) -> None:
    async def work(client: Client) -> None:
        for tool, arguments, words in BAD:
            result = await client.call_tool(tool, arguments)
            assert result.is_error, (tool, arguments)
            assert words in said(result)
            assert result.structured_content["ok"] is False
        assert "No notes here yet." in (await client.read_resource("remora://notes/recent")).contents[0].text

    place.served(work)


def test_names_that_nothing_has_are_errors_of_the_protocol(place: Place) -> None:
    async def refused(call: Any) -> str:
        with pytest.raises(MCPError) as refusal:
            await call
        assert refusal.value.code == INVALID_PARAMS
        return refusal.value.message

    async def work(client: Client) -> None:
        assert "there is no tool 'memory_eat'. There are: memory_search," in await refused(
            client.call_tool("memory_eat", {})
        )
        assert "there is no prompt 'eat'. There are: recall," in await refused(client.get_prompt("eat"))
        assert "No prompt was made: recall needs 'about'." in await refused(client.get_prompt("recall"))
        assert "recall needs 'about'" in await refused(client.get_prompt("recall", {"about": " "}))
        assert "takes 'fact', not 'x'" in await refused(client.get_prompt("remember", {"fact": "y", "x": "z"}))
        assert "takes no arguments, not 'x'" in await refused(client.get_prompt("lessons", {"x": "z"}))
        assert "there is no resource 'remora://else'" in await refused(client.read_resource("remora://else"))
        assert "no note's id begins with 'zzzz'" in await refused(client.read_resource("remora://notes/zzzz"))

    place.served(work)


def test_a_home_that_cannot_be_had_is_told_by_each_call_and_found_again_when_it_is_mended(place: Place) -> None:
    place.home.write_text("a file", encoding="utf-8")

    async def work(client: Client) -> None:
        assert len((await client.list_tools()).tools) == 5
        for tool, arguments in (("memory_add", {"text": "a fact"}), ("memory_search", {"query": "fact"})):
            result = await client.call_tool(tool, arguments)
            assert result.is_error
            assert f"{place.home} is a file, not a folder. Move it away or set REMORA_HOME." in said(result)
        with pytest.raises(MCPError, match="Nothing was read: the memory was not opened"):
            await client.read_resource("remora://notes/recent")
        with pytest.raises(MCPError, match="No prompt was made: the memory was not opened"):
            await client.get_prompt("recall", {"about": "anything"})
        place.home.unlink()
        assert not (await client.call_tool("memory_add", {"text": "a fact"})).is_error

    place.served(work)


def test_a_home_that_is_deleted_while_the_server_runs_is_made_anew_by_the_next_call(place: Place) -> None:
    async def work(client: Client) -> None:
        assert not (await client.call_tool("memory_add", {"text": "a fact of before"})).is_error
        shutil.rmtree(place.home)
        assert not (await client.call_tool("memory_add", {"text": "a fact of afterwards"})).is_error

    place.served(work)
    store = Store.open(place.home)
    assert [note.text for note in notes.all_notes(store.read())] == ["a fact of afterwards"]
    store.close()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda home: (home / "memory.db").write_text("my shopping list\n"), "memory.db"),
        (lambda home: (home / "config.toml").write_text("levle = 'high'\n"), "levle"),
    ],
    ids=["a foreign file", "a slip in the settings"],
)
def test_a_memory_that_does_not_open_says_why(place: Place, spoil: Any, words: str) -> None:
    place.home.mkdir(mode=0o700)
    spoil(place.home)

    async def work(client: Client) -> str:
        result = await client.call_tool("memory_search", {"query": "fact"})
        assert result.is_error
        return said(result)

    told = place.served(work)
    assert told.startswith("Nothing was searched: ")
    assert words in told


def test_a_project_that_nobody_knows_is_told_by_the_call(place: Place) -> None:
    async def work(client: Client) -> str:
        return said(await client.call_tool("memory_search", {"query": "fact"}))

    told = place.served(work, "--project", "nope-11112222")
    assert "nope-11112222 is neither a folder nor the key of a project." in told


def test_a_call_has_its_time_and_says_that_nothing_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(server, "ANSWER_SECONDS", 0.05)
    stuck = threading.Event()

    def make() -> Opened:
        stuck.wait(60)
        raise AssertionError("nobody waits any more")

    async def work() -> str:
        service = server.Service(Opening(make), Connection(tmp_path))
        async with Client(service.server()) as client:
            return said(await client.call_tool("memory_add", {"text": "a fact"}))

    told = asyncio.run(work())
    stuck.set()
    assert "no answer came within 0.05 s, and it is not known whether anything was done." in told
    assert "Look with memory_search" in told


def test_a_fault_of_ours_reaches_nobody_as_a_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def make() -> Opened:
        raise ZeroDivisionError(os.fspath(tmp_path))

    async def work() -> Any:
        service = server.Service(Opening(make), Connection(tmp_path))
        async with Client(service.server()) as client:
            return await client.call_tool("memory_search", {"query": "a fact"})

    result = asyncio.run(work())
    assert result.is_error
    assert said(result) == "Nothing was searched: the memory failed (ZeroDivisionError). `remora doctor` checks it."
    assert "Traceback" not in caplog.text
