"""The setting `endpoint`: an OpenAI-compatible service that makes vectors. Never holds the key."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from remora.remote.address import WIDEST, address, check_secret


def _no_switch(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("write a number")
    return value


Whole = Annotated[int, BeforeValidator(_no_switch)]


class Service(BaseModel):
    """What the profile says. Without it nothing is ever sent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: Annotated[str, AfterValidator(address)]
    """The address up to and with its version: https://host/v1; `/embeddings` is asked for below it."""
    model: str = ""
    """What the service calls the model; the setting `model` if left out."""
    key_env: str = ""
    """The environment variable that holds the key."""
    key_file: Path | None = None
    """A file that holds the key and nothing else."""
    dim: Annotated[Whole, Field(ge=1, le=WIDEST)] | None = None
    """How many numbers a vector has; found out by asking if left out, and then held to."""
    shorten: bool = False
    """Ask the service for vectors of `dim` numbers, where its model can make shorter ones."""
    query_prefix: str = Field(default="", max_length=500)
    passage_prefix: str = Field(default="", max_length=500)
    """What questions and notes begin with, as the model's card says."""
    query_type: str = Field(default="", max_length=50)
    passage_type: str = Field(default="", max_length=50)
    """What is sent as `input_type`, for services that tell the sides apart by it."""
    batch: Whole = Field(default=32, ge=1, le=512)
    """Notes a request."""
    seconds: Annotated[float, BeforeValidator(_no_switch)] = Field(default=30.0, gt=0, le=600)
    """How long an answer about notes may take; a question's waits for as long as its turn does."""

    @model_validator(mode="after")
    def _whole(self) -> "Service":
        if self.key_env and self.key_file:
            raise ValueError("key_env and key_file are two places for one key")
        if self.key_env or self.key_file:
            check_secret(self.url)
        if self.shorten and self.dim is None:
            raise ValueError("shorten needs dim: say how short")
        return self


def service_of(value: Any) -> Any:
    """An address alone stands for the service at it. Raises ValueError with one sentence for a table that is wrong."""
    if isinstance(value, str):
        value = {"url": value}
    if not isinstance(value, dict):
        return value
    try:
        return Service.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        reason = first["msg"].removeprefix("Value error, ")
        known = ", ".join(Service.model_fields)
        hint = f" (its keys are {known})" if first["type"] in ("extra_forbidden", "missing") else ""
        raise ValueError(f"{where + ': ' if where else ''}{reason}{hint}") from None
