"""The protocol's own inspector, where it is installed: MCP_INSPECTOR names its command.

    npm install --prefix DIR @modelcontextprotocol/inspector
    MCP_INSPECTOR=DIR/node_modules/.bin/mcp-inspector .venv/bin/pytest tests/surfaces/mcp/test_inspector.py
"""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from surfaces.mcp.clients import ARGUMENTS, Place

INSPECTOR = os.environ.get("MCP_INSPECTOR", "")
pytestmark = pytest.mark.skipif(not INSPECTOR, reason="MCP_INSPECTOR does not name the protocol's inspector")


def test_it_lists_and_calls_everything(place: Place) -> None:
    def ask(method: str, *arguments: str) -> Any:
        options = [part for name, value in place.environment.items() for part in ("-e", f"{name}={value}")]
        done = subprocess.run(
            [INSPECTOR, "--cli", *options, sys.executable, *ARGUMENTS, "--method", method, *arguments],
            capture_output=True, text=True, cwd=place.project, timeout=120, check=True,
        )  # fmt: skip
        return json.loads(done.stdout)

    def call(tool: str, *arguments: str) -> Any:
        return ask("tools/call", "--tool-name", tool, *(part for one in arguments for part in ("--tool-arg", one)))

    assert len(ask("tools/list")["tools"]) == 5
    assert len(ask("prompts/list")["prompts"]) == 4
    assert len(ask("resources/list")["resources"]) == 2
    assert len(ask("resources/templates/list")["resourceTemplates"]) == 1
    assert call("memory_add", "text=the port is 6543")["structuredContent"]["ok"]
    (entry,) = call("memory_search", "query=port")["structuredContent"]["entries"]
    assert call("memory_why", f"id={entry['id']}")["structuredContent"]["ok"]
    assert call("memory_lessons")["structuredContent"]["ok"]
    assert "6543" in ask("resources/read", "--uri", "remora://notes/recent")["contents"][0]["text"]
    prompt = ask("prompts/get", "--prompt-name", "recall", "--prompt-args", "about=port")
    assert "6543" in prompt["messages"][0]["content"]["text"]
    assert call("memory_forget", f"id={entry['id']}")["structuredContent"]["ok"]
    assert "needs text" in call("memory_add")["content"][0]["text"]
