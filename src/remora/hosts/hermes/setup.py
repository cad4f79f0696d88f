"""What `remora hermes setup|remove|install-provider` would change: files before and after, nothing written here.

Everything that a person would otherwise edit by hand, in one profile of Hermes. Reads its files, decides no policy.
"""

from collections.abc import Callable
from pathlib import Path

from remora.errors import EnvironmentTrouble, UsageError
from remora.hosts import records
from remora.hosts.changes import Change, Plan, read
from remora.hosts.hermes import yamltext
from remora.hosts.hermes.places import Place
from remora.hosts.splices import Splice, applied

PLUGIN = "remora"
HOST = "hermes"  # what our records of its files are called
SHIM = '''\
"""Remora in Hermes's slot for memory, a MemoryProvider.

Written by `remora hermes install-provider`, taken away by `remora hermes remove`.
"""

try:
    from remora.hosts.hermes.provider import register
except ImportError:  # Remora is not installed here any more: Hermes goes on with its own memory

    def register(ctx):
        pass
'''


def enable(place: Place, home: Path) -> Plan:
    """Enable the plugin in a profile. Raises UsageError where its configuration cannot be edited."""
    return _plan(place, home, [_enabling, _not_disabling])


def install_provider(place: Place, home: Path, *, replace: bool) -> Plan:
    """Fill the profile's slot for memory. Raises UsageError where another provider has it, unless `replace`."""
    text = read(place.config)
    taken = yamltext.parsed(text or "").get("memory") or {}
    provider = taken.get("provider") if isinstance(taken, dict) else None
    if provider not in (None, "", PLUGIN) and not replace:
        raise UsageError(
            f"Nothing was changed: the memory provider of this profile is {provider}, and Hermes has one slot.",
            "Remora works beside it as a plugin: `remora hermes setup`. --replace takes the slot until `remove`.",
        )
    shim = shim_of(place)
    before = read(shim)
    if before not in (None, SHIM):
        raise UsageError(f"Nothing was changed: {shim} is somebody else's.", "Move it away.")
    plan = _plan(place, home, [lambda said: yamltext.with_value(said, "memory", "provider", PLUGIN)])
    shims = () if before == SHIM else (Change(shim, None, SHIM),)
    return Plan((*plan.changes, *shims), plan.record)


def remove(place: Place, home: Path) -> Plan:
    """Take back what the others did in a profile: to the byte where nobody changed the file since."""
    known = records.load(records.path(home, HOST))
    rows = known.pop(str(place.config), ())
    text = read(place.config)
    changes = [] if text is None else [Change(place.config, text, _taken_back(text, rows))]
    shim = shim_of(place)
    if read(shim) == SHIM:
        changes.append(Change(shim, SHIM, None, within=shim.parent))
    record = records.path(home, HOST)
    after = records.dump(known) if known else None
    return Plan(tuple(one for one in changes if one.before != one.after), Change(record, read(record), after))


def shim_of(place: Place) -> Path:
    """Where Hermes looks for a provider of our name."""
    return place.folder / "plugins" / PLUGIN / "__init__.py"


def _taken_back(text: str, rows: tuple[records.Record, ...]) -> str | None:
    before = records.undone(text, rows) if rows else None
    if before is not None:
        return before if rows[0].before else None
    text = records.lifted(text, rows)
    text = applied(text, yamltext.without_item(text, "plugins", "enabled", PLUGIN))
    memory = yamltext.parsed(text).get("memory")
    if isinstance(memory, dict) and memory.get("provider") == PLUGIN:
        text = applied(text, yamltext.with_value(text, "memory", "provider", ""))
    return text


def _enabling(text: str) -> tuple[Splice, ...]:
    return yamltext.with_item(text, "plugins", "enabled", PLUGIN)


def _not_disabling(text: str) -> tuple[Splice, ...]:
    return yamltext.without_item(text, "plugins", "disabled", PLUGIN)


def _plan(place: Place, home: Path, steps: list[Callable[[str], tuple[Splice, ...]]]) -> Plan:
    """The configuration after the steps, each recorded by itself: a later one counts characters in the text of the
    one before."""
    if not place.folder.is_dir():
        raise EnvironmentTrouble(
            f"Nothing was changed: Hermes has no folder {place.folder}.", "Start Hermes once, or set HERMES_HOME."
        )
    before = text = read(place.config)
    known, record = records.load(records.path(home, HOST)), records.path(home, HOST)
    rows = list(known.get(str(place.config), ()))
    for step in steps:
        splices = step(text or "")
        if splices:
            after = applied(text or "", splices)
            rows.append(records.Record(records.fingerprint(text), records.fingerprint(after), splices))
            text = after
    known[str(place.config)] = tuple(rows)
    changes = () if text == before else (Change(place.config, before, text),)
    kept = read(record)
    return Plan(changes, Change(record, kept, records.dump(known) if changes else kept))
