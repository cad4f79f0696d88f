"""Whose words a question to a model holds: a host lends its model for the conversations that it saw itself.

Set by capture, read by the hosts that lend one. A question that holds no conversation is nobody's.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_host: ContextVar[str | None] = ContextVar("remora_whose", default=None)


@contextmanager
def conversation_of(host: str) -> Iterator[None]:
    """While this lasts, what is asked holds words of a conversation in `host`; "" where nobody knows which."""
    token = _host.set(host)
    try:
        yield
    finally:
        _host.reset(token)


def whose() -> str | None:
    """The host of that conversation, None where there is none."""
    return _host.get()
