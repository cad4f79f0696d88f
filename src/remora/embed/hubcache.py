"""Models that other programs of this machine fetched before: the cache of the hub's own client, read only.

Called by a download where no hub can be reached. What it copies is tried like anything that was fetched.
"""

import os
import shutil
from pathlib import Path

from remora.embed.catalogue import Description
from remora.embed.folders import BESIDE, TOKENIZER, Manifest

OWN = "HUGGINGFACE_HUB_CACHE"  # what older versions of the client called HF_HUB_CACHE


def copied(model: Description, part: Path) -> Manifest | None:
    """Copy the model's files into `part`; None where no snapshot of it holds them all."""
    for snapshot in _snapshots(model.repo):
        if all((snapshot / name).is_file() for name in (*TOKENIZER, *model.files)):
            sizes = {}
            for name in (*TOKENIZER, *BESIDE, *model.files):
                if (snapshot / name).is_file():
                    (part / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(snapshot / name, part / name)  # links lead to blobs that may be cleaned away
                    sizes[name] = (part / name).stat().st_size
            return Manifest(model=model, commit=snapshot.name, sizes=sizes)
    return None


def _snapshots(repo: str) -> list[Path]:
    """The snapshots of a repository that are here, newest first."""
    found: list[Path] = []
    for cache in _caches():
        folder = cache / f"models--{repo.replace('/', '--')}" / "snapshots"
        if folder.is_dir():
            found += [path for path in folder.iterdir() if path.is_dir()]
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def _caches() -> list[Path]:
    said = os.environ.get("HF_HUB_CACHE") or os.environ.get(OWN)
    home = Path(os.environ.get("HF_HOME") or Path("~/.cache/huggingface").expanduser())
    own = os.environ.get("FASTEMBED_CACHE_PATH")
    return [Path(said) if said else home / "hub", *([Path(own)] if own else [])]
