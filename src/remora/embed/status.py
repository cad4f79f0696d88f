"""What there is to embed with, for `remora model status`. Loads no model and opens no connection."""

from dataclasses import dataclass
from pathlib import Path

from remora.embed import minilm
from remora.embed.choose import Kind, choose
from remora.embed.folders import folder_of, is_path, size_of
from remora.embed.none import WordsOnly


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """`identity` is what new vectors would be made with, None where recall goes by words; `why` says how it came so.

    `lo`, `hi` and `dup` are None until they are measured, on first use.
    """

    embedder: str
    identity: str | None
    stored: str | None
    why: str
    hint: str
    lo: float | None
    hi: float | None
    dup: float | None
    model: str
    folder: str
    size: int
    bundled: bool


def status(kind: Kind, *, models: Path, model: str, stored: str | None = None) -> Status:
    """The embedder that `choose` takes, and the state of the configured model's folder and of the bundled model."""
    choice = choose(kind, models=models, model=model, stored=stored)
    identity = choice.embedder.identity
    folder = Path(model).expanduser() if is_path(model) else folder_of(models, model)
    words = isinstance(choice.embedder, WordsOnly)
    return Status(
        embedder=kind,
        identity=None if words else identity.name,
        stored=stored,
        why=choice.why,
        hint=choice.embedder.hint if isinstance(choice.embedder, WordsOnly) else "",
        lo=identity.lo,
        hi=identity.hi,
        dup=identity.dup,
        model=model,
        folder=str(folder),
        size=size_of(folder) if folder.is_dir() else 0,
        bundled=minilm.installed(),
    )
