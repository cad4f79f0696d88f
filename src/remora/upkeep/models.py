"""What `remora model` asks of the embedders: status, download, calibration, for the home and model of the settings."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from remora.embed import FOLDER, Measured, calibrate, choose
from remora.embed.folders import is_path
from remora.embed.status import Status, status
from remora.errors import UsageError
from remora.settings import Settings

if TYPE_CHECKING:
    from remora.embed.download import Downloaded as Downloaded
    from remora.embed.download import Progress as Progress


def model_status(settings: Settings, stored: str | None) -> Status:
    """What there is to embed with; `stored` is the identity of the store's vectors. Loads nothing."""
    return status(settings.embedder, models=settings.home / FOLDER, model=settings.model, stored=stored)


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
    return download(wanted, settings.home / FOLDER, patience=patience, again=again, progress=progress)


def measure_model(settings: Settings, stored: str | None, model: str | None) -> Measured:
    """Measure the constants of the embedder in use, or of another model on this machine. Raises ModelUnavailable."""
    kind = "fastembed" if model else settings.embedder
    choice = choose(kind, models=settings.home / FOLDER, model=model or settings.model, stored=stored)
    return calibrate(choice.embedder)
