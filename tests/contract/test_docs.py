"""The pages of docs: their commands exist, and what they say is to be written by hand is what we write."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from remora.hosts.hermes import yamltext
from remora.hosts.splices import applied
from remora.settings import CHOOSABLE
from remora.surfaces.cli import app
from remora.surfaces.mcp import prompts, resources, tools

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted(DOCS.glob("*.md"))}


def commands() -> set[str]:
    groups = {f"{name} {inner}" for name, _, inside in app.GROUPS for inner, _ in inside}
    return groups | {name for name, _ in app.COMMANDS} | set(app.ALONE)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_a_page_exists(page: str) -> None:
    said = re.findall(r"(?:^\$ |`)(?:hermes )?remora ([a-z]+(?:[ \n][a-z-]+)?)", PAGES[page], re.MULTILINE)
    assert said
    for words in said:
        words = " ".join(words.split())
        assert words in commands() or words.split()[0] in commands(), words


def test_the_lines_by_hand_are_those_that_setup_writes() -> None:
    (lines,) = re.findall(r"```yaml\n(.*?)```", PAGES["hermes.md"], re.DOTALL)
    by_hand = yaml.safe_load(lines)["plugins"]
    text = applied("", yamltext.with_item("", "plugins", "enabled", "remora"))
    assert by_hand["enabled"] == yaml.safe_load(text)["plugins"]["enabled"]
    assert lines.startswith(text)
    assert set(by_hand["entries"]["remora"]["settings"]) <= set(CHOOSABLE)


def test_every_configuration_of_a_client_starts_the_server() -> None:
    page = PAGES["mcp.md"]
    found = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    found += [tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]
    assert len(found) == 4
    for document in found:
        ((_, servers),) = document.items()
        assert set(servers) == {"remora"}
        assert servers["remora"].keys() <= {"type", "command", "args"}
        assert (servers["remora"]["command"], servers["remora"]["args"]) == ("remora", ["mcp"])


def test_the_page_of_the_server_names_all_that_it_offers() -> None:
    page = PAGES["mcp.md"]
    for tool in tools.listed():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{tool.name}`"))
        assert all(f"`{name}`" in row for name in tool.input_schema["properties"])
    assert all(f"| `{prompt.name}" in page for prompt in prompts.PROMPTS.values())
    uris = (resources.RECENT, resources.LESSONS, resources.TEMPLATE)
    assert all(f"`{uri}`" in page for uri in uris)
