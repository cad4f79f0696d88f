"""Remora among others: Hermes's own memory file, another memory provider, another plugin that changes results."""

import json

from hosts.hermes.conftest import Hermes
from hosts.hermes.model_server import say, use

STAGING = "The staging database listens on port 6543"
DEPLOY = "Deploys of the staging database go through ops/deploy.sh"
RELATED = "How do I deploy to the staging database, and on which port does it listen?"
OTHER = """\
def _sign(**said):
    return said["result"] + "\\nsigned by the other plugin" if said["tool_name"] == "terminal" else None

def register(ctx):
    ctx.register_hook("transform_tool_result", _sign)
"""


def test_what_hermes_own_memory_file_says_is_not_said_again(hermes: Hermes) -> None:
    folder = hermes.profile("alpha", "plugins:\n  enabled: [remora]\n")
    hermes.chat(
        "Remember both.",
        use("memory", action="add", target="memory", content=STAGING),
        use("remora_memory", op="add", text=STAGING),
        use("remora_memory", op="add", text=DEPLOY),
        say("Done."),
        profile="alpha",
    )
    assert STAGING in (folder / "memories" / "MEMORY.md").read_text(encoding="utf-8")

    hermes.chat(RELATED, say("Like this."), profile="alpha")
    (told,) = hermes.model.users()
    assert DEPLOY in told
    assert (hermes.model.system().count(STAGING), told.count(STAGING)) == (1, 0)


def test_what_another_provider_says_is_not_said_again(hermes: Hermes) -> None:
    hermes.profile("alpha", "plugins:\n  enabled: [remora]\nmemory:\n  provider: holographic\n")
    hermes.chat(
        "Remember both.",
        use("fact_store", action="add", content=STAGING),
        use("remora_memory", op="add", text=STAGING),
        use("remora_memory", op="add", text=DEPLOY),
        say("Done."),
        profile="alpha",
    )
    added, *_ = hermes.model.results()
    assert "error" not in json.loads(added)

    # Words of the fact alone: the other provider wants all of them.
    hermes.chat("staging database port", use("terminal", command="true"), say("On 6543."), profile="alpha")
    for request in (0, 1):  # the same in each request of the turn
        (told,) = hermes.model.users(request)
        assert "<memory-context>" in told
        assert told.count(STAGING) == 1
    assert {"fact_store", "remora_memory"} <= set(hermes.model.tools())


def test_another_plugin_may_still_change_a_result_that_holds_our_hint(hermes: Hermes) -> None:
    folder = hermes.profile("alpha", "plugins:\n  enabled: [other, remora]\n")
    other = folder / "plugins" / "other"
    other.mkdir(parents=True)
    (other / "plugin.yaml").write_text("name: other\nversion: '1'\n", encoding="utf-8")
    (other / "__init__.py").write_text(OTHER, encoding="utf-8")
    failing = use("terminal", command="sh missing.sh")
    hermes.chat("Look.", failing, say("It is missing."), profile="alpha")
    hermes.chat("Look again.", use("terminal", command="sh missing.sh"), say("Still missing."), profile="alpha")
    (result,) = hermes.model.results()
    assert result.startswith('{"remora": "<remora-memory>')
    assert result.endswith("\nsigned by the other plugin")
