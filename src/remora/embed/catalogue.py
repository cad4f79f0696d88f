"""What a model of fastembed's is: its files, its width, its pooling, and the words its two sides begin with.

The default is known here; any other name is looked up in fastembed's own list, whose import takes half a second.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from remora.errors import ModelUnavailable

NO_PROMPTS = ("", "")
_BGE = ("Represent this sentence for searching relevant passages: ", "")
# How a model was trained to be asked, as its card says; (query, passage). fastembed leaves this to its users. The
# first name that a model's name begins with counts, and bge's v1.5 was trained to do without.
PROMPTS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "intfloat/multilingual-e5": ("query: ", "passage: "),
        "nomic-ai/nomic-embed-text": ("search_query: ", "search_document: "),
        "mixedbread-ai/mxbai-embed-large": _BGE,
        "snowflake/snowflake-arctic-embed": _BGE,
        "google/embeddinggemma": ("task: search result | query: ", "title: none | text: "),
    }
)
_POOLINGS = MappingProxyType(  # fastembed's classes by what they do
    {
        "OnnxTextEmbedding": "cls",
        "PooledEmbedding": "mean",
        "PooledNormalizedEmbedding": "mean",
        "LastTokenNormalizedEmbedding": "last",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """`files` are those that hold the model, the one to load first; `repo` is where a hub has them."""

    name: str
    repo: str
    dim: int
    pooling: str
    files: tuple[str, ...]

    @property
    def prompts(self) -> tuple[str, str]:
        return next((said for name, said in PROMPTS.items() if self.name.lower().startswith(name)), NO_PROMPTS)


DEFAULT = Description(
    name="BAAI/bge-small-en-v1.5",
    repo="Qdrant/bge-small-en-v1.5-onnx-Q",
    dim=384,
    pooling="cls",
    files=("model_optimized.onnx",),
)


def describe(name: str) -> Description:
    """The model of this name. Raises ModelUnavailable where fastembed knows none."""
    if name.lower() == DEFAULT.name.lower():
        return DEFAULT
    known = {model.model: (kind, model) for kind, model in _models()}
    wanted = next((one for one in known if one.lower() == name.lower()), None)
    if wanted is None:
        near = difflib.get_close_matches(name, known, 1)
        raise ModelUnavailable(
            f"No model was found: fastembed knows none named {name!r}.",
            f"Did you mean {near[0]!r}?" if near else "Name one that fastembed lists, or a folder that holds a model.",
        )
    kind, model = known[wanted]
    return Description(
        name=wanted,
        repo=model.sources.hf or "",
        dim=model.dim,
        pooling=_POOLINGS.get(kind.__name__, kind.__name__.lower()),
        files=(model.model_file, *model.additional_files),
    )


def _models() -> list[tuple[type, Any]]:
    try:
        from fastembed import TextEmbedding
    except ImportError as error:  # no wheel of it, or of onnxruntime, for this system
        raise ModelUnavailable(f"No model was found: fastembed is not installed ({error}).") from error
    return [(kind, model) for kind in TextEmbedding.EMBEDDINGS_REGISTRY for model in kind._list_supported_models()]
