"""The real Claude Code with Remora's hooks in its settings, against a scripted model on loopback.

`python .ci/hosts.py claude` installs it; without it these tests are skipped.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hosts.claude.model_server import Block, Model, served
from hosts.person import Machine, Ran, machine, program

OFF = dict.fromkeys(
    ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "DISABLE_ERROR_REPORTING"),
    "1",
)
SETTINGS = """\
{
  // KEPT
  "permissions": {"allow": ["Bash"]}, "env": { "MARK" : "ä" },
    "hooks": { "Stop": [ {"hooks": [{"type": "command", "command": "true"}]} ] }
}
""".replace("  // KEPT\n", "")


@dataclass
class Claude(Machine):
    """Claude Code on a person's machine. Its settings are laid out by hand, and hold a hook of the person's."""

    binary: Path = Path()
    model: Model = field(default_factory=Model)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.settings.parent.mkdir()
        self.settings.write_text(SETTINGS, encoding="utf-8")

    @property
    def settings(self) -> Path:
        return self.person / ".claude" / "settings.json"

    def environ(self) -> dict[str, str]:
        told = {"ANTHROPIC_BASE_URL": self.model.url, "ANTHROPIC_API_KEY": "key"}
        return {**super().environ(), **OFF, **told, **self.variables}

    def claude(self, *arguments: object) -> Ran:
        ran = self.run(self.binary, *arguments)
        assert ran.code == 0, ran
        return ran

    def says(self, prompt: str, *lines: Block, more: bool = False) -> str:
        """One turn in a process of its own: the person says `prompt`, the model does `lines`; returns its session.
        `more`: in the conversation of the last one."""
        self.model.plays(*lines)
        arguments = ("-c",) if more else ()
        ran = self.claude(*arguments, "-p", prompt, "--output-format", "json", "--allowedTools", "Bash,Read,Task")
        return str(result(ran)["session_id"])


def result(ran: Ran) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ran.out.splitlines()[-1])
    return found


@pytest.fixture(scope="session")
def model() -> Iterator[Model]:
    with served() as model:
        yield model


@pytest.fixture
def claude(model: Model, tmp_path: Path) -> Iterator[Claude]:
    """A machine on which nothing has happened yet."""
    binary = program("claude", "claude_agent_sdk", "_bundled", "claude")
    with machine(lambda folder: Claude("claude", folder, binary=binary, model=model), tmp_path) as made:
        yield made
