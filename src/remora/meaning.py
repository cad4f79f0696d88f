"""What one process makes of meaning: vectors for notes, senses for queries, a thread for what waits.

Built by wiring for a store and its settings, used by the memory facade. Loads no model by itself.
"""

from collections.abc import Collection
from dataclasses import dataclass

from remora.embed import Current, Embedder, Wanted, WordsOnly, choose, sent_to
from remora.errors import ModelUnavailable
from remora.learn import masked
from remora.learn.background import Background
from remora.learn.embedding import Embedding, stored_identity
from remora.recall import Senses, preset_named
from remora.settings import Settings
from remora.store import Readers, Store


@dataclass(frozen=True, slots=True)
class Meaning:
    """Built with `of`."""

    embedder: Current
    readers: Readers
    embedding: Embedding
    senses: Senses
    background: Background | None
    sent_to: str | None
    """The host that texts are sent to where the embedder is a service elsewhere."""

    @classmethod
    def of(cls, store: Store, settings: Settings, *, stays: bool) -> "Meaning":
        """`stays`: a host's process, where no turn waits for a model; ours that end soon wait for it instead."""
        wanted = Wanted.of(settings, masked)
        embedder = Current(choose(wanted, stored_identity(store.read())), lambda stored: choose(wanted, stored))
        readers = Readers(stays=stays, wanted=settings.reader)
        inside = preset_named(settings.preset).sentences
        named = "preset" in settings.model_fields_set
        embedding = Embedding(store, embedder, readers, patient=not stays, inside=inside, follow=embedder.follow)
        return cls(
            embedder=embedder,
            readers=readers,
            embedding=embedding,
            senses=Senses(
                store, embedder, readers, patient=not stays, inside=inside, follow=embedder.follow, named=named
            ),
            background=Background(store, embedding) if stays and not _is_words(embedder.chosen) else None,
            sent_to=sent_to(wanted, embedder.identity),
        )

    @property
    def why(self) -> str:
        """Which embedder this is, and for what reason, in one sentence."""
        return self.embedder.why

    @property
    def by_words(self) -> bool:
        """Whether there is no model, so that recall goes by words alone."""
        return _is_words(self.embedder.chosen)

    @property
    def hint(self) -> str:
        """What would bring a model, where there is none."""
        chosen = self.embedder.chosen
        return chosen.hint if isinstance(chosen, WordsOnly) else ""

    def trouble(self) -> ModelUnavailable | None:
        """What keeps recall from going by meaning; None where nothing does. Loads the model if nobody has."""
        try:
            self.embedder.load()
        except ModelUnavailable as error:
            return error
        return None

    def wake(self, namespaces: Collection[str] = ()) -> None:
        """Something may wait for a vector, or for the model; the vectors of `namespaces` will be looked at."""
        # By words: it may have followed the store to a model that is not here.
        if self.background is not None and not self.by_words:
            self.background.wake(namespaces)

    def begin_no_more(self) -> None:
        """The process is about to leave: what runs goes on for now, and what fails from here on is no news."""
        if self.background is not None:
            self.background.stop()

    def stop(self) -> None:
        """The process is about to leave: begin nothing more, and end the run that is under way."""
        if self.background is not None:
            self.background.stop()
        self.embedder.stop()

    def after_fork(self) -> None:
        """In a child: thread and matrix are the parent's."""
        self.readers.drop()
        self.embedder.after_fork()
        if self.background is not None:
            self.background.after_fork()


def _is_words(embedder: Embedder) -> bool:
    return isinstance(embedder, WordsOnly)
