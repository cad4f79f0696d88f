"""Plays a conversation with Hermes's own agent in a process of its own, and hands back what the bus was told."""

import json
import subprocess
from pathlib import Path
from typing import Any

from hosts.hermes.conftest import SECONDS, Hermes

SMALL = "compression:\n  protect_last_n: 4\n"
ON = "plugins:\n  enabled: [remora]\n"


def flow(
    hermes: Hermes, *turns: dict[str, object], platform: str = "cli", context: int = 131_072, more: str = ON
) -> dict[str, Any]:
    """Play the turns in one conversation and return what the bus was told."""
    text = hermes.configuration(more + SMALL).replace("context_length: 131072", f"context_length: {context}")
    (hermes.root / "config.yaml").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [hermes.bin / "python", Path(__file__).with_name("flow.py"), hermes.model.url, platform],
        input=json.dumps(turns), env=hermes.environ(), cwd=hermes.project, capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    document: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return document


def small(hermes: Hermes) -> str:
    """The part of a profile that gives the auxiliary task `remora` a model of its own."""
    return f"auxiliary:\n  remora: {{provider: custom, base_url: '{hermes.model.url}', api_key: key, model: small}}\n"
