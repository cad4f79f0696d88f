"""Fetches a model into the home: the one thing of ours that uses the network, and only when a person asks for it.

Plain HTTP by file, from one commit; no cache of the hub's, no symbolic links, no xet. Whole or not at all.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from remora.embed import hubcache, network
from remora.embed.catalogue import Description, describe
from remora.embed.constants import with_known
from remora.embed.fastembed import FastEmbed
from remora.embed.fetch import Fetched, NotThere, Patience, fetch
from remora.embed.folders import BESIDE, FAILED, TOKENIZER, Manifest, folder_of, lacking, size_of, write
from remora.embed.protocol import Identity
from remora.errors import HomeUnavailable, ModelUnavailable, advice

NEWEST = "main"
PATIENT = Patience()
CACHE = "the cache of the hub's own client"
STALE = 24 * 3600  # seconds after which a half-fetched folder belongs to nobody: its process was killed


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """`size` is None where the hub does not tell."""

    file: str
    done: int
    size: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Downloaded:
    """`fetched` is False where the model was there already; `source` is where it came from then."""

    model: str
    identity: str
    folder: Path
    size: int
    fetched: bool
    source: str = ""


def _silent(_: Progress) -> None: ...


def download(
    name: str,
    models: Path,
    *,
    patience: Patience = PATIENT,
    progress: Callable[[Progress], None] = _silent,
    again: bool = False,
) -> Downloaded:
    """Bring the model of this name into `models`; with `again` even if it is there.

    Raises ModelUnavailable, HomeUnavailable or DiskFull; what was there before then still is.
    """
    model = describe(name)
    folder = folder_of(models, model.name)
    identity = with_known(Identity(provider="fastembed", model=model.name, dim=model.dim, pooling=model.pooling))
    source = ""
    if again or not folder.is_dir() or lacking(folder, model):
        with _beside(folder) as part, _remembered(folder):
            source = _bring(model, identity, part, patience, progress)
            _swap(part, folder)
    return Downloaded(
        model=model.name, identity=identity.name, folder=folder, size=size_of(folder), fetched=bool(source),
        source=source,
    )  # fmt: skip


def _bring(
    model: Description, identity: Identity, part: Path, patience: Patience, progress: Callable[[Progress], None]
) -> str:
    """Fill `part` from the first source that has the model whole, and say which that was.

    The cache of the hub's own client comes last: what another program fetched before needs no network. Raises what the
    first source failed with.
    """
    first: ModelUnavailable | None = None
    for source in (*_hubs(), CACHE):
        try:
            if source == CACHE:
                manifest = hubcache.copied(model, part)
                if manifest is None:
                    break
            else:
                manifest = _fetch_all(source, model, part, patience, progress)
            write(part, manifest)
            _try(FastEmbed(identity, part, model, model.prompts))
        except ModelUnavailable as error:
            first = first or error
            _emptied(part)
        else:
            return source
    try:
        network.endpoints()
    except ModelUnavailable as error:  # offline, or no address
        raise error from None
    raise first or ModelUnavailable(f"The model was not downloaded: nobody has {model.name}.")


def _hubs() -> tuple[str, ...]:
    try:
        return network.endpoints()
    except ModelUnavailable:
        return ()


def _emptied(part: Path) -> None:
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(mode=0o700)


@contextmanager
def _remembered(folder: Path) -> Iterator[None]:
    """Leave word of a failure for `remora model status`, until a download succeeds."""
    note = folder.with_name(FAILED.format(folder.name))
    try:
        yield
    except ModelUnavailable as error:
        with suppress(OSError):
            note.write_text(error.message, encoding="utf-8")
        raise
    with suppress(OSError):
        note.unlink(missing_ok=True)


def _fetch_all(
    hub: str, model: Description, part: Path, patience: Patience, progress: Callable[[Progress], None]
) -> Manifest:
    give_up = time.monotonic() + patience.total
    commit, sizes = "", dict[str, int]()
    for file in (*TOKENIZER, *BESIDE, *model.files):  # the small ones first: they show at once whether it works at all
        address = f"{hub}/{model.repo}/resolve/{commit or NEWEST}/{file}"
        (part / file).parent.mkdir(parents=True, exist_ok=True)

        def tell(done: int, size: int | None, file: str = file) -> None:
            progress(Progress(file=file, done=done, size=size))

        try:
            fetched: Fetched = fetch(address, part / file, patience, give_up, tell)
        except NotThere:
            if file in BESIDE:
                continue
            raise
        if file.endswith(".json"):
            _check_json(part / file, address)
        commit = commit or fetched.commit
        sizes[file] = fetched.size
    return Manifest(model=model, commit=commit, sizes=sizes)


def _check_json(path: Path, address: str) -> None:
    try:
        json.loads(path.read_bytes())
    except ValueError as error:
        raise ModelUnavailable(
            f"The model was not downloaded: {address} is no JSON; a page of the network's came instead "
            f"({network.settings(address)}).",
            "Open the address in a browser: a portal may want you to sign in.",
        ) from error


def _try(embedder: FastEmbed) -> None:
    """What loads and embeds a text is a model, whatever its mark said."""
    try:
        embedder.passages(["a note"])
    except ModelUnavailable as error:
        raise ModelUnavailable(
            f"The model was not downloaded: what came does not work. {error.message}", "Repeat, or name another."
        ) from error


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A private folder to fetch into, gone afterwards."""
    part = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        for left in folder.parent.glob(f".{folder.name}.*.part"):
            if time.time() - left.stat().st_mtime > STALE or left == part:
                shutil.rmtree(left, ignore_errors=True)
        part.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise HomeUnavailable(
            f"The model was not downloaded: {folder.parent} cannot be written ({error.strerror}).",
            advice(error, "Check who owns it and whether it can be written."),
        ) from error
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _swap(part: Path, folder: Path) -> None:
    """Put the new folder in the old one's place."""
    old = part.with_suffix(".old")
    if folder.exists():
        folder.rename(old)
    part.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
