"""Finds the plugins that are installed, ours and strangers', and loads those that the settings turn on.

Called by wiring. Loading is guarded one by one; what is not used, and why, is complained of.
"""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol

from remora.memory import Memory
from remora.services import Services
from remora.settings import Settings, toml_key

GROUP = "remora.plugins"  # the entry-point group of everybody's plugins, ours included
DISTRIBUTION = "remora"
ALWAYS_ON = frozenset({"scan"})  # no profile turns the inspection off
LOAD_SECONDS = 2.0  # a stranger's import that takes longer would hold up the host's start


class Complain(Protocol):
    """Who is told of a plugin that is not used; `error` is what it raised."""

    def __call__(self, what: str, error: BaseException | None = None) -> None: ...


@dataclass(frozen=True, slots=True)
class Installed:
    """A plugin that is installed: its name is distribution:name, or for ours in settings the name alone."""

    name: str
    entry: EntryPoint
    ours: bool

    @property
    def short(self) -> str:
        return self.entry.name if self.ours else self.name

    def wanted(self, settings: Settings) -> bool:
        if self.ours:
            return self.entry.name in ALWAYS_ON or self.entry.name not in settings.disabled
        return self.name in map(_full, settings.plugins)


def installed() -> dict[str, Installed]:
    """What is installed, each name once."""
    found: dict[str, Installed] = {}
    for entry in entry_points(group=GROUP):
        distribution = _normalised(entry.dist.name) if entry.dist else ""
        ours = distribution == DISTRIBUTION and entry.value.startswith("remora.plugins.")
        name = f"{distribution}:{entry.name}"
        found.setdefault(name, Installed(name, entry, ours))
    return found


def unknown(found: Mapping[str, Installed], settings: Settings) -> Iterator[str]:
    """What the settings say of plugins that nobody has installed: a slip there would go unnoticed."""
    ours = sorted(each.entry.name for each in found.values() if each.ours)
    for name in settings.plugins:
        if _full(name) not in found:
            yield f"plugins names {name!r}, which is not installed here"
    for name in settings.disabled:
        if name not in ours:
            yield f"disabled names {name!r}; our own plugins are {', '.join(ours)}"
    for name in settings.plugin:
        if name not in ours and _full(name) not in found:
            yield f"[plugin.{toml_key(name)}] is for a plugin that is not installed here"


def plugins(
    found: Mapping[str, Installed], memory: Memory, settings: Settings, complain: Complain
) -> Iterator[tuple[str, object, bool]]:
    """Each plugin that loads and is on, as (distribution:name, plugin, ours)."""
    tables = {_full(name) if ":" in name else name: table for name, table in settings.plugin.items()}
    for each in found.values():
        if not each.wanted(settings):
            continue
        services = Services(memory=memory, settings=tables.get(each.short, {}))
        plugin = _load(each.entry, services) if each.ours else _load_stranger(each, services, complain)
        if plugin is not None:
            yield each.name, plugin, each.ours


def _load(entry: EntryPoint, services: Services) -> object | None:
    value: object = entry.load()
    return value(services) if callable(value) else value


def _load_stranger(found: Installed, services: Services, complain: Complain) -> object | None:
    """As `_load`, on a thread of its own: an import that raises, exits or sleeps costs only that plugin."""
    loaded: list[object] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            loaded.append(_load(found.entry, services))
        except BaseException as error:  # noqa: BLE001 - the guard around foreign code: SystemExit at import is real
            failed.append(error)

    thread = threading.Thread(target=run, name=f"remora-load-{found.entry.name}", daemon=True)
    thread.start()
    thread.join(LOAD_SECONDS)
    if failed:
        complain(f"plugin {found.name} is not used: loading it raised {type(failed[0]).__name__}", failed[0])
    elif not loaded:
        complain(f"plugin {found.name} is not used: loading it takes longer than {LOAD_SECONDS:g} s, at every start")
    elif loaded[0] is None:
        complain(f"plugin {found.name} is not used: its factory gave no plugin")
    return loaded[0] if loaded else None


def _full(name: str) -> str:
    """The name of a plugin as it is compared: the settings may write the distribution as its author does."""
    distribution, _, entry = name.partition(":")
    return f"{_normalised(distribution)}:{entry}"


def _normalised(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
