"""What one process makes of meaning: vectors for notes, senses for queries, a thread for what waits.

Built by wiring for a store and its settings, used by the memory facade. Loads no model by itself.
"""

from collections.abc import Collection
from dataclasses import dataclass

from remora.embed import FOLDER, Embedder, WordsOnly, choose
from remora.errors import ModelUnavailable
from remora.learn.background import Background
from remora.learn.embedding import Embedding, stored_identity
from remora.recall import Senses, preset_named
from remora.settings import Settings
from remora.store import Readers, Store


@dataclass(frozen=True, slots=True)
class Meaning:
    """`why` says in one sentence which embedder this is, and for what reason."""

    embedder: Embedder
    readers: Readers
    embedding: Embedding
    senses: Senses
    background: Background | None
    why: str

    @classmethod
    def of(cls, store: Store, settings: Settings, *, stays: bool) -> "Meaning":
        """`stays`: a host's process, where no turn waits for a model; ours that end soon wait for it instead."""
        choice = choose(
            settings.embedder, models=settings.home / FOLDER, model=settings.model, stored=stored_identity(store.read())
        )
        readers = Readers(stays=stays, wanted=settings.reader)
        inside = preset_named(settings.preset).sentences
        embedding = Embedding(store, choice.embedder, readers, patient=not stays, inside=inside)
        return cls(
            embedder=choice.embedder,
            readers=readers,
            embedding=embedding,
            senses=Senses(store, choice.embedder, readers, patient=not stays, inside=inside),
            background=Background(embedding) if stays and choice.embedder.identity.dim else None,
            why=choice.why,
        )

    @property
    def by_words(self) -> bool:
        """Whether there is no model, so that recall goes by words alone."""
        return not self.embedder.identity.dim

    @property
    def hint(self) -> str:
        """What would bring a model, where there is none."""
        return self.embedder.hint if isinstance(self.embedder, WordsOnly) else ""

    def trouble(self) -> ModelUnavailable | None:
        """What keeps recall from going by meaning; None where nothing does. Loads the model if nobody has."""
        try:
            self.embedder.load()
        except ModelUnavailable as error:
            return error
        return None

    def wake(self, namespaces: Collection[str] = ()) -> None:
        """Something may wait for a vector, or for the model; the vectors of `namespaces` will be looked at."""
        if self.background is not None:
            self.background.wake(namespaces)

    def stop(self) -> None:
        """The process is about to leave: begin nothing more, and end the run that is under way."""
        if self.background is not None:
            self.background.stop()
        self.embedder.stop()

    def after_fork(self) -> None:
        """In a child: thread and matrix are the parent's."""
        self.readers.drop()
        if self.background is not None:
            self.background.after_fork()
