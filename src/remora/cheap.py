"""The facade of cheap queries, for capture and dreams: what a model may read, and how often a day it is asked.

Built by wiring with the bus's services behind it. Counts before it asks, so that a process that dies spends nothing
twice; a day that has reached its cap answers None, which every caller must do without anyway.
"""

import logging
import time
from collections.abc import Callable, Sequence

from remora import writers
from remora.errors import ModelUnavailable, RemoraError
from remora.settings import Settings
from remora.text.tokens import CHARS_PER_TOKEN
from remora.upkeep import Store, spending
from remora.upkeep.spending import Spent
from remora_hookspecs import Entry
from remora_hookspecs.bus.inspection import UNSEEN

QUERY_MS = 20_000  # a small model writes twelve facts in three to eight seconds
MOST_CHARS = 65_536  # of a question: no caller of ours comes near, and a slip must not cost a day's tokens
NOBODY_MS = 20.0  # None that comes back sooner was nobody's: no model reads a page so fast

Query = Callable[[str, int], str | None]
Inspect = Callable[[Sequence[Entry], str], Sequence[Entry]]

_log = logging.getLogger("remora.cheap")


class Cheap:
    """`query(prompt, timeout_ms)` and `inspect(entries, exit)` are the bus's; without them there is no model."""

    def __init__(
        self, store: Store, settings: Settings, query: Query | None = None, inspect: Inspect | None = None
    ) -> None:
        self._store, self._query, self._inspect = store, query, inspect
        self._calls, self._tokens = settings.model_calls_a_day, settings.model_tokens_a_day
        self._left = False

    @property
    def left(self) -> bool:
        """Whether the process is about to leave: nothing is begun any more."""
        return self._left

    def ask(self, prompt: str, *, timeout_ms: int = QUERY_MS) -> str | None:
        """What the cheapest model writes, or None: there is none, it failed, it is late, or the day has had enough.

        Never raises.
        """
        if self._query is None or self._left or len(prompt) > MOST_CHARS:
            return None
        asked = _tokens(prompt)
        try:
            if not self._afford(asked):
                return None
            began = time.perf_counter()
            answer = self._query(prompt, timeout_ms)
            if answer is not None:
                spending.add(self._store, 0, _tokens(answer))
            elif (time.perf_counter() - began) * 1_000 < NOBODY_MS:
                spending.add(self._store, -1, -asked)
        except RemoraError as trouble:
            _log.info("no model was asked, or its answer not counted: %s", trouble.message)
            return None
        return answer

    def readable(self, entries: Sequence[Entry], *, exit: str) -> list[bool]:  # noqa: A002 - the contract's word
        """Which of the texts a question may hold: it is an exit like any other. What is withheld is logged there.

        Raises ModelUnavailable where nobody could look at them.
        """
        passed = self._inspect(entries, exit) if self._inspect is not None else ()
        if len(passed) != len(entries) or any(entry.text == UNSEEN.text for entry in passed):
            raise ModelUnavailable(
                "No model was asked: what it would have read could not be inspected first.",
                "The log says what kept the plugin `scan` from answering.",
            )
        return [now.text == before.text for now, before in zip(passed, entries, strict=True)]

    def spent(self) -> Spent:
        """What was spent today (UTC)."""
        return spending.today(self._store)

    def leave(self) -> None:
        """The process is about to end: ask nothing more, and wait for no answer."""
        self._left = True
        writers.give_up()

    def after_fork(self) -> None:
        """In a child: it has not left, whatever its parent was about to do."""
        self._left = False
        writers.after_fork()

    def _afford(self, tokens: int) -> bool:
        """Count the call, if the day has room for it."""
        if spending.afford(self._store, tokens, calls=self._calls, most=self._tokens):
            return True
        _log.info("no model was asked: the day's calls or tokens are used up (model_calls_a_day, model_tokens_a_day)")
        return False


def _tokens(text: str) -> int:
    return -(-len(text) // CHARS_PER_TOKEN)


__all__ = ["QUERY_MS", "Cheap", "Inspect", "Query", "Spent"]
