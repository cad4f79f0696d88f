"""A scripted model on loopback, in the form that OpenAI's chat endpoint has. Stops when the test does.

A request with tools is the conversation's: it takes the next line of the script. One without is a host's own errand
(a title, a summary, a cheap query) and is answered by what its prompt asks for. Everything received is kept.
"""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "scripted"
CONTEXT = 131_072
SUMMARY = "The person wants the staging database moved; the release waits for it."
Message = dict[str, Any]


def say(text: str) -> Message:
    """A line of the script: the model answers."""
    return {"role": "assistant", "content": text}


def use(tool: str, **arguments: object) -> Message:
    """A line of the script: the model calls a tool."""
    call = {"id": f"call_{use.count}", "type": "function"}  # type: ignore[attr-defined]
    use.count += 1  # type: ignore[attr-defined]
    call["function"] = {"name": tool, "arguments": json.dumps(arguments)}  # type: ignore[assignment]
    return {"role": "assistant", "content": None, "tool_calls": [call]}


use.count = 0  # type: ignore[attr-defined]


class Model:
    """`script` is what the model does next; `asked` and `errands` are the requests, in order."""

    def __init__(self) -> None:
        self.script: list[Message] = []
        self.asked: list[dict[str, Any]] = []
        self.errands: list[dict[str, Any]] = []
        self.errand: Callable[[str], str] = lambda prompt: SUMMARY
        self.url = ""
        self._lock = threading.Lock()

    def answer(self, request: dict[str, Any]) -> Message:
        with self._lock:
            if not request.get("tools"):
                self.errands.append(request)
                return say(self.errand(text_of(request["messages"][-1])))
            self.asked.append(request)
            return self.script.pop(0) if self.script else say("The script has ended.")

    def plays(self, *lines: Message) -> None:
        """Begin a new script."""
        self.script[:] = lines
        self.asked.clear()
        self.errands.clear()

    def users(self, request: int = -1) -> list[str]:
        """What stands as the user's words in one of the requests."""
        return [text_of(one) for one in self.asked[request]["messages"] if one["role"] == "user"]

    def results(self, request: int = -1) -> list[str]:
        """What stands as results of tools in one of the requests."""
        return [text_of(one) for one in self.asked[request]["messages"] if one["role"] == "tool"]

    def system(self, request: int = -1) -> str:
        return "\n".join(text_of(one) for one in self.asked[request]["messages"] if one["role"] == "system")

    def tools(self, request: int = -1) -> list[str]:
        return [tool["function"]["name"] for tool in self.asked[request]["tools"]]


def text_of(message: Message) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


@contextmanager
def served() -> Iterator[Model]:
    """A model on a free port of loopback."""
    model = Model()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._send({"object": "list", "data": [{"id": MODEL, "object": "model", "context_length": CONTEXT}]})

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if "messages" not in request:  # a probe for another kind of server
                self.send_error(404)
                return
            message = model.answer(request)
            if request.get("stream"):
                self._stream(message)
            else:
                self._send(_completion(message=message, finish=_finish(message)))

        def _send(self, document: dict[str, Any]) -> None:
            body = json.dumps(document).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _stream(self, message: Message) -> None:
            delta = {**message, "tool_calls": [{**c, "index": n} for n, c in enumerate(message.get("tool_calls", ()))]}
            chunks: Sequence[dict[str, Any]] = (
                _completion(delta=delta if delta["tool_calls"] else message),
                _completion(delta={}, finish=_finish(message)),
                {**_completion(), "choices": [], "usage": _USAGE},
            )
            body = b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks) + b"data: [DONE]\n\n"
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield model
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def _finish(message: Message) -> str:
    return "tool_calls" if message.get("tool_calls") else "stop"


def _completion(
    *, message: Message | None = None, delta: Message | None = None, finish: str | None = None
) -> dict[str, Any]:
    kind = "chat.completion" if message is not None else "chat.completion.chunk"
    choice = {"index": 0, "finish_reason": finish, **({"message": message} if message else {"delta": delta or {}})}
    usage = {"usage": _USAGE} if message is not None else {}
    return {"id": "c", "object": kind, "created": 0, "model": MODEL, "choices": [choice], **usage}
