"""Where Hermes is found: its environments by whatever installed it, its profiles by its own rules."""

import json
import os
from pathlib import Path

import pytest
from hosts.hermes.conftest import Hermes

from remora.errors import EnvironmentTrouble, UsageError
from remora.hosts.hermes.installation import find
from remora.hosts.hermes.places import place, places


@pytest.fixture(autouse=True)
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without any Hermes, and a path without any."""
    home = tmp_path / "person"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("HERMES_HOME", raising=False)
    return home


def python(folder: Path, *, hermes: str | None = "0.19.0", remora: str | None = "0.1.0", pip: bool = True) -> Path:
    """Stands for the Python of an environment: answers the one question that it is asked."""
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / "python"
    answer = json.dumps([hermes, remora, str(folder.parent), pip])
    made.write_text(f"#!/bin/sh\necho '{answer}'\n", encoding="utf-8")
    made.chmod(0o755)
    return made


def launcher(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    file.chmod(0o755)
    return file


@pytest.mark.parametrize(
    ("where", "kind", "command"),
    [
        (".local/share/uv/tools/hermes-agent/bin", "uv tool", "uv tool install hermes-agent --with remora"),
        (".local/share/pipx/venvs/hermes-agent/bin", "pipx", "pipx inject hermes-agent remora"),
        (".hermes/hermes-agent/venv/bin", "Hermes's installer", "uv pip install --python {python} remora"),
        ("work/.venv/bin", "pip", "{python} -m pip install remora"),
    ],
)
def test_each_way_of_installing_hermes_is_known(
    where: str, kind: str, command: str, person: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = person / where
    made = python(folder, remora=None, pip=kind == "pip")
    launcher(folder / "hermes", f"#!{made}\nfrom hermes_cli.main import main\n")
    if kind == "pip":
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    found = find()
    assert (found.python, found.kind, found.hermes, found.remora) == (made, kind, "0.19.0", None)
    assert found.command == command.format(python=made)


def test_the_hermes_on_the_path_comes_first(person: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = python(person / ".hermes/hermes-agent/venv/bin")
    launcher(other.with_name("hermes"), f"#!{other}\n")
    started = python(person / "mine/bin", hermes="0.21.0")
    launcher(started.with_name("hermes"), f"#!{started}\n")
    monkeypatch.setenv("PATH", f"{started.parent}:/usr/bin:/bin")
    assert find().hermes == "0.21.0"


@pytest.mark.parametrize(
    "text",
    ["#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''\n", '#!/usr/bin/env bash\nexec "{inner}" "$@"\n'],
    ids=["a long path", "a script that hands over"],
)
def test_a_launcher_may_name_its_python_in_other_ways(text: str, person: Path) -> None:
    made = python(person / "venv/bin")
    inner = launcher(person / "venv/bin/hermes", f"#!{made}\n")
    link = launcher(person / ".local/bin/hermes", text.format(python=made, inner=inner))
    assert find(link).python == made
    assert find().python == made


def test_a_link_is_followed_to_the_environment(person: Path) -> None:
    made = python(person / "venv/bin")
    inner = launcher(person / "venv/bin/hermes", "no script\n")
    (person / ".local/bin").mkdir(parents=True)
    (person / ".local/bin/hermes").symlink_to(inner)
    assert find().python == made


def test_a_python_may_be_named(person: Path) -> None:
    assert find(python(person / "venv/bin")).remora == "0.1.0"


def test_a_python_without_hermes_is_not_it(person: Path) -> None:
    with pytest.raises(EnvironmentTrouble, match="Hermes Agent was not found") as trouble:
        find(python(person / "venv/bin", hermes=None))
    assert "--hermes PATH" in trouble.value.hint
    with pytest.raises(EnvironmentTrouble, match="the command `hermes` on the path"):
        find()


def test_profiles_are_found_as_hermes_finds_them(person: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = person / ".hermes"
    (root / "profiles" / "coder").mkdir(parents=True)
    assert [(one.profile, one.folder) for one in places()] == [
        ("default", root), ("coder", root / "profiles" / "coder"),
    ]  # fmt: skip
    assert place(None).profile == "default"
    (root / "active_profile").write_text("coder\n", encoding="utf-8")
    assert place(None).folder == root / "profiles" / "coder"
    assert place("default").folder == root
    monkeypatch.setenv("HERMES_HOME", str(root / "profiles" / "coder"))
    assert place(None).profile == "coder"
    assert place("default").folder == root
    with pytest.raises(UsageError, match="Hermes has no profile 'nobody'") as unknown:
        place("nobody")
    assert "default, coder" in unknown.value.hint
    elsewhere = person / "data"
    monkeypatch.setenv("HERMES_HOME", str(elsewhere))
    assert place(None) == place("default")
    assert place(None).folder == elsewhere


def test_the_real_hermes_agrees_on_its_profiles(hermes: Hermes, monkeypatch: pytest.MonkeyPatch) -> None:
    hermes.profile("coder")
    for name, value in hermes.environ().items():
        if name in ("HOME", "HERMES_HOME"):
            monkeypatch.setenv(name, value)
    question = "from hermes_cli.profiles import get_profile_dir as f; print(f('default'), f('coder'))"
    said = hermes.run("python", "-c", question).out.split()
    assert said == [str(place("default").folder), str(place("coder").folder)]
    assert os.environ["HERMES_HOME"] == str(place(None).folder)


def test_the_real_hermes_and_remora_in_it_are_found(hermes: Hermes) -> None:
    found = find(hermes.bin / "hermes")
    assert (found.hermes, found.remora, found.kind) == ("0.19.0", "0.1.0", "pip")
    assert found.python.parent == hermes.bin
