"""The commands `remora hermes …`: setup, status, remove, install-provider. --profile names a profile of Hermes.

What would change is shown first; at a terminal the person is asked, elsewhere only --yes changes anything.
"""

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.errors import EnvironmentTrouble
from remora.home import resolve_home
from remora.hosts.changes import Plan
from remora.hosts.hermes import installation, setup
from remora.hosts.hermes.installation import Installation
from remora.hosts.hermes.places import Place, place
from remora.hosts.hermes.state import State, state
from remora.surfaces.cli import changing
from remora.surfaces.cli.call import Call, call_of
from remora.surfaces.cli.changing import YesOption
from remora.surfaces.cli.output import Screen, table

OPENED = "It takes effect when Hermes next starts; `remora hermes remove` undoes it."
HermesOption = Annotated[
    Path | None, typer.Option("--hermes", metavar="PATH", help="Hermes's command or its Python, where it is not found.")
]


def enable(context: typer.Context, yes: YesOption = False, hermes: HermesOption = None) -> None:
    """Enable Remora as a plugin of Hermes.

    In the active profile of Hermes, or in the one that --profile names.
    """
    call = call_of(context)
    where, found = place(call.options.profile), _with_remora(hermes)
    _carry_out(call, where, found, setup.enable(where, resolve_home(call.options.home)), yes=yes)


def install_provider(
    context: typer.Context,
    yes: YesOption = False,
    hermes: HermesOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="Take the slot from the provider that has it.")] = False,
) -> None:
    """Make Remora the one memory provider of Hermes.

    You rarely need this: as a plugin Remora works beside whichever provider there is.
    """
    call = call_of(context)
    where, found = place(call.options.profile), _with_remora(hermes)
    plan = setup.install_provider(where, resolve_home(call.options.home), replace=replace)
    _carry_out(call, where, found, plan, yes=yes)


def remove(context: typer.Context, yes: YesOption = False, hermes: HermesOption = None) -> None:
    """Remove Remora from Hermes; your notes stay.

    The files of the profile become what they were.
    """
    call = call_of(context)
    where = place(call.options.profile)
    plan = setup.remove(where, resolve_home(call.options.home))
    _carry_out(call, where, _found(hermes), plan, yes=yes, done="Hermes starts without Remora; the notes stay.")


def status(context: typer.Context, hermes: HermesOption = None) -> int:
    """Show whether Remora works in the Hermes that was found.

    If it does not, this says what is missing.
    """
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
    if not screen.json:
        _tell(screen, where, found)
    about = {"profile": where.profile, "folder": str(where.folder), "environment": _document(found)}
    changing.carry_out(screen, plan, yes=yes, done=done, about=about)


def _document(found: Installation | None) -> dict[str, Any] | None:
    return {**dataclasses.asdict(found), "python": str(found.python)} if found else None


def _tell(screen: Screen, where: Place, found: Installation | None) -> None:
    if found:
        screen.print(f"Hermes {found.hermes} ({found.kind}): {found.python}")
    screen.print(f"profile {where.profile}: {where.folder}")


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
