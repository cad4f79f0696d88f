"""The embedder of a machine without a model: it says so, and recall goes by words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from remora.embed.protocol import WORDS_ONLY, Identity
from remora.errors import ModelUnavailable

if TYPE_CHECKING:
    from remora.embed.protocol import Matrix, Vector


@dataclass(frozen=True, slots=True)
class WordsOnly:
    """Every text raises ModelUnavailable with the reason and what would change it."""

    reason: str
    hint: str = ""
    identity: ClassVar[Identity] = Identity(provider=WORDS_ONLY, model="words", dim=0, pooling="none")
    ready: ClassVar[bool] = False

    def load(self) -> None:
        raise self._error()

    def query(self, text: str) -> "Vector":
        raise self._error()

    def passages(self, texts: Sequence[str]) -> "Matrix":
        raise self._error()

    def stop(self) -> None:
        """Nothing runs."""

    def _error(self) -> ModelUnavailable:
        return ModelUnavailable(self.reason, self.hint)
