"""Two servers and the command line on one store at once: nothing is lost, and each sees what the others stored."""

import asyncio
import subprocess
import sys

from mcp.client import Client
from surfaces.mcp.clients import Place, said

EACH = 30  # notes a writer; three writers at once wait for each other all the time


def test_two_servers_and_a_command_line_share_a_store(place: Place) -> None:
    def command(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "remora", *arguments], env=place.environment, cwd=place.project,
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    async def write(client: Client, who: str) -> None:
        for number in range(EACH):
            result = await client.call_tool("memory_add", {"text": f"{who} wrote fact number {number}"})
            assert not result.is_error, said(result)

    async def main() -> None:
        async with (
            Client(place.server(), mode="legacy") as one,
            Client(place.server(), mode="2026-07-28") as two,
        ):
            texts = [f"the command line wrote fact number {number}" for number in range(3)]
            await asyncio.gather(
                write(one, "one"), write(two, "two"), *(asyncio.to_thread(command, "add", text) for text in texts)
            )
            for client, other in ((one, "two"), (two, "one"), (one, "the command line")):
                found = said(await client.call_tool("memory_search", {"query": f"{other} wrote fact number 2"}))
                assert f"{other} wrote fact number 2" in found

    asyncio.run(main())
    lines = command("list", "--limit", "200").splitlines()
    assert sum("wrote fact number" in line for line in lines) == 2 * EACH + 3
    assert "ok" in command("doctor")
