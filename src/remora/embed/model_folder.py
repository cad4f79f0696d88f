"""Reads a folder that a person names as a model: its weights' file, width and pooling. Loads nothing.

Such a model is known by the digest of its weights: two folders of one name must not pass for the same model.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from remora.embed.catalogue import NO_PROMPTS
from remora.embed.digest import sha256_of
from remora.embed.folders import TOKENIZER, unusable
from remora.embed.protocol import Identity

FILES = ("model.onnx", "model_optimized.onnx", "model_quantized.onnx")
PLACES = ("", "onnx")  # as sentence-transformers exports, and as the hub lays them
DATA = ("_data", ".data")  # weights that did not fit in the graph's own file
SHORT = 8  # hex digits of the digest that a name carries: enough to tell a person's folders apart
MEAN = "mean"  # what sentence-transformers does where a folder does not say


def weights(folder: Path) -> Path:
    """The model's file. Raises ModelUnavailable where the folder does not hold a model."""
    if not folder.is_dir():
        raise unusable(folder, "is no folder")
    found = next((path for place in PLACES for name in FILES if (path := folder / place / name).is_file()), None)
    if found is None:
        raise unusable(folder, "holds no model.onnx")
    absent = [name for name in TOKENIZER if not (folder / name).is_file()]
    if absent:
        raise unusable(folder, f"holds no {' and no '.join(absent)}")
    return found


def identity(folder: Path, models: Path) -> Identity:
    """Who makes the vectors. Raises ModelUnavailable as `weights` does, or where the width is told nowhere."""
    dim = _json(folder / "config.json").get("hidden_size")
    if not isinstance(dim, int):
        raise unusable(folder, "has no config.json that tells the hidden_size")
    return Identity(
        provider="folder", model=f"{folder.name}-{_digest(weights(folder), models)}", dim=dim, pooling=_pooling(folder)
    )


def prompts(folder: Path) -> tuple[str, str]:
    """How questions and passages begin, as sentence-transformers notes it."""
    said = _json(folder / "config_sentence_transformers.json").get("prompts")
    if not isinstance(said, dict):
        return NO_PROMPTS
    return str(said.get("query") or ""), str(said.get("document") or said.get("passage") or "")


def _pooling(folder: Path) -> str:
    said = _json(folder / "1_Pooling" / "config.json")
    return "cls" if said.get("pooling_mode_cls_token") else "last" if said.get("pooling_mode_lasttoken") else MEAN


def _digest(model: Path, models: Path) -> str:
    parts = (model, *(model.with_name(model.name + ending) for ending in DATA))
    try:
        digests = [sha256_of(part, models) for part in parts if part.is_file()]
    except OSError as error:
        raise unusable(model.parent, f"cannot be read ({error.strerror})") from error
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:SHORT]


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
