"""Any model of fastembed's, or a folder that holds one. The one place that runs fastembed; local files only.

It is always given the folder, so that it asks no hub, sleeps for no retry and reads none of the hub's variables.
"""

from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from remora.embed import model_folder
from remora.embed.batches import BATCH, in_batches
from remora.embed.catalogue import Description
from remora.embed.constants import with_known
from remora.embed.cut import head_and_tail
from remora.embed.folders import folder_of, lacking
from remora.embed.held import Held, Loaded
from remora.embed.protocol import Identity
from remora.errors import ModelUnavailable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from remora.embed.protocol import Matrix, Vector

POOLINGS = MappingProxyType({"mean": "MEAN", "cls": "CLS", "last": "LAST_TOKEN"})  # ours, and fastembed's
DOWNLOAD = "Run `remora model download`"


class FastEmbed(Loaded):
    """One model. Build it with `named` or `of_folder`."""

    def __init__(self, identity: Identity, folder: Path, model: Description | None, prompts: tuple[str, str]) -> None:
        self._identity, self._folder, self._description = identity, folder, model
        self._for_query, self._for_passage = prompts
        self._held: Held[_Model] = Held(self._open)

    @classmethod
    def named(cls, model: Description, models: Path) -> "FastEmbed":
        """A model of fastembed's, whose files lie in `models` when the first text comes."""
        identity = Identity(provider="fastembed", model=model.name, dim=model.dim, pooling=model.pooling)
        return cls(with_known(identity), folder_of(models, model.name), model, model.prompts)

    @classmethod
    def of_folder(cls, folder: Path, models: Path) -> "FastEmbed":
        """The model of a folder; `models` remembers its digest. Raises ModelUnavailable where it holds none."""
        return cls(model_folder.identity(folder, models), folder, None, model_folder.prompts(folder))

    @property
    def identity(self) -> Identity:
        return self._identity

    def query(self, text: str) -> "Vector":
        with self._held.use() as model:
            asked = self._for_query + (head_and_tail(text, model.tokenizer) if model.tokenizer else text)
            vector: Vector = self._units(list(model.embedding.query_embed(asked)))[0]
            return vector

    def passages(self, texts: Sequence[str]) -> "Matrix":
        return in_batches(texts, self._identity.dim, self._batch)

    def _batch(self, texts: list[str]) -> "Matrix":
        with self._held.use() as model:
            said = [self._for_passage + text for text in texts]
            return self._units(list(model.embedding.passage_embed(said, batch_size=BATCH)))

    def _units(self, rows: "list[NDArray[np.floating[Any]]]") -> "Matrix":
        import numpy as np

        matrix = np.asarray(rows, dtype=np.float32)
        if matrix.shape[1] != self._identity.dim:
            raise ModelUnavailable(
                f"The text was not embedded: {self._folder} makes {matrix.shape[1]} numbers a text, "
                f"not {self._identity.dim}.",
                "Correct hidden_size in its config.json.",
            )
        with np.errstate(all="ignore"):  # a broken model's zeros become NaN, which nobody stores: see `sound`
            units: Matrix = matrix / np.sqrt(np.vecdot(matrix, matrix))[:, None]
        return units

    def _open(self) -> "_Model":
        model = self._description
        if model is None:
            return _Model(_registered(self._identity, model_folder.weights(self._folder), self._folder), self._folder)
        absent = lacking(self._folder, model)
        if absent:
            raise ModelUnavailable(
                f"The text was not embedded: {', '.join(absent)} of {model.name} is not in {self._folder}.", DOWNLOAD
            )
        return _Model(model.name, self._folder)


class _Model:
    """fastembed's object, with a session inside that can be interrupted where it has one."""

    def __init__(self, name: str, folder: Path) -> None:
        from fastembed import TextEmbedding

        from remora.embed.session import THREADS, Session

        embedding = TextEmbedding(
            name,
            cache_dir=str(folder),  # its default is the system's temporary folder, which it would make
            threads=THREADS,
            providers=["CPUExecutionProvider"],
            specific_model_path=str(folder),
        )
        self.embedding: Any = embedding
        inner: Any = self.embedding.model
        self.tokenizer: Any = getattr(inner, "tokenizer", None)
        self._session: Session | None = None
        if hasattr(getattr(inner, "model", None), "run"):
            inner.model = self._session = Session(inner.model)

    def interrupt(self) -> None:
        if self._session is not None:
            self._session.interrupt()


def _registered(identity: Identity, weights: Path, folder: Path) -> str:
    """The name by which fastembed knows the model of a folder from now on, in this process."""
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    name = f"remora/{identity.model}-{identity.pooling}"
    if any(name.lower() == model["model"].lower() for model in TextEmbedding.list_supported_models()):
        return name
    TextEmbedding.add_custom_model(
        model=name,
        pooling=PoolingType[POOLINGS[identity.pooling]],
        normalization=True,
        sources=ModelSource(hf="remora/none"),  # one has to be named; it is never asked
        dim=identity.dim,
        model_file=weights.relative_to(folder).as_posix(),
    )
    return name
