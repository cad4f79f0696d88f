"""Real clients on real servers: a home, a project's folder, and a way to run work with a client over its own pipes."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from mcp import StdioServerParameters
from mcp.client import Client
from mcp_types import CallToolResult, Implementation

T = TypeVar("T")
ARGUMENTS = ["-m", "remora", "mcp"]


@dataclass(frozen=True)
class Place:
    """A person's machine: their home, the memory's, and a project's folder in which clients start servers."""

    root: Path
    home: Path
    project: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.root / "person"),
            "REMORA_HOME": str(self.home),
            "REMORA_EMBEDDER": "none",
            "PATH": os.environ["PATH"],
        }

    def server(self, *arguments: str, cwd: Path | None = None, **variables: str) -> StdioServerParameters:
        return StdioServerParameters(
            command=sys.executable,
            args=[*ARGUMENTS, *arguments],
            env={**self.environment, **variables},
            cwd=str(cwd or self.project),
        )

    def served(
        self,
        work: Callable[[Client], Awaitable[T]],
        *arguments: str,
        cwd: Path | None = None,
        mode: str = "legacy",
        variables: dict[str, str] | None = None,
        **client: Any,
    ) -> T:
        """What `work` makes of a client that started a server of its own."""
        parameters = self.server(*arguments, cwd=cwd, **(variables or {}))

        async def main() -> T:
            info = Implementation(name="a-client", version="1")
            async with Client(parameters, client_info=info, mode=mode, read_timeout_seconds=60, **client) as connected:
                return await work(connected)

        return asyncio.run(main())


def said(result: CallToolResult) -> str:
    return "\n".join(part.text for part in result.content if part.type == "text")


def everything(result: Any) -> str:
    """All that a client could show a model of an answer."""
    return str(result.model_dump_json())
