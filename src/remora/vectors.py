"""The facade of the store's vectors: which notes wait for one, which model made each, and the switch to another model.

Built by the memory facade, one a process and home. Loads a model only where it says so.
"""

from collections.abc import Callable, Iterable, Mapping

from remora.errors import ModelUnavailable
from remora.meaning import Meaning
from remora.notes import Note
from remora.settings import Settings
from remora.upkeep import Store, embedded, models, stats, switching
from remora.upkeep.doctoring import Check
from remora.upkeep.models import Embedder, Status
from remora.upkeep.switching import Cost, Switched, Tell


class Vectors:
    """`meaning`: what makes vectors in this process; None in one that goes by words whatever is installed."""

    def __init__(self, store: Store, meaning: Meaning | None) -> None:
        self._store, self._meaning = store, meaning

    def waiting(self) -> int:
        """How many notes the model in use was not asked for yet; 0 where there is no model."""
        return 0 if self._meaning is None or self._meaning.by_words else self._meaning.embedding.waiting()

    def without(self) -> int:
        """How many notes it makes no vector of: they are found by their words."""
        if self._meaning is None or self._meaning.by_words:
            return 0
        return self._meaning.embedding.pending() - self._meaning.embedding.waiting()

    def wordless(self) -> ModelUnavailable | None:
        """What keeps recall from going by meaning, with what to do; None where nothing does. May load the model."""
        return None if self._meaning is None else self._meaning.trouble()

    def identities(self, notes: Iterable[Note]) -> Mapping[str, str]:
        """Whose vector each of the notes has, by note id; notes without one are left out."""
        return embedded.identities(self._store, notes)

    def embed_waiting(self, stop: Callable[[int], bool] = lambda done: False) -> int:
        """Embed notes that have no vector, until all were tried or `stop`, told how many were, says so; returns how
        many have one now."""
        return 0 if self._meaning is None else self._meaning.embedding.catch_up(stop)

    def status(self, settings: Settings) -> Status:
        """What there is to embed with, and how far this process has loaded it. Loads nothing."""
        running = self._meaning.embedder.chosen if self._meaning else None
        return embedded.measured(self._store, models.model_status(settings, stats.identity(self._store), running))

    @property
    def runtime(self) -> str:
        """How far this process has its model in memory: unloaded, loading or ready."""
        return models.runtime_of(self._meaning.embedder.chosen if self._meaning else None)[0]

    # the change to another model

    def under_way(self) -> tuple[str, int, int] | None:
        """The identity that a switch is under way to, how many notes have its vectors, and how many there are."""
        return switching.under_way(self._store)

    def cost(self, new: Embedder, host: str | None) -> Cost:
        """What a switch to this model takes. Raises ModelUnavailable."""
        return switching.cost(self._store, new, host)

    def switch(self, new: Embedder, tell: Tell) -> Switched:
        """Embed every note anew with this model, and then let it be the store's. Raises RemoraError."""
        return switching.switch(self._store, new, tell)

    def give_up(self, tell: Tell) -> bool:
        """Take back a switch that is not finished; whether there was one."""
        return switching.give_up(self._store, tell)

    def checks(self) -> tuple[Check, ...]:
        """What the doctor says of them."""
        if self._meaning is None:
            return ()
        begun = embedded.unfinished(self.under_way())
        if self._meaning.by_words:
            return (embedded.wordless(self._meaning.why, self._meaning.hint), *begun)
        reader = self._meaning.readers.name(self._store.read())
        identity, sent_to = self._meaning.embedder.identity, self._meaning.sent_to
        return (embedded.check(self._store, identity, reader, sent_to), *begun)
