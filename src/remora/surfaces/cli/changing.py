"""Shows what an installer would change, asks, and changes it: what the commands for hosts have in common.

At a terminal the person is asked; elsewhere only --yes changes anything.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from remora.hosts.changes import Plan
from remora.surfaces.cli import together
from remora.surfaces.cli.output import Screen

YesOption = Annotated[bool, typer.Option("--yes", help="Change the files without asking.")]


NEEDLESS = "Nothing needs to be changed."


def carry_out(
    screen: Screen, plan: Plan, *, yes: bool, done: str, about: Mapping[str, Any], dry: bool = False,
    needless: str = NEEDLESS, first: Callable[[], object] = bool,
    then: Callable[[bool], Mapping[str, Any]] = lambda changed: {},
) -> bool:  # fmt: skip
    """Show the difference, then make it if that is wanted; whether it was. `about` goes into the JSON document.

    `first` does what the host's files rely on, where they are to be as they should be: what it raises leaves them as
    they are. `then` does the rest, told whether they now are, and adds to the document. `needless` is said where no
    file of the host's is to be changed. Raises EnvironmentTrouble where a file cannot be written: then none is.
    """
    diff = "\n".join(line for change in plan.changes for line in change.diff())
    if not screen.json:
        for line in diff.splitlines():
            screen.print(line, style="green" if line.startswith("+") else "red" if line.startswith("-") else "")
    for remark in plan.told:
        screen.say(remark)
    changed = bool(plan.changes) and not dry and (yes or _agreed(screen))
    stands = not dry and (changed or not plan.changes)
    if stands:
        first()
        together.write((*plan.changes, plan.record))  # of files that are as they should be our record may be lost
    more = then(stands)
    screen.show({**about, "diff": diff, "changed": changed, **more}, lambda screen: None)
    if not plan.changes:
        screen.say(needless)
    elif changed:
        screen.say(f"Done. {done}")
    else:
        screen.say("Nothing was changed." if dry else "Nothing was changed; --yes changes it.")
    return changed


def _agreed(screen: Screen) -> bool:
    """What the person says, where there is one to be asked."""
    if screen.json or not (screen.terminal and sys.stdin is not None and sys.stdin.isatty()):
        return False
    return typer.confirm("Change this?", default=True, err=True)
