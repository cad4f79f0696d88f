"""Where models lie, and whether one is whole: `$REMORA_HOME/models`, a folder a model. Looks at names and sizes only.

A folder that `download` made has a manifest; one that a person copied is judged by the names of its files.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from remora.embed.catalogue import Description, describe
from remora.errors import ModelUnavailable

FOLDER = "models"
MANIFEST = "remora.json"
FAILED = ".{}.failed"  # beside the folder of that name: why its last download failed
TOKENIZER = ("tokenizer.json", "tokenizer_config.json")
BESIDE = ("config.json", "special_tokens_map.json")
"""Files that most models have beside the tokenizer's, and newer ones leave out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What was fetched: the model, the commit of its repository, and each file's size in bytes."""

    model: Description
    commit: str
    sizes: Mapping[str, int]


def is_path(model: str) -> bool:
    """Whether a configured model is a folder of the person's own; `org/name` never is, whatever the working folder."""
    return model.startswith((".", "~")) or Path(model).is_absolute()


def folder_of(models: Path, name: str) -> Path:
    """Where the model of this name belongs."""
    return models / name.lower().replace("/", "--")


def known(models: Path, name: str) -> Description:
    """The model of this name, from the manifest if it was fetched. Raises ModelUnavailable as `describe` does."""
    manifest = read(folder_of(models, name))
    return manifest.model if manifest else describe(name)


def lacking(folder: Path, model: Description) -> tuple[str, ...]:
    """Names of files that are not there, or not as long as they were when they were fetched."""
    manifest = read(folder)
    sizes = manifest.sizes if manifest else dict.fromkeys((*model.files, *TOKENIZER))
    return tuple(name for name, size in sizes.items() if not _whole(folder / name, size))


def read(folder: Path) -> Manifest | None:
    """The manifest of a fetched model, None where there is none that can be read."""
    try:
        found: Any = json.loads((folder / MANIFEST).read_bytes())
        model = Description(**{**found["model"], "files": tuple(found["model"]["files"])})
        return Manifest(model=model, commit=str(found["commit"]), sizes=dict(found["sizes"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(folder: Path, manifest: Manifest) -> None:
    """Put the manifest beside the files it names."""
    text = json.dumps(asdict(manifest), indent=1)
    (folder / MANIFEST).write_text(text + "\n", encoding="utf-8")


def size_of(folder: Path) -> int:
    """Bytes of all files below."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _whole(path: Path, size: int | None) -> bool:
    try:
        found = path.stat().st_size
    except OSError:
        return False
    return found == size if size is not None else found > 0


def unusable(folder: Path, why: str) -> ModelUnavailable:
    """The error for a folder that holds no model we can load."""
    return ModelUnavailable(
        f"No model was loaded: {folder} {why}.",
        "A model's folder holds model.onnx, tokenizer.json, tokenizer_config.json and config.json.",
    )
