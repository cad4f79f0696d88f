"""The slot for memory as a second door of the real Hermes: alone it does the work, beside the plugin it keeps still."""

import json

from hosts.hermes.conftest import Hermes
from hosts.hermes.model_server import say, use

FACT = "The staging database listens on port 6543"
RELATED = "On which port does the staging database listen?"


def test_the_provider_alone_remembers_and_learns(hermes: Hermes) -> None:
    assert hermes.remora("hermes", "install-provider", "--yes").code == 0
    model = hermes.model
    hermes.chat(
        "Remember it.",
        use("remora_memory", op="add", text=FACT),
        use("terminal", command="ls missing-folder"),
        say("Noted."),
    )
    assert "Stored for this project" in model.results()[0]

    hermes.chat(RELATED, say("On 6543."))
    (told,) = model.users()
    assert told.count(FACT) == 1
    assert told.index("<memory-context>") < told.index(FACT)
    assert FACT not in model.system()
    assert model.tools().count("remora_memory") == 1

    (lesson,) = json.loads(hermes.remora("lessons", "list", "--json").out)["lessons"]
    assert lesson["command"] == "ls missing-folder"


def test_with_both_doors_open_exactly_one_injects(hermes: Hermes) -> None:
    assert hermes.remora("hermes", "setup", "--yes").code == 0
    assert hermes.remora("hermes", "install-provider", "--yes").code == 0
    assert json.loads(hermes.remora("hermes", "status", "--json").out)["door"] == "both"
    hermes.chat("Remember it.", use("remora_memory", op="add", text=FACT), say("Noted."))

    hermes.chat(RELATED, say("On 6543."))
    (told,) = hermes.model.users()
    assert told.count(FACT) == 1
    assert "<memory-context>" not in told
    assert hermes.model.tools().count("remora_memory") == 1
    assert len(json.loads(hermes.remora("list", "--all", "--json").out)["notes"]) == 1
