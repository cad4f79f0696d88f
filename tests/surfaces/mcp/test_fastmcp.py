"""The other Python client, fastmcp's, over real pipes: it lists and calls everything, and its errors explain."""

import asyncio
import sys

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError
from mcp.shared.exceptions import MCPError
from surfaces.mcp.clients import ARGUMENTS, Place

CALLS = {
    "memory_add": {"text": "the port is 6543"},
    "memory_search": {"query": "port"},
    "memory_lessons": {},
}
PROMPTS = {"recall": {"about": "port"}, "remember": {"fact": "a fact"}, "forget": {"what": "port"}, "lessons": {}}


def test_it_lists_and_calls_every_tool_prompt_and_resource(place: Place) -> None:
    transport = StdioTransport(
        sys.executable, ARGUMENTS, env=place.environment, cwd=str(place.project), keep_alive=False
    )

    async def main() -> None:
        async with Client(transport) as client:
            tools = {tool.name for tool in await client.list_tools()}
            assert tools == {*CALLS, "memory_why", "memory_forget"}
            for tool, arguments in CALLS.items():
                result = await client.call_tool(tool, arguments)
                assert result.data.ok  # read by the output schema
            found = await client.call_tool("memory_search", {"query": "port"})
            note = found.data.entries[0].id
            assert "host " in (await client.call_tool("memory_why", {"id": note})).data.entries[1].text

            assert {prompt.name for prompt in await client.list_prompts()} == set(PROMPTS)
            for prompt, arguments in PROMPTS.items():
                (message,) = (await client.get_prompt(prompt, arguments)).messages
                assert message.role == "user"
                assert all(value in message.content.text for value in arguments.values())

            uris = [str(resource.uri) for resource in await client.list_resources()]
            (template,) = await client.list_resource_templates()
            for uri in (*uris, template.uri_template.replace("{id}", note)):
                assert (await client.read_resource(uri))[0].text
            assert (await client.call_tool("memory_forget", {"id": note})).data.ok

            with pytest.raises(ToolError, match="Nothing was stored: memory_add needs text"):
                await client.call_tool("memory_add", {})
            with pytest.raises(ToolError, match="no note's id begins with 'zzzz'"):
                await client.call_tool("memory_forget", {"id": "zzzz"})
            with pytest.raises(MCPError, match="there is no tool 'memory_eat'"):
                await client.call_tool("memory_eat", {})

    asyncio.run(main())
