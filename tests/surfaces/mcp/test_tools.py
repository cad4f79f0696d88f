"""Every tool, called by the protocol's own Python client over real pipes, in the older and the newer protocol."""

import asyncio
from typing import Any

import pytest
from mcp.client import Client
from surfaces.mcp.clients import Place, said

from remora.notes import GLOBAL
from remora.settings import load
from remora.wiring import build

FACT = "The staging port is 6543."
READING = {"memory_search", "memory_why", "memory_lessons"}
MODES = ["legacy", "2026-07-28"]


@pytest.mark.parametrize("mode", MODES)
def test_a_fact_is_stored_found_explained_and_forgotten(place: Place, mode: str) -> None:
    async def work(client: Client) -> None:
        added = await client.call_tool("memory_add", {"text": FACT, "importance": 0.8})
        assert not added.is_error
        assert said(added).startswith("Stored for this project, as ")
        assert added.structured_content == {"ok": True, "entries": [{"text": said(added)}]}

        found = await client.call_tool("memory_search", {"query": "staging port"})
        (entry,) = found.structured_content["entries"]
        assert entry["text"] == FACT
        assert entry["detail"].startswith("relevance ")
        assert said(found) == f"{FACT} [{entry['id'][:8]}] ({entry['detail']})"

        why = await client.call_tool("memory_why", {"id": entry["id"][:8]})
        assert "trigger manual, session mcp-" in said(why)
        assert "host a-client" in said(why)
        assert "importance 0.8" in said(why)

        assert not (await client.call_tool("memory_forget", {"id": entry["id"]})).is_error
        assert said(await client.call_tool("memory_search", {"query": "staging port"})) == "No note answers that."

    place.served(work, mode=mode)


def test_lessons_tell_what_failed_here_and_what_worked(place: Place) -> None:
    def lessons() -> None:
        remora = build(load(home=place.home, environ={"REMORA_EMBEDDER": "none"}))
        key = remora.memory.projects.at(place.project)
        failures = place.root / "failures.json"
        failed = '{"command": "make app", "error": "no rule", "fix": "make -k app"}'
        failures.write_text(f'{{"{key}": {{"1": {failed}, "2": {{"command": "npm test"}}}}}}', encoding="utf-8")
        remora.memory.lessons.import_file(failures)
        remora.close()

    lessons()

    async def work(client: Client) -> None:
        listed = await client.call_tool("memory_lessons", {})
        assert "`make app` failed here before" in said(listed)
        assert "What worked then: `make -k app`" in said(listed)
        assert "`npm test` failed here before" in said(listed)
        one = await client.call_tool("memory_lessons", {"query": "NPM", "limit": 1})
        assert "npm test" in said(one)
        assert "make app" not in said(one)
        none = await client.call_tool("memory_lessons", {"query": "terraform"})
        assert said(none) == "No such command is known to have failed in this project."
        resource = (await client.read_resource("remora://lessons")).contents[0]
        assert "make -k app" in resource.text
        prompt = await client.get_prompt("lessons")
        assert "make -k app" in prompt.messages[0].content.text

    place.served(work)


def test_a_note_for_all_projects_is_found_in_another_and_a_projects_own_is_not(place: Place) -> None:
    other = place.root / "other"
    other.mkdir()

    async def store(client: Client) -> None:
        await client.call_tool("memory_add", {"text": "prefers tabs over spaces", "scope": GLOBAL})
        await client.call_tool("memory_add", {"text": "tabs are four wide here", "scope": "project"})

    async def look(client: Client) -> str:
        return said(await client.call_tool("memory_search", {"query": "tabs"}))

    place.served(store)
    found = place.served(look, cwd=other)
    assert "prefers tabs over spaces" in found
    assert "four wide" not in found


def test_what_each_tool_may_do_is_told_to_the_client(place: Place) -> None:
    async def work(client: Client) -> list[Any]:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in place.served(work)}
    assert set(tools) == READING | {"memory_add", "memory_forget"}
    for name, tool in tools.items():
        hints = tool.annotations
        assert hints.read_only_hint == (name in READING)
        assert hints.destructive_hint == (name == "memory_forget")
        assert hints.idempotent_hint
        assert not hints.open_world_hint
        assert tool.input_schema["additionalProperties"] is False
        assert set(tool.input_schema["required"]) <= set(tool.input_schema["properties"])
        assert not any(about["description"][0].islower() for about in tool.input_schema["properties"].values())
        assert tool.output_schema["required"] == ["ok", "entries"]


def test_calls_at_once_are_all_answered(place: Place) -> None:
    async def work(client: Client) -> None:
        added = await asyncio.gather(
            *(client.call_tool("memory_add", {"text": f"fact number {number} of many"}) for number in range(40))
        )
        assert not any(result.is_error for result in added)
        found = await client.call_tool("memory_search", {"query": "fact number many", "limit": 20})
        assert len(found.structured_content["entries"]) == 20

    place.served(work)


def test_the_first_search_of_a_new_server_goes_by_meaning(place: Place) -> None:
    by_meaning = {"REMORA_EMBEDDER": "minilm"}

    async def store(client: Client) -> None:
        for text in ("Deploys go through the blue-green script in ops/deploy.sh", "The logo is a blue fish"):
            assert not (await client.call_tool("memory_add", {"text": text})).is_error

    async def look(client: Client) -> str:
        return said(await client.call_tool("memory_search", {"query": "how do we release to production", "limit": 1}))

    place.served(store, variables=by_meaning)
    remora = build(load(home=place.home, environ=by_meaning))
    remora.memory.vectors.embed_waiting()
    remora.close()
    assert "blue-green script" in place.served(look, variables=by_meaning)
