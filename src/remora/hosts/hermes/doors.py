"""Which doors are open in this process, by home of Hermes: where both are, only the plugin's answers.

Used by both doors, so that one memory is opened for a home and nothing is said twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from remora.hosts.hermes import host
from remora.hosts.hermes.events import Events
from remora.hosts.hermes.history import Standing
from remora.hosts.hermes.model import PLUGIN as MODEL
from remora.hosts.hermes.model import CheapModel
from remora.hosts.hermes.sessions import Sessions
from remora.hosts.hermes.tools import Tools
from remora.wiring import Remora, ride


@dataclass(frozen=True, slots=True)
class Rider:
    """The memory of one home of Hermes, and the adapter's parts around it."""

    remora: Remora
    events: Events
    tools: Tools
    sessions: Sessions


_riders: dict[tuple[Path, str], Rider] = {}
_plugins: dict[Path, Rider] = {}


def settings(config: Mapping[str, object]) -> dict[str, object]:
    """Our settings as this profile of Hermes says them: `plugins.entries.remora.settings`."""
    return dict(host.part(config, "plugins", "entries", host.PLUGIN, "settings"))


def rider(home: Path, profile: str, config: Mapping[str, object]) -> Rider | None:
    """The one rider of a home and its settings; None where the memory cannot be had, with the reason in the log."""
    said = settings(config)
    key = home, repr((profile, sorted(said.items(), key=lambda item: item[0])))
    if key not in _riders:
        remora = ride(host=host.NAME, profile=profile, home=None, explicit=said)
        if remora is None:
            return None
        remora.bus.register(CheapModel(), MODEL)
        sessions = Sessions(profile)
        standing = Standing(host.part(config, "memory"), home)
        events = Events(remora.bus, sessions, standing)
        _riders[key] = Rider(remora, events, Tools(remora.bus, sessions), sessions)
    return _riders[key]


def opened_by_plugin(home: Path, by: Rider) -> None:
    """The plugin's door is open: it is the one that answers."""
    _plugins[home] = by


def plugin_of(home: Path) -> Rider | None:
    """The rider whose plugin door is open for this home, if it is."""
    return _plugins.get(home)
