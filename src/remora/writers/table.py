"""The table `[plugin.cheap]` of the settings: which model writes for us, and where its key is. Never holds the key."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from remora.errors import BadSettings
from remora.remote.address import address, check_secret

OFF = "off"
# As a whole word of a command line: never an option. Providers' names have slashes, colons and brackets.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@\[\]-]*")


def _given(url: str | None) -> str | None:
    return None if url is None else address(url)


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise ValueError("that is no name of a model")
    return text


class Table(BaseModel):
    """What the profile says. Without an endpoint and without `llm` a host may lend its own; without that, no model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    endpoint: Annotated[str | None, AfterValidator(_given)] = None
    """The address of an OpenAI-compatible service, up to and with its version: https://host/v1."""
    model: str = ""
    """What that service calls the model. Only what is named here is used: choose a cheap one."""
    key_env: str = ""
    """The environment variable that holds the key."""
    key_file: Path | None = None
    """A file that holds the key and nothing else."""
    llm: str = ""
    """A model of the package `llm`, by its name; "default" is the one that `llm` itself would take."""
    claude: Annotated[str, AfterValidator(_name)] = Field(default="haiku", min_length=1, max_length=200)
    """Claude Code's own model, asked through its program where its hooks are installed; "off" for none."""
    answer_tokens: int = Field(default=2_000, ge=100, le=32_000)
    """How long an answer may be; twelve facts take about 1,500 tokens."""

    @property
    def names_one(self) -> bool:
        """Whether a model is named outright: then no host's is asked."""
        return bool(self.endpoint or self.llm)

    @model_validator(mode="after")
    def _whole(self) -> "Table":
        if self.endpoint and not self.model:
            raise ValueError("endpoint needs model: say which one is cheap")
        if self.key_env and self.key_file:
            raise ValueError("key_env and key_file are two places for one key")
        if self.endpoint and (self.key_env or self.key_file):
            check_secret(self.endpoint)
        return self


def table_of(values: Mapping[str, object]) -> Table:
    """The table, checked. Raises BadSettings with the reason."""
    try:
        return Table.model_validate(dict(values))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(("plugin", "cheap", *(str(part) for part in first["loc"])))
        unknown = first["type"] == "extra_forbidden"
        reason = "there is no such key" if unknown else first["msg"].removeprefix("Value error, ")
        raise BadSettings(
            f"Settings were not read: {where}: {reason}.", f"Keys of [plugin.cheap]: {', '.join(Table.model_fields)}."
        ) from None
