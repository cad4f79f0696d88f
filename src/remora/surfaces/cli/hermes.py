"""The commands `remora hermes …`: setup, status, remove, install-provider. --profile names a profile of Hermes.

What would change is shown first; at a terminal the person is asked, elsewhere only --yes changes anything.
"""

import dataclasses
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.errors import EnvironmentTrouble
from remora.home import resolve_home
from remora.hosts.hermes import installation, setup
from remora.hosts.hermes.installation import Installation
from remora.hosts.hermes.places import Place, place
from remora.hosts.hermes.setup import Change, Plan
from remora.hosts.hermes.state import State, state
from remora.surfaces.cli.call import Call, call_of
from remora.surfaces.cli.output import Screen, table
from remora.surfaces.cli.writing import write

YesOption = Annotated[bool, typer.Option("--yes", help="Change the files without asking.")]
OPENED = "It counts from Hermes's next start; `remora hermes remove` takes it back."
HermesOption = Annotated[
    Path | None, typer.Option("--hermes", metavar="PATH", help="Hermes's command or its Python, where it is not found.")
]


def enable(context: typer.Context, yes: YesOption = False, hermes: HermesOption = None) -> None:
    """Enable Remora as a plugin in the active profile of Hermes, or in the one that --profile names."""
    call = call_of(context)
    where, found = place(call.options.profile), _with_remora(hermes)
    _carry_out(call, where, found, setup.enable(where, resolve_home(call.options.home)), yes=yes)


def install_provider(
    context: typer.Context,
    yes: YesOption = False,
    hermes: HermesOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="Take the slot from the provider that has it.")] = False,
) -> None:
    """Put Remora into Hermes's one slot for memory providers. As a plugin it works beside any of them."""
    call = call_of(context)
    where, found = place(call.options.profile), _with_remora(hermes)
    plan = setup.install_provider(where, resolve_home(call.options.home), replace=replace)
    _carry_out(call, where, found, plan, yes=yes)


def remove(context: typer.Context, yes: YesOption = False, hermes: HermesOption = None) -> None:
    """Take Remora out of a profile of Hermes again, its files as they were. Notes stay."""
    call = call_of(context)
    where = place(call.options.profile)
    plan = setup.remove(where, resolve_home(call.options.home))
    _carry_out(call, where, _found(hermes), plan, yes=yes, done="Hermes starts without Remora; the notes stay.")


def status(context: typer.Context, hermes: HermesOption = None) -> int:
    """Which Hermes there is, which doors are open in its profile, and what keeps them from working."""
    call = call_of(context)
    found = _found(hermes)
    told = state(place(call.options.profile), resolve_home(call.options.home), found)
    document = {"environment": _document(found), **dataclasses.asdict(told)}
    call.screen.show(document, lambda screen: _tell_state(screen, found, told))
    return EnvironmentTrouble.exit_code if told.problems else 0


def _found(named: Path | None) -> Installation | None:
    """Hermes, or None; a person who named one wants to know that it is none."""
    try:
        return installation.find(named)
    except EnvironmentTrouble:
        if named is not None:
            raise
        return None


def _with_remora(named: Path | None) -> Installation:
    """Hermes with Remora in its environment. Raises EnvironmentTrouble: without, enabling would do nothing."""
    found = installation.find(named)
    if found.remora is None:
        raise EnvironmentTrouble(
            f"Nothing was changed: Remora is not installed where Hermes runs ({found.kind}, {found.python}).",
            f"Install it there: {found.command}",
        )
    return found


def _carry_out(
    call: Call, where: Place, found: Installation | None, plan: Plan, *, yes: bool, done: str = OPENED
) -> None:
    """Show what would change, then change it if that is wanted."""
    screen = call.screen
    diff = "\n".join(line for change in plan.changes for line in change.diff())
    if not screen.json:
        _tell(screen, where, found, diff)
    changed = bool(plan.changes) and (yes or _agreed(screen))
    if changed:
        for change in (*plan.changes, plan.record):
            _write(change)
    document = {
        "profile": where.profile, "folder": str(where.folder), "environment": _document(found), "diff": diff,
        "changed": changed,
    }  # fmt: skip
    screen.show(document, lambda screen: None)
    if not plan.changes:
        screen.say("Nothing needs to be changed.")
    elif changed:
        screen.say(f"Done. {done}")
    else:
        screen.say("Nothing was changed; --yes changes it.")


def _agreed(screen: Screen) -> bool:
    """What the person says, where there is one to be asked."""
    if screen.json or not (screen.terminal and sys.stdin is not None and sys.stdin.isatty()):
        return False
    return typer.confirm("Change this?", default=True, err=True)


def _write(change: Change) -> None:
    if change.after is None:
        change.file.unlink(missing_ok=True)
        if change.file.name == "__init__.py":
            _clear(change.file.parent)
    elif change.after != change.before:
        text = change.after
        change.file.parent.mkdir(parents=True, exist_ok=True)
        write(change.file, lambda out: out.write(text))


def _clear(folder: Path) -> None:
    """Take the provider's folder away: Python leaves its bytecode beside a file that it has read."""
    cache = folder / "__pycache__"
    for file in cache.glob("__init__.*.pyc"):
        file.unlink()
    for each in (cache, folder):
        if each.is_dir() and not any(each.iterdir()):
            each.rmdir()


def _document(found: Installation | None) -> dict[str, Any] | None:
    return {**dataclasses.asdict(found), "python": str(found.python)} if found else None


def _tell(screen: Screen, where: Place, found: Installation | None, diff: str) -> None:
    if found:
        screen.print(f"Hermes {found.hermes} ({found.kind}): {found.python}")
    screen.print(f"profile {where.profile}: {where.folder}")
    for line in diff.splitlines():
        screen.print(line, style="green" if line.startswith("+") else "red" if line.startswith("-") else "")


def _tell_state(screen: Screen, found: Installation | None, told: State) -> None:
    made = table("", "", wide="")
    made.show_header = False
    made.add_row("Hermes", f"{found.hermes} ({found.kind}): {found.python}" if found else "not found")
    made.add_row("Remora there", (found.remora if found else None) or "-")
    made.add_row("profile", f"{told.profile}: {told.folder}")
    made.add_row("plugin", "enabled" if told.plugin else "-")
    made.add_row("memory provider", told.provider or "-")
    for name, value in told.settings.items():
        made.add_row(f"  {name}", str(value))
    made.add_row("enabled in", ", ".join(name for name, on in told.profiles.items() if on) or "no profile")
    screen.print(made)
    for problem in told.problems:
        screen.say(f"problem: {problem}")
