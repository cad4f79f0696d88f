"""Asks an OpenAI-compatible service. Needs the extra `remote`. The key is read for each question, and never told.

Called by `write`, on a thread of its own.
"""

import json

from remora.errors import ModelUnavailable
from remora.remote.address import host_of, is_here
from remora.remote.keys import key
from remora.writers.table import Table

ANSWER_BYTES = 2 * 1024 * 1024  # far beyond any answer that was asked for; a service that streams for ever ends here


def write(prompt: str, table: Table, seconds: float) -> str:
    """The answer's text. Raises ModelUnavailable, whose message names the host and never the key."""
    try:
        import httpx  # an extra: only a profile that names an endpoint needs it
    except ImportError:
        raise ModelUnavailable(
            "No model was asked: the package httpx is not installed.", "pip install 'remora[remote]'"
        ) from None
    address = table.endpoint or ""
    host = host_of(address)
    secret = key(table.key_env, table.key_file, undone="No model was asked")
    question = {
        "model": table.model,
        "messages": [{"role": "user", "content": prompt}],
        "max_tokens": table.answer_tokens,
        "temperature": 0,
    }
    try:
        with (
            # A proxy is for what lies elsewhere: a service on this machine is to be heard by nobody else.
            httpx.Client(timeout=seconds, follow_redirects=False, trust_env=not is_here(address)) as client,
            client.stream(
                "POST", f"{address}/chat/completions", json=question,
                headers={"Authorization": f"Bearer {secret}"} if secret else {},
            ) as answer,
        ):  # fmt: skip
            if answer.status_code != httpx.codes.OK:
                raise ModelUnavailable(
                    f"No model wrote: {host} answered {answer.status_code}.", "Check endpoint, model and key."
                )
            body = bytearray()
            for part in answer.iter_bytes():
                body += part
                if len(body) > ANSWER_BYTES:
                    raise ModelUnavailable(f"No model wrote: {host} sends without end.")
    except httpx.HTTPError as error:
        raise ModelUnavailable(f"No model wrote: {host} cannot be asked ({type(error).__name__}).") from None
    return _text(bytes(body), host)


def _text(body: bytes, host: str | None) -> str:
    try:
        text = json.loads(body)["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        text = None
    if not isinstance(text, str):
        raise ModelUnavailable(f"No model wrote: {host} answers in a form that is not the OpenAI one.")
    return text
