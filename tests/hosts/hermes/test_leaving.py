"""Set up, taken back, uninstalled: the real Hermes starts clean, and its own files are as they were."""

import json
from pathlib import Path

from hosts.hermes.conftest import Hermes, environment
from hosts.hermes.model_server import Model, say, use


def test_setup_shows_first_enables_once_and_remove_restores_every_byte(hermes: Hermes) -> None:
    config = hermes.root / "config.yaml"
    before = config.read_bytes()

    shown = hermes.remora("hermes", "setup")
    assert (shown.code, config.read_bytes()) == (0, before)
    assert "+  - remora" in shown.out
    assert str(hermes.bin) in shown.out
    assert hermes.remora("hermes", "setup", "--yes").code == 0
    once = config.read_bytes()
    assert hermes.remora("hermes", "setup", "--yes").code == 0
    assert config.read_bytes() == once
    assert b"# What the person wrote stays as it is." in once

    hermes.chat("Hello.", say("Hello."))
    assert "remora_memory" in hermes.model.tools()
    assert "remora" in hermes.run("hermes", "plugins", "list", "--plain", "--no-bundled").out

    assert hermes.remora("hermes", "remove", "--yes").code == 0
    assert config.read_bytes() == before
    hermes.chat("Hello.", say("Hello."))
    assert "remora_memory" not in hermes.model.tools()


def test_uninstalled_first_hermes_starts_clean(tmp_path: Path, model: Model) -> None:
    hermes = Hermes(environment(tmp_path / "venv"), tmp_path, model)
    assert hermes.remora("hermes", "setup", "--yes").code == 0
    assert hermes.remora("hermes", "install-provider", "--yes").code == 0
    hermes.chat("Hello.", use("remora_memory", op="add", text="A note that stays"), say("Hello."))
    assert hermes.run("python", "-m", "pip", "uninstall", "-q", "-y", "remora").code == 0

    ran = hermes.chat("Hello again.", say("Hello."))
    assert "Hello." in ran.out
    told = ran.out + ran.err + hermes.log()
    assert "Traceback" not in told
    assert "No module named 'remora'" not in told
    assert hermes.model.users() == ["Hello again."]
    assert "remora_memory" not in hermes.model.tools()


def test_a_person_types_at_hermes_own_command_line(hermes: Hermes) -> None:
    hermes.profile("alpha", "plugins:\n  enabled: [remora]\n")
    assert hermes.run("hermes", "-p", "alpha", "remora", "add", "Deploys happen on Tuesdays").code == 0
    listed = hermes.run("hermes", "-p", "alpha", "remora", "list", "--json")
    assert [note["text"] for note in json.loads(listed.out)["notes"]] == ["Deploys happen on Tuesdays"]
    assert hermes.run("hermes", "-p", "alpha", "remora", "why", "zzzz").code == 2
