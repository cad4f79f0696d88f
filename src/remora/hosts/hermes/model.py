"""The cheap model: Hermes's auxiliary task of our name, which a person may give a model of its own."""

import importlib

from remora_hookspecs import deadline, hookimpl

TASK = "remora"  # `auxiliary.remora` in Hermes's configuration
TITLE, ABOUT = "Remora", "small pieces of writing for long-term memory, never in a turn"
PLUGIN = "hermes-agent:auxiliary"  # its name on the bus; not ours, so that it runs on a thread of its own
MOST_SECONDS = 60.0  # Hermes's own default for such tasks


class CheapModel:
    """On the bus beside the plugins; whoever asks gets None where Hermes has no model for it."""

    @hookimpl
    def cheap_query(self, prompt: str) -> str | None:
        call = importlib.import_module("agent.auxiliary_client").call_llm
        seconds = min(MOST_SECONDS, deadline() / 1_000)
        answer = call(TASK, messages=[{"role": "user", "content": prompt}], timeout=seconds)
        text = answer.choices[0].message.content
        return text if isinstance(text, str) and text.strip() else None
