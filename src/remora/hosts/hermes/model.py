"""The cheap model: Hermes's auxiliary task of our name, where the profile gives that task a model.

Where it gives none, Hermes would take the person's main model: then nobody is asked. Hermes's own helper that asks and
asks again falls back on the main model too, so the task's client is asked here, once.
"""

import importlib
from collections.abc import Mapping
from typing import Any

from remora.hosts.hermes import host
from remora_hookspecs import deadline, hookimpl

TASK = "remora"  # `auxiliary.remora` in Hermes's configuration
TITLE, ABOUT = "Remora", "small pieces of writing for long-term memory, never in a turn"
PLUGIN = "hermes-agent:auxiliary"  # its name on the bus; not ours, so that it runs on a thread of its own
MOST_SECONDS = 60.0  # Hermes's own default for such tasks
NOT_CHOSEN = ("", "auto")  # what Hermes takes for "as the conversation's"


class CheapModel:
    """On the bus beside the plugins; whoever asks gets None where the profile names no model for it."""

    @hookimpl
    def cheap_query(self, prompt: str) -> str | None:
        table = host.part(host.config(), "auxiliary", TASK)
        if not chosen(table):
            return None
        client, model = importlib.import_module("agent.auxiliary_client").get_text_auxiliary_client(TASK)
        if client is None:
            return None
        once = client.with_options(max_retries=0) if hasattr(client, "with_options") else client
        answer = once.chat.completions.create(
            model=model, messages=[{"role": "user", "content": prompt}],
            timeout=min(MOST_SECONDS, deadline() / 1_000), **_extra(table),
        )  # fmt: skip
        text = answer.choices[0].message.content
        return text if isinstance(text, str) and text.strip() else None


def chosen(table: Mapping[str, Any]) -> bool:
    """Whether the profile says which model the task has: `provider: main` is a word for the person's own."""
    return any(str(table.get(key) or "").strip().lower() not in NOT_CHOSEN for key in ("provider", "model", "base_url"))


def _extra(table: Mapping[str, Any]) -> dict[str, Any]:
    body = table.get("extra_body")
    return {"extra_body": dict(body)} if isinstance(body, Mapping) and body else {}
