"""`remora mcp` itself: its price for others, its words without the extra, options, a folder that is gone."""

import asyncio
import os
import subprocess
import sys

import pytest
from mcp.client import Client
from surfaces.mcp.clients import Place, said

HEAVY = {"mcp", "mcp_types", "anyio", "starlette", "uvicorn", "httpx", "httpx2", "jsonschema", "opentelemetry"}
WITHOUT = """
import sys
sys.modules["mcp"] = sys.modules["mcp_types"] = None  # as if the package were not installed
from remora.surfaces.cli.main import main
raise SystemExit(main(["mcp"]))
"""
LOADED = """
import sys
from remora.surfaces.cli.main import main
main(sys.argv[1:])
print("loaded:", *sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def run(place: Place, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], env=place.environment, cwd=place.project,
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_without_the_extra_it_says_how_to_get_it(place: Place) -> None:
    done = run(place, WITHOUT)
    assert done.returncode == 3
    assert done.stdout == ""
    assert "error: The MCP server was not started: the package mcp, version 2 or newer," in done.stderr
    assert "pip install 'remora[mcp]'" in done.stderr


@pytest.mark.parametrize("arguments", [("search", "port"), ("list",), ("--version",)])
def test_no_other_command_pays_for_it(place: Place, arguments: tuple[str, ...]) -> None:
    loaded = run(place, LOADED, *arguments).stderr.split("loaded:")[1].split()
    assert HEAVY & set(loaded) == set()


def test_importing_remora_does_not_pay_for_it(place: Place) -> None:
    done = run(place, "import remora, sys; print(*{name.partition('.')[0] for name in sys.modules})")
    assert HEAVY & set(done.stdout.split()) == set()


def test_a_profile_that_nobody_defined_is_a_line_on_standard_error(place: Place) -> None:
    server = place.server("--profile", "nope")
    with subprocess.Popen(
        [server.command, *server.args], env=server.env, cwd=server.cwd, stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    ) as done:  # fmt: skip
        assert done.stderr is not None
        line = done.stderr.readline()  # the memory is opened beside the handshake, and needs no client's word
        done.communicate(timeout=60)
    assert "warning: there is no profile 'nope'" in line


def test_a_profile_and_a_home_are_those_that_the_options_name(place: Place) -> None:
    home = place.root / "another home"
    home.mkdir()
    (home / "config.toml").write_text('[profiles.work]\nproject = "work"\n', encoding="utf-8")

    async def store(client: Client) -> str:
        return said(await client.call_tool("memory_add", {"text": "the port is 6543"}))

    assert place.served(store, "--home", str(home), "--profile", "work").startswith("Stored for this project")
    done = run(place, LOADED, "list", "--all", "--json", "--home", str(home))
    assert '"namespace": "work"' in done.stdout
    assert not place.home.exists()


@pytest.mark.skipif(os.name == "nt", reason="there a working folder cannot be deleted")
def test_a_working_folder_that_is_gone_makes_nothing_global(place: Place) -> None:
    program = (
        "import os, sys; os.makedirs('gone'); os.chdir('gone'); os.rmdir('../gone');"
        " from remora.surfaces.cli.main import run; sys.argv = ['remora', 'mcp']; run()"
    )
    parameters = place.server()
    # -P as the installed command has it: with a folder that is gone on its path Python 3.13.0 cannot import libraries.
    gone = parameters.model_copy(update={"args": ["-P", "-c", program]})

    async def main() -> str:
        async with Client(gone, mode="legacy") as client:
            return said(await client.call_tool("memory_add", {"text": "the port is 6543"}))

    assert asyncio.run(main()).startswith("Nothing was stored: ")
