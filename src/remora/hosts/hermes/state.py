"""How a profile of Hermes stands to Remora: which doors are open, and what keeps them from working. Reads only."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from remora.errors import RemoraError
from remora.hosts.changes import read
from remora.hosts.hermes import host, setup, yamltext
from remora.hosts.hermes.installation import Installation
from remora.hosts.hermes.places import Place, places
from remora.wiring import settings_of

Door = Literal["none", "plugin", "provider", "both"]


@dataclass(frozen=True, slots=True)
class State:
    """`problems` say what does not work and what to do; empty where nothing is open or all is well."""

    profile: str
    folder: str
    plugin: bool
    provider: str
    """Who has Hermes's slot for memory, "" for nobody."""
    door: Door
    settings: dict[str, Any]
    """What this profile of Hermes says of ours."""
    profiles: dict[str, bool]
    """Every profile of Hermes, and whether the plugin is enabled in it."""
    problems: tuple[str, ...]


def state(place: Place, home: Path, installed: Installation | None) -> State:
    """The state of a profile. Raises UsageError where its configuration cannot be read."""
    config = _config(place)
    plugin, provider = _enabled(config), str(host.part(config, "memory").get("provider") or "")
    settings = dict(host.part(config, "plugins", "entries", host.PLUGIN, "settings"))
    slot = provider == host.PLUGIN
    door: Door = "both" if plugin and slot else "plugin" if plugin else "provider" if slot else "none"
    problems: list[str] = []
    if door != "none":
        problems += _missing(installed)
        problems += _wrong(home, place.profile, settings)
    if slot and not setup.shim_of(place).is_file():
        problems.append("the provider is chosen, but its folder is missing: remora hermes install-provider")
    others = {one.profile: _enabled(_config(one)) for one in places()}
    return State(place.profile, str(place.folder), plugin, provider, door, settings, others, tuple(problems))


def _missing(installed: Installation | None) -> Iterator[str]:
    if installed is None:
        yield "Hermes was not found"
    elif installed.remora is None:
        yield f"Remora is not installed where Hermes runs: {installed.command}"


def _wrong(home: Path, profile: str, settings: dict[str, Any]) -> Iterator[str]:
    try:
        settings_of(home=home, profile=profile, explicit=settings)
    except RemoraError as trouble:
        yield f"{trouble.message} {trouble.hint}".strip()


def _config(place: Place) -> dict[str, Any]:
    return yamltext.parsed(read(place.config) or "")


def _enabled(config: dict[str, Any]) -> bool:
    plugins = host.part(config, "plugins")
    on, off = plugins.get("enabled"), plugins.get("disabled")
    return host.PLUGIN in (on if isinstance(on, list) else ()) and host.PLUGIN not in (
        off if isinstance(off, list) else ()
    )
