"""At the boundaries of a session: what it learned becomes notes. Three hooks in, one call down each.

No turn and no tool call passes here. The work itself is done behind the boundary, and the next one makes up for it
where it fails.
"""

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from remora.errors import BadSettings
from remora.services import Services
from remora_hookspecs import Compaction, Session, deadline, hookimpl

RESERVE_MS = 20.0  # of the call's clock at a shutdown: what follows the answer is written in it


class Table(BaseModel):
    """The table `[plugin.capture]` of the settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    patience_ms: int = Field(default=0, ge=0, le=60_000)
    """What a shutdown may wait for the model beyond its clock: for hosts whose process ends with the session."""


class Capture:
    """Says which boundary came. Whether anything is captured, the memory's settings decide."""

    def __init__(self, services: Services) -> None:
        self._capture = services.memory.capture
        self._patience = _table(services).patience_ms

    @hookimpl
    def session_start(self, session: Session) -> None:
        self._capture.begun(session)

    @hookimpl
    def session_compact(self, compaction: Compaction) -> None:
        if compaction.phase == "before":
            self._capture.boundary(compaction.session, "before_compact")

    @hookimpl
    def session_shutdown(self, session: Session) -> None:
        wait = max(0.0, deadline() - RESERVE_MS) + self._patience
        self._capture.boundary(session, "shutdown", wait=wait / 1_000)


def _table(services: Services) -> Table:
    try:
        return Table.model_validate(dict(services.settings))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(("plugin", "capture", *(str(part) for part in first["loc"])))
        raise BadSettings(
            f"Settings were not read: {where}: {first['msg']}.", f"Keys of it: {', '.join(Table.model_fields)}."
        ) from None


def plugin(services: Services) -> Capture:
    """The factory that the entry point names."""
    return Capture(services)
