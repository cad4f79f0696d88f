"""The command line in this process: a home, a project's folder, and a runner that returns what a shell would see."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from remora.surfaces.cli.main import main


@dataclass(frozen=True)
class Outcome:
    """What one run left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


Runner = Callable[..., Outcome]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of every command: a project of its own, in a home of its own, and no REMORA variables."""
    for name in [name for name in os.environ if name.startswith("REMORA_")]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("COLUMNS", raising=False)  # of whoever runs the tests
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("REMORA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("REMORA_EMBEDDER", "none")  # words: what is tested here needs no model
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def remora(project: Path, capsys: pytest.CaptureFixture[str]) -> Runner:
    """Run `remora` with these arguments."""

    def run(*arguments: str) -> Outcome:
        capsys.readouterr()
        code = main(arguments)
        out, err = capsys.readouterr()
        return Outcome(code, out, err)

    return run


@pytest.fixture
def stored(remora: Runner) -> Callable[..., dict[str, Any]]:
    """Store a text and return its note as the command printed it."""

    def add(text: str, *options: str) -> dict[str, Any]:
        outcome = remora("add", text, *options, "--json")
        assert outcome.code == 0, outcome
        note: dict[str, Any] = outcome.document["note"]
        return note

    return add
