"""Real Hermes at the command line, session after session: what is remembered, and how it reaches the model."""

import json

from hosts.hermes.conftest import Hermes
from hosts.hermes.model_server import say, use

FACT = "The staging database listens on port 6543"
RELATED = "On which port does the staging database listen?"
ON = "plugins:\n  enabled:\n  - remora\n"
OFF = "plugins:\n  enabled: []\n"


def test_a_fact_of_session_one_comes_back_in_session_two_where_it_matters(hermes: Hermes) -> None:
    hermes.profile("alpha", ON)
    hermes.profile("beta", OFF)
    model = hermes.model

    hermes.chat(
        "Please remember where staging is.", use("remora_memory", op="add", text=FACT), say("Noted."), profile="alpha"
    )
    assert "Stored for this project" in model.results()[0]
    assert "memory" in model.tools()  # Hermes's own

    hermes.chat(RELATED, say("On 6543."), profile="alpha")
    (told,) = model.users()
    assert told.startswith(f"{RELATED}\n\n<remora-memory>\n- {FACT} [")
    assert told.endswith("]\n</remora-memory>")
    assert FACT not in model.system()

    hermes.chat("Draw a logo with a blue fish for the landing page.", say("Done."), profile="alpha")
    assert model.users() == ["Draw a logo with a blue fish for the landing page."]

    hermes.chat(RELATED, say("I do not know."), profile="beta")
    assert model.users() == [RELATED]
    assert "remora_memory" not in model.tools()

    notes = json.loads(hermes.remora("list", "--all", "--json").out)["notes"]
    assert [note["text"] for note in notes] == [FACT]
    story = json.loads(hermes.remora("why", notes[0]["id"], "--json").out)
    assert (story["note"]["provenance"]["host"], story["note"]["provenance"]["session_id"] is not None) == (
        "hermes", True,
    )  # fmt: skip


def test_a_command_that_failed_before_is_answered_with_one_hint(hermes: Hermes) -> None:
    hermes.profile("alpha", ON)
    (hermes.project / "build.sh").write_text('[ "$1" = release ] || { echo "error: no such target: $1"; exit 2; }\n')
    model = hermes.model

    hermes.chat(
        "Build the release.",
        use("terminal", command="sh build.sh relase"),
        use("terminal", command="sh build.sh release"),
        say("Built."),
        profile="alpha",
    )
    failed, fixed = model.results()
    assert json.loads(failed)["exit_code"] == 2
    assert "remora" not in failed + fixed

    hermes.chat(
        "Build it again.",
        use("terminal", command="sh build.sh relase"),
        use("terminal", command="sh build.sh relase"),
        use("terminal", command="sh build.sh release"),
        say("Built."),
        profile="alpha",
    )
    first, *others = model.results()
    hint = json.loads(first)["remora"]
    assert "sh build.sh release" in hint
    assert json.loads(first)["exit_code"] == 2
    assert "<remora-memory>" not in "".join(others)
