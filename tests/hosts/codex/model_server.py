"""A scripted model on loopback, in the form of the Responses API. Everything received is kept."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from hosts import loopback
from hosts.loopback import Answer, Cheap, Request, document, events

MODEL = "gpt-5.2-codex"
SUMMARY = "The person wants the staging database moved; the release waits for it."
Item = dict[str, Any]

_ids = count(1)


def say(text: str) -> Item:
    """A line of the script: the model answers."""
    return {
        "type": "message", "id": f"msg_{next(_ids)}", "role": "assistant", "status": "completed",
        "content": [{"type": "output_text", "text": text, "annotations": []}],
    }  # fmt: skip


def use(tool: str, **arguments: object) -> Item:
    """A line of the script: the model calls a tool."""
    number = next(_ids)
    return {
        "type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": tool,
        "arguments": json.dumps(arguments), "status": "completed",
    }  # fmt: skip


class Model:
    """`script` is what the model does next; `asked` are the conversation's requests, `errands` those for a summary."""

    def __init__(self) -> None:
        self.script: list[Item] = []
        self.asked: list[Request] = []
        self.errands: list[Request] = []
        self.summary = SUMMARY
        self.cheap = Cheap()
        self.url = ""
        self._lock = threading.Lock()

    def plays(self, *lines: Item) -> None:
        """Begin a new script."""
        self.script[:] = lines
        self.asked.clear()
        self.errands.clear()
        self.cheap, self.summary = Cheap(), SUMMARY

    def answer(self, path: str, request: Request) -> Answer:
        if path.endswith(Cheap.PATH):
            return self.cheap.answer(request)
        if not path.endswith("/responses"):
            return document({"object": "list", "data": [{"id": MODEL, "object": "model"}], "models": []})
        with self._lock:
            if summarises(request):
                self.errands.append(request)
                item = say(self.summary)
            else:
                self.asked.append(request)
                item = self.script.pop(0) if self.script else say("The script has ended.")
        return _streamed(item)

    def given(self, request: int = -1) -> str:
        """All that the model reads in one of the requests, the host's standing instructions aside."""
        return "\n".join(map(text_of, self.asked[request]["input"]))


def summarises(request: Request) -> bool:
    return "CONTEXT CHECKPOINT COMPACTION" in text_of(request["input"][-1])


def text_of(item: Item) -> str:
    if item.get("type") == "function_call":
        return str(item.get("arguments"))
    content = item.get("content", item.get("output", ""))
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content)
    return content if isinstance(content, str) else json.dumps(content)


@contextmanager
def served() -> Iterator[Model]:
    """A model on a free port of loopback."""
    model = Model()
    with loopback.served(model.answer) as model.url:
        yield model


def _streamed(item: Item) -> Answer:
    response = {"id": f"resp_{next(_ids)}", "object": "response", "status": "in_progress", "model": MODEL, "output": []}
    usage = {
        "input_tokens": 100, "output_tokens": 10, "total_tokens": 110, "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }  # fmt: skip
    return events(
        {"type": "response.created", "response": response},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {
            "type": "response.completed",
            "response": {**response, "status": "completed", "output": [item], "usage": usage},
        },
    )
