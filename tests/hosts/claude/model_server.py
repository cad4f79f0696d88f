"""A scripted model on loopback, in the form of the Messages API.

A request with tools is the conversation's: it takes the next line of the script. One without is the host's own errand
(a title, a summary) and is answered by `errand`. Everything received is kept.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from hosts import loopback
from hosts.loopback import Answer, Cheap, Request, document, events

MODEL = "claude-sonnet-4-5"
SUMMARY = "The person wants the staging database moved; the release waits for it."
Block = dict[str, Any]

_ids = count(1)


def say(text: str) -> Block:
    """A line of the script: the model answers."""
    return {"type": "text", "text": text}


def use(tool: str, **arguments: object) -> Block:
    """A line of the script: the model calls a tool."""
    return {"type": "tool_use", "id": f"toolu_{next(_ids):024d}", "name": tool, "input": arguments}


class Model:
    """`script` is what the model does next; `asked` and `errands` are the requests, in order."""

    def __init__(self) -> None:
        self.script: list[Block] = []
        self.asked: list[Request] = []
        self.errands: list[Request] = []
        self.errand: Callable[[str], str] = _summary
        self.cheap = Cheap()
        self.url = ""
        self._lock = threading.Lock()

    def plays(self, *lines: Block) -> None:
        """Begin a new script."""
        self.script[:] = lines
        self.asked.clear()
        self.errands.clear()
        self.cheap, self.errand = Cheap(), _summary

    def answer(self, path: str, request: Request) -> Answer:
        if path.endswith(Cheap.PATH):
            return self.cheap.answer(request)
        if "count_tokens" in path:
            return document({"input_tokens": 100})
        if "/messages" not in path:
            return document({})
        with self._lock:
            if request.get("tools") and not summarises(request):
                self.asked.append(request)
                block = self.script.pop(0) if self.script else say("The script has ended.")
            else:
                self.errands.append(request)
                block = say(self.errand(asked_of(request)))
        return _streamed(block) if request.get("stream") else document(_message(block))

    def given(self, request: int = -1) -> str:
        """All that the model reads in one of the requests, the host's standing instructions aside."""
        return "\n".join(text_of(one) for one in self.asked[request]["messages"])


def _summary(prompt: str) -> str:
    return f"<summary>{SUMMARY}</summary>"


def asked_of(request: Request) -> str:
    """What the last message of the user's says; the host may put one of its own behind it."""
    return text_of([one for one in request["messages"] if one["role"] == "user"][-1])


def summarises(request: Request) -> bool:
    return "create a detailed summary" in text_of(request["messages"][-1]).lower()


def text_of(message: Request) -> str:
    return _text(message.get("content"))


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(map(_text, content))
    if isinstance(content, dict):
        return _text(content.get("text") or content.get("content") or content.get("input", {}).get("command", ""))
    return ""


@contextmanager
def served() -> Iterator[Model]:
    """A model on a free port of loopback."""
    model = Model()
    with loopback.served(model.answer) as model.url:
        yield model


def _message(*content: Block) -> Request:
    used = any(block["type"] == "tool_use" for block in content)
    return {
        "id": f"msg_{next(_ids):024d}", "type": "message", "role": "assistant", "model": MODEL,
        "content": list(content), "stop_reason": "tool_use" if used else "end_turn", "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 10},
    }  # fmt: skip


def _streamed(block: Block) -> Answer:
    whole = _message(block)
    if block["type"] == "text":
        start: Block = {"type": "text", "text": ""}
        delta: Block = {"type": "text_delta", "text": block["text"]}
    else:
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": loopback.json.dumps(block["input"])}
    return events(
        {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": start},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta", "delta": {"stop_reason": whole["stop_reason"], "stop_sequence": None},
            "usage": {"output_tokens": 10},
        },
        {"type": "message_stop"},
    )  # fmt: skip
