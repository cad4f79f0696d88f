"""The embedder of one process: the store's own, and another when the store was switched to one. Built by wiring.

Whoever is about to compare or to store vectors calls `follow` with the store's identity first. Questions of the last
moments are remembered: one turn asks several times, and hosts repeat themselves.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from remora.embed.chosen import Choice
from remora.embed.protocol import HASHING, Embedder, Identity

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix, Vector

# A turn asks for its text, its research for the summary's; 64 vectors of 384 numbers are 100 kB.
REMEMBERED = 64
SHORT = 1_000  # characters: longer questions are pasted once, and would be kept for nothing


class Current:
    """`again` chooses anew for the identity that the store has by then."""

    def __init__(self, choice: Choice, again: Callable[[str], Choice]) -> None:
        self._choice, self._again = choice, again
        self._asked: str | None = None
        self._lock = threading.Lock()
        self._recent: OrderedDict[tuple[str, str], Vector] = OrderedDict()

    @property
    def chosen(self) -> Embedder:
        """The embedder behind this."""
        return self._choice.embedder

    @property
    def why(self) -> str:
        """Which it is and for what reason, in one sentence."""
        return self._choice.why

    def follow(self, stored: str | None) -> None:
        """Take the embedder of the store's identity, if it is another than the one in hand. Loads nothing."""
        own = self.chosen.identity
        if stored is None or stored in (own.name, self._asked) or own.provider == HASHING:
            return
        self._asked = stored
        # The one before is not stopped: others may be in the middle of a question, which then compares with nothing.
        self._choice = self._again(stored)

    @property
    def identity(self) -> Identity:
        return self.chosen.identity

    @property
    def ready(self) -> bool:
        return self.chosen.ready

    def load(self) -> None:
        self.chosen.load()

    def query(self, text: str) -> "Vector":
        chosen = self.chosen  # one and the same below, whatever another thread follows
        key = (chosen.identity.name, text)
        with self._lock:
            known = self._recent.get(key)
        if known is not None:
            return known
        made = chosen.query(text)
        if len(text) <= SHORT:
            with self._lock:
                self._recent[key] = made
                while len(self._recent) > REMEMBERED:
                    self._recent.popitem(last=False)
        return made

    def passages(self, texts: Sequence[str]) -> "Matrix":
        return self.chosen.passages(texts)

    def stop(self) -> None:
        self.chosen.stop()

    def after_fork(self) -> None:
        """In a child: the lock may have been held by a thread that stayed with the parent."""
        self._lock = threading.Lock()
