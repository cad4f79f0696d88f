"""The real Hermes with its own shell hooks and our client behind them: as where Remora is not in its environment."""

import shlex
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hosts.hermes.conftest import Hermes
from hosts.hermes.model_server import say, use
from hosts.person import awaited

from remora.hosts.hooks.hermes_shell import HERMES_SHELL
from remora.hosts.hooks.launch import install_client
from remora.wiring import build, settings_of

FACT = "The staging database listens on port 6543"
RELATED = "On which port does the staging database listen?"


@pytest.fixture
def hooked(hermes: Hermes) -> Iterator[Hermes]:
    """Every event of the dialect in the profile's configuration, as docs/hermes.md tells a person to write it."""
    home = hermes.folder / "memory"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text('capture = true\nembedder = "none"\n', encoding="utf-8")
    client = install_client(home)
    lines = ["hooks_auto_accept: true", "hooks:"]
    for event in HERMES_SHELL.events:
        words = [str(client.python), "-I", "-S", str(client.path), "hermes-shell", event, "within=5000", "wait"]
        lines += [f"  {event}:", f"    - command: {shlex.join(words)}", "      timeout: 20"]
    (hermes.root / "config.yaml").write_text(hermes.configuration("\n".join(lines) + "\n"), encoding="utf-8")
    words = [str(client.python), "-I", "-S", str(client.path), "hermes-shell", "Nothing", "within=60000", "wait"]
    subprocess.run(words, env=hermes.environ(), input=b"{}", check=True, timeout=90)
    yield hermes
    subprocess.run([sys.executable, "-m", "remora", "serve", "stop"], env=hermes.environ(), check=False, timeout=90)


def told(hermes: Hermes, number: int) -> list[tuple[str, object, object]]:
    """What the journal holds of the last turn's session, once it holds so much."""
    remora = build(settings_of(home=hermes.folder / "memory", explicit={"embedder": "none"}))
    try:
        turn = remora.memory.last_turn()
        events = remora.memory.events(turn.session) if turn else ()
        found = [(one.kind, one.record.get("outcome"), one.record.get("reply")) for one in events]
        return found if len(found) == number else []
    finally:
        remora.close()


def test_a_turn_is_given_the_note_and_its_calls_are_kept(hooked: Hermes) -> None:
    hooked.remora("add", FACT)
    hooked.chat(RELATED, use("terminal", command="sh -c 'exit 3'"), say("On 6543."))
    assert FACT in hooked.model.users(0)[-1]

    assert awaited(lambda: told(hooked, 2)) == [("tool", "failed", None), ("turn", None, "On 6543.")]
    hooked.chat("Draw a fish.", say("Here it is."))
    assert hooked.model.users(0)[-1] == "Draw a fish."
