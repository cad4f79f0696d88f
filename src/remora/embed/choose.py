"""Which embedder a home has. Looks at names and sizes of files; loads no model, never raises, opens no connection.

`auto` is: that of the store's vectors, else the configured model if its files are there, else the bundled one if it is
installed, else words. `hashing` is had by name only.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from remora.embed import catalogue, minilm
from remora.embed.fastembed import FastEmbed
from remora.embed.folders import folder_of, is_path, known, lacking
from remora.embed.hashing import Hashing
from remora.embed.none import WordsOnly
from remora.embed.protocol import Embedder, Identity
from remora.errors import ModelUnavailable

Kind = Literal["auto", "fastembed", "minilm", "hashing", "none"]
HOW = f"`{minilm.INSTALL}` brings a small English model, `remora model download` fetches the configured one."


@dataclass(frozen=True, slots=True)
class Choice:
    """`why`: one sentence for people."""

    embedder: Embedder
    why: str


def choose(
    kind: Kind = "auto", *, models: Path, model: str = catalogue.DEFAULT.name, stored: str | None = None
) -> Choice:
    """The embedder that `kind` names; `model` is the configured one, `stored` the name of the store's identity.

    Where the store's model is not to be had, words: another model's vectors could not be compared with what is there.
    """
    try:
        return _named(kind, models, model) if kind != "auto" else _auto(models, model, stored)
    except ModelUnavailable as error:
        return Choice(WordsOnly(error.message, error.hint or HOW), error.message)


def _named(kind: Kind, models: Path, model: str) -> Choice:
    why = f"the setting `embedder` says {kind}"
    if kind == "hashing":
        return Choice(Hashing(), why)
    if kind == "minilm":
        if not minilm.installed():
            raise ModelUnavailable("Recall goes by words: the bundled model is not installed.", minilm.INSTALL)
        return Choice(minilm.MiniLM(models), why)
    if kind == "fastembed":
        return Choice(_configured(models, model), why)
    return Choice(WordsOnly("Recall goes by words, as the setting `embedder` says.", HOW), why)


def _auto(models: Path, model: str, stored: str | None) -> Choice:
    identity = Identity.parse(stored) if stored else None
    if identity is not None and identity.real:
        return Choice(_of(identity, models, model), "the notes have vectors of this model")
    try:
        return Choice(_configured(models, model), "the configured model is on this machine")
    except ModelUnavailable:
        if not minilm.installed():
            raise ModelUnavailable("Recall goes by words: no embedding model is on this machine.", HOW) from None
    return Choice(minilm.MiniLM(models), "it is installed, and the configured model is not on this machine")


def _of(identity: Identity, models: Path, model: str) -> Embedder:
    """The embedder that makes vectors of this identity."""
    found: Embedder | None = None
    if identity.provider == "minilm" and minilm.installed():
        found = minilm.MiniLM(models)
    elif identity.provider == "fastembed":
        found = _complete(models, identity.model)
    elif identity.provider == "folder" and is_path(model):
        found = _configured(models, model)
    if found is None or found.identity.name != identity.name:
        raise ModelUnavailable(
            f"Recall goes by words: the notes have vectors of {identity.name}, whose model is not on this machine.",
            minilm.INSTALL if identity.provider == "minilm"
            else f"`remora model download {identity.model}`" if identity.provider == "fastembed"
            else "Set `model` to the folder that holds it.",
        )  # fmt: skip
    return found


def _configured(models: Path, model: str) -> Embedder:
    if is_path(model):
        return FastEmbed.of_folder(Path(model).expanduser(), models)
    found = _complete(models, model)
    if found is None:
        raise ModelUnavailable(
            f"Recall goes by words: {model} is not on this machine.", f"`remora model download` puts it into {models}."
        )
    return found


def _complete(models: Path, name: str) -> Embedder | None:
    """The model of this name if all its files are there."""
    folder = folder_of(models, name)
    if not folder.is_dir():  # before anything is looked up: that may cost half a second
        return None
    model = known(models, name)
    return None if lacking(folder, model) else FastEmbed.named(model, models)
