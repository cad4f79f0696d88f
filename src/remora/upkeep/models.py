"""What `remora model` asks of the embedders: status, download, calibration, for the home and model of the settings."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from remora.embed import Embedder, Measured, Wanted, calibrate, choose, named, sent_to
from remora.embed.folders import is_path
from remora.embed.status import Status, runtime_of, status
from remora.errors import UsageError
from remora.settings import Settings

if TYPE_CHECKING:
    from remora.embed.download import Downloaded as Downloaded
    from remora.embed.download import Progress as Progress

__all__ = ["Embedder", "Status", "fetch_model", "measure_model", "model_named", "model_status", "runtime_of"]


def model_status(settings: Settings, stored: str | None, running: Embedder | None = None) -> Status:
    """What there is to embed with; `stored` is the identity of the store's vectors. Loads nothing."""
    return status(Wanted.of(settings), stored, running)


def model_named(settings: Settings, name: str, clean: Callable[[str], str] = str) -> tuple[Embedder, str | None]:
    """The embedder that a person names, and the host that texts would be sent to, None where they stay here.

    Raises ModelUnavailable where it is not to be had.
    """
    made = named(name, Wanted.of(settings, clean))
    return made, sent_to(Wanted.of(settings), made.identity)


def fetch_model(
    settings: Settings, name: str | None, *, wait: float | None, again: bool, progress: "Callable[[Progress], None]"
) -> "Downloaded":
    """Fetch the model of this name, or the configured one.

    Raises UsageError, ModelUnavailable, DiskFull or HomeUnavailable.
    """
    from remora.embed.download import PATIENT, download  # network code, for this command alone

    wanted = name or settings.model
    if is_path(wanted):
        raise UsageError(
            f"Nothing was downloaded: {wanted} is a folder of yours.", "Name a model: remora model download NAME"
        )
    patience = replace(PATIENT, total=wait) if wait is not None else PATIENT
    return download(wanted, Wanted.of(settings).models, patience=patience, again=again, progress=progress)


def measure_model(settings: Settings, stored: str | None, model: str | None) -> Measured:
    """Measure the constants of the embedder in use, or of another one by its name. Raises ModelUnavailable."""
    wanted = Wanted.of(settings)
    return calibrate(named(model, wanted) if model else choose(wanted, stored).embedder)
