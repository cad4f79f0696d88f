"""The one settings object: file, environment and explicit arguments, in rising order. Called by wiring and surfaces.

Reads `config.toml` of the home and nothing of a project's folder, which somebody else may have written.
"""

import difflib
import json
import os
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from remora.errors import BadSettings, HomeUnavailable
from remora.home import SETTINGS, remedy, resolve_home, rights
from remora.home import VARIABLE as HOME_VARIABLE
from remora.notes import GLOBAL
from remora.remote.embeddings import Service, service_of

FILE = SETTINGS
PREFIX = "REMORA_"
PROFILE_VARIABLE = "REMORA_PROFILE"
BASE, PROFILES, DEFAULT_PROFILE = "base", "profiles", "default"
READ_ELSEWHERE = frozenset({HOME_VARIABLE, PROFILE_VARIABLE, "REMORA_INSIDE", "REMORA_TRACE"})
ALIASES = MappingProxyType({"aggressiveness": "level", "autoCapture": "capture", "reSearch": "research"})
ALMOST = 0.8  # a variable this like a setting is a slip of the fingers; others belong to somebody else

Level = Literal["low", "default", "high", "max"]
_BOUNDARIES: Mapping[str, object] = MappingProxyType({"capture": True, "research": True, "dream": True})
LEVELS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "low": {"notes_per_turn": 1, "gate": 0.65},
        "default": {},
        "high": {"notes_per_turn": 5, **_BOUNDARIES},
        "max": {
            "notes_per_turn": 8, "gate": 0.42, "pool": 64, "dream_hours": 1.0, "dream_sessions": 1, **_BOUNDARIES,
        },
    }
)  # fmt: skip


def _listed(value: object) -> object:
    """A list may be written as one text with commas, the only way an environment variable can say it."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _no_switch(value: object) -> object:
    """`gate = true` is a slip: as a number it would be 1."""
    if isinstance(value, bool):
        raise ValueError("write a number")
    return value


def _project(value: str | None) -> str | None:
    if value is not None and (value == GLOBAL or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", value)):
        raise ValueError(f"a project is 1 to 64 letters, digits, dots, dashes or underscores, and not {GLOBAL!r}")
    return value


def _stranger(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if not re.fullmatch(r"[A-Za-z0-9._-]+:\S+", name):
            raise ValueError(f"{name!r} is no plugin's name: it is written distribution:name")
    return names


def _may_be_off(names: tuple[str, ...]) -> tuple[str, ...]:
    if "scan" in names:
        raise ValueError("the scan cannot be turned off: without it nothing is shown to a model")
    return names


Whole = Annotated[int, BeforeValidator(_no_switch)]
Number = Annotated[float, BeforeValidator(_no_switch)]


def _read_only(tables: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
    return MappingProxyType({name: MappingProxyType(dict(table)) for name, table in tables.items()})


def _local(value: object) -> object:
    """`true` stands for the default module. A text is a module's name, or yes or no as a variable says it."""
    if isinstance(value, str):
        said = {"true": True, "1": True, "on": True, "false": False, "0": False, "off": False, "": False}
        value = said.get(value.strip().lower(), {"module": value.strip()})
    return {} if value is True else None if value is False else value


class LocalEmbedder(BaseModel):
    """The setting `local_embedder`: a module that makes vectors, see `remora.embed.local`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    module: str = Field(default="remora_local_embedder", pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$")
    """Imported from where Python finds it; has `create_embedder()`."""
    footprint_mb: Whole = Field(default=256, ge=1, le=1_000_000)
    """What it takes in memory, in MiB, by its own estimate."""


class Settings(BaseModel):
    """Everything a profile decides, levels expanded. Frozen; build it with `load`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path
    profile: str = DEFAULT_PROFILE
    level: Level = "default"
    preset: str = "hybrid"
    notes_per_turn: Whole = Field(default=3, ge=0, le=50)
    gate: Number = Field(default=0.5, ge=0.0, le=1.0)
    """How relevant a note must be to be shown in a turn, 0 to 1; explicit searches have no gate."""
    pool: Annotated[Whole, Field(ge=10, le=1000)] | None = None
    """Candidates of a turn that are scored in full, by words and by meaning each; None leaves it to the preset. An
    explicit search has the preset's at every level."""
    capture: bool = False
    research: bool = False
    dream: bool = False
    dream_hours: Number = Field(default=4.0, ge=0.0)
    dream_sessions: Whole = Field(default=3, ge=0)
    model_calls_a_day: Whole = Field(default=50, ge=0, le=100_000)
    """Queries to a cheap model a day (UTC): twenty sessions with two boundaries each, and what a dream asks."""
    model_tokens_a_day: Whole = Field(default=400_000, ge=0, le=1_000_000_000)
    """Tokens of those queries and their answers, estimated: some cents at the price of a small model."""
    failures: bool = True
    mmr: bool = False
    """Whether notes of a turn that say nearly the same as a better one stand back (maximal marginal relevance)."""
    embedder: Literal["auto", "fastembed", "minilm", "multilingual", "endpoint", "hashing", "none"] = "auto"
    """What makes the vectors of a store that has none yet; one that has some keeps to their model until
    `remora model use` switches it."""
    model: str = "BAAI/bge-small-en-v1.5"
    """A model's name in fastembed, or a folder that holds a model; with `endpoint` the service's name for it."""
    endpoint: Annotated[Service | None, BeforeValidator(service_of)] = None
    """An OpenAI-compatible service that makes vectors, as an address or a table; nothing is sent without it."""
    reader: Literal["auto", "matrix", "sqlite-vec"] = "auto"
    """What searches the vectors; `auto` keeps a matrix in processes that stay and uses sqlite-vec in others."""
    local_embedder: Annotated[LocalEmbedder | None, BeforeValidator(_local)] = None
    """A module of the person's own that makes vectors: true, its name, or a table."""
    scan_on_write: Literal["off", "warn", "block"] = "off"
    """What the scan may do to a person's own note; what is stored automatically is always blocked."""
    project: Annotated[str | None, AfterValidator(_project)] = None
    """The one project of this profile, for containers and hosts without a folder."""
    plugins: Annotated[tuple[str, ...], BeforeValidator(_listed), AfterValidator(_stranger)] = ()
    """Plugins of other packages that are on, as distribution:name."""
    disabled: Annotated[tuple[str, ...], BeforeValidator(_listed), AfterValidator(_may_be_off)] = ()
    """Our own plugins that are off."""
    plugin: Annotated[Mapping[str, Mapping[str, Any]], AfterValidator(_read_only)] = Field(
        default_factory=lambda: _read_only({})
    )
    """A table for each plugin, handed to it as it is written."""
    deadline_ms: Whole = Field(default=150, ge=1, le=60_000)
    """What the plugins of one event may take together, in milliseconds."""
    budget_chars: Whole = Field(default=6000, ge=0, le=200_000)
    """What memory may add to one turn, in characters."""
    serve_idle_minutes: Number = Field(default=60.0, gt=0.0, le=100_000)
    """After how many minutes without an event the resident process leaves; the next event starts it again, in about a
    second."""
    serve_http_port: Whole = Field(default=0, ge=0, le=65_535)
    """The loopback port for hosts that post their events; 0: none."""


# What pydantic calls by the names of Python's types, in the words of whoever writes the file.
WANTED: Mapping[str, str] = MappingProxyType(
    {
        "string_type": "a text in quotes",
        "tuple_type": "a list",
        "list_type": "a list",
        "dict_type": "a table",
        "mapping_type": "a table",
        "int_type": "a whole number",
        "int_from_float": "a whole number",
        "float_type": "a number",
        "bool_type": "true or false",
    }
)

CHOOSABLE = tuple(sorted(set(Settings.model_fields) - {"home", "profile"}))


@dataclass(frozen=True, slots=True)
class _Said:
    """One setting with the place that says so, for the error message."""

    value: object
    where: str


def load(
    *,
    home: Path | None = None,
    profile: str | None = None,
    explicit: Mapping[str, object] | None = None,
    environ: Mapping[str, str] | None = None,
    presets: Collection[str] = (),
) -> Settings:
    """The settings of one home and profile. A profile that the file does not define has the base settings.

    `presets` are those that recall has, where the caller knows. Raises BadSettings, naming the place, the key and the
    allowed values; HomeUnavailable where there is no home, or its file cannot be read.
    """
    env = os.environ if environ is None else environ
    place = resolve_home(home or (Path(env[HOME_VARIABLE]) if env.get(HOME_VARIABLE) else None))
    name = profile or env.get(PROFILE_VARIABLE) or DEFAULT_PROFILE
    said: dict[str, _Said] = {}
    for layer in (_of_file(place / FILE, name), _of_environment(env), _of_arguments(explicit or {})):
        said.update(layer)
    level = said["level"].value if "level" in said else "default"
    values = dict(LEVELS.get(level, {}) if isinstance(level, str) else {})
    values.update({key: one.value for key, one in said.items()})
    try:
        settings = Settings.model_validate({**values, "home": place, "profile": name})
    except ValidationError as error:
        raise _bad_value(error, said) from error
    if presets and settings.preset not in presets:
        raise _not_allowed("preset", settings.preset, said, f"use one of {', '.join(sorted(presets))}")
    return settings


def profiles(home: Path) -> tuple[str, ...]:
    """The profiles that the home's file defines, by name. Raises BadSettings if the file cannot be read."""
    return tuple(sorted(_tables(_read(home / FILE), home / FILE)))


def _of_file(path: Path, profile: str) -> Iterator[tuple[str, _Said]]:
    document = _read(path)
    tables = _tables(document, path)
    loose = {key: value for key, value in document.items() if key not in (BASE, PROFILES)}
    yield from _checked(loose, f"{path}")
    base = document.get(BASE, {})
    if not isinstance(base, dict):
        raise BadSettings(f"Settings were not read: {BASE!r} in {path} is not a table.", f"Write [{BASE}] above it.")
    yield from _checked(base, f"{path}, [{BASE}]")
    yield from _checked(tables.get(profile, {}), f"{path}, [{PROFILES}.{profile}]")


def _of_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, _Said]]:
    for variable in sorted(environ):
        if not variable.startswith(PREFIX) or variable in READ_ELSEWHERE:
            continue
        key = _named(variable.removeprefix(PREFIX).lower())
        if key in CHOOSABLE and key != "plugin":
            yield key, _Said(environ[variable], f"the variable {variable}")
        elif near := difflib.get_close_matches(key, CHOOSABLE, 1, ALMOST):
            raise BadSettings(
                f"Settings were not read: there is no setting for the variable {variable}.",
                f"Did you mean {PREFIX}{near[0].upper()}? Allowed keys: {', '.join(CHOOSABLE)}.",
            )


def _of_arguments(explicit: Mapping[str, object]) -> Iterator[tuple[str, _Said]]:
    return _checked(explicit, "the arguments")


def _checked(table: Mapping[str, object], where: str) -> Iterator[tuple[str, _Said]]:
    for written, value in table.items():
        key = _named(written)
        if key not in CHOOSABLE:
            near = difflib.get_close_matches(key, CHOOSABLE, 1)
            raise BadSettings(
                f"Settings were not read: {where} holds the unknown key {written!r}.",
                (f"Did you mean {near[0]!r}? " if near else "") + f"Allowed keys: {', '.join(CHOOSABLE)}. "
                f"A profile is a table [{PROFILES}.NAME].",
            )
        if key != written and key in table:
            raise BadSettings(f"Settings were not read: {where} says both {written!r} and {key!r}.", "Keep one.")
        yield key, _Said(value, where)


def _named(written: str) -> str:
    """The setting's one name, for its alias in whatever case (the environment's is lost)."""
    return next((name for alias, name in ALIASES.items() if alias.lower() == written.lower()), written)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        line = 1 + error.object.count(b"\n", 0, error.start)
        raise BadSettings(
            f"Settings were not read: {path} is not UTF-8 (line {line}: {error.reason}).", "Save the file as UTF-8."
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(f"Settings were not read: {path} is not TOML ({error}).", "Correct that line.") from error
    except RecursionError as error:
        raise BadSettings(
            f"Settings were not read: {path} is nested too deeply.", "No setting is deeper than a table of a plugin."
        ) from error
    except OSError as error:
        raise HomeUnavailable(
            f"Settings were not read: {path} cannot be opened ({error.strerror}; {rights(path)}).",
            f"Make it a readable file ({remedy(path)}).",
        ) from error


def _tables(document: Mapping[str, Any], path: Path) -> dict[str, dict[str, object]]:
    tables = document.get(PROFILES, {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise BadSettings(
            f"Settings were not read: {PROFILES!r} in {path} is not a table of tables.", f"Write [{PROFILES}.NAME]."
        )
    return tables


def _bad_value(error: ValidationError, said: Mapping[str, _Said]) -> BadSettings:
    first = error.errors(include_url=False, include_context=False)[0]
    key = str(first["loc"][0])
    wanted = WANTED.get(first["type"])
    allowed = f"write {wanted}" if wanted else first["msg"].removeprefix("Value error, ")
    return _not_allowed(key, first["input"], said, allowed)


def _not_allowed(key: str, value: object, said: Mapping[str, _Said], allowed: str) -> BadSettings:
    where = said[key].where if key in said else "the defaults"
    return BadSettings(
        f"Settings were not read: {key} = {toml_value(value)} in {where} is not allowed.",
        f"{key}: {allowed[:1].lower()}{allowed[1:]}.",
    )


def toml_value(value: object) -> str:
    """A value as `config.toml` writes it; tables inline."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")  # TOML's escapes are those of JSON
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items()) + "}"
    return str(value)


def toml_key(key: object) -> str:
    """A key as TOML writes it: bare where it may be."""
    return str(key) if re.fullmatch(r"[A-Za-z0-9_-]+", str(key)) else toml_value(str(key))
