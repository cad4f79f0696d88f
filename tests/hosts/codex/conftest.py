"""The real Codex with Remora's hooks in its hooks.json, against a scripted model on loopback.

`python .ci/hosts.py codex` installs it; without it these tests are skipped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hosts.codex.model_server import MODEL, Item, Model, served
from hosts.person import Machine, Ran, machine, program

CONFIG = """\
model = "{model}"
model_provider = "scripted"
{more}
[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
"""
TRUSTED = "--dangerously-bypass-hook-trust"  # what a person says once, when Codex asks about new hooks
MINE = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}'


@dataclass
class Codex(Machine):
    """Codex on a person's machine, with a hook of the person's own."""

    binary: Path = Path()
    model: Model = field(default_factory=Model)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.hooks.parent.mkdir()
        self.hooks.write_text(MINE, encoding="utf-8")
        self.configure()

    @property
    def hooks(self) -> Path:
        return self.person / ".codex" / "hooks.json"

    def configure(self, more: str = "") -> None:
        text = CONFIG.format(model=MODEL, url=self.model.url, more=more)
        (self.person / ".codex" / "config.toml").write_text(text, encoding="utf-8")

    def environ(self) -> dict[str, str]:
        return {**super().environ(), "SCRIPTED_KEY": "key"}

    def says(self, prompt: str, *lines: Item, more: bool = False, trusted: bool = True, summary: str = "") -> str:
        """One turn in a process of its own: the person says `prompt`, the model does `lines`; returns its session.
        `more`: in the conversation of the last one."""
        self.model.plays(*lines)
        self.model.summary = summary or self.model.summary
        options = ["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"]
        again = ("resume", "--last") if more else ()
        ran = self.run(self.binary, "exec", *options, *([TRUSTED] if trusted else []), *again, prompt)
        assert ran.code == 0, ran
        return session(ran)


def session(ran: Ran) -> str:
    found = re.search(r"session id: (\S+)", ran.err)
    assert found, ran
    return found[1]


@pytest.fixture(scope="session")
def model() -> Iterator[Model]:
    with served() as model:
        yield model


@pytest.fixture
def codex(model: Model, tmp_path: Path) -> Iterator[Codex]:
    """A machine on which nothing has happened yet."""
    binary = program("codex", "codex_cli_bin", "bin", "codex")
    with machine(lambda folder: Codex("codex", folder, binary=binary, model=model), tmp_path) as made:
        yield made
