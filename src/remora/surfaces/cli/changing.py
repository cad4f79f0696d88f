"""Shows what an installer would change, asks, and changes it: what the commands for hosts have in common.

At a terminal the person is asked; elsewhere only --yes changes anything.
"""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.hosts.changes import Change, Plan
from remora.surfaces.cli.output import Screen
from remora.surfaces.cli.writing import write

YesOption = Annotated[bool, typer.Option("--yes", help="Change the files without asking.")]


NEEDLESS = "Nothing needs to be changed."


def carry_out(
    screen: Screen, plan: Plan, *, yes: bool, done: str, about: Mapping[str, Any], dry: bool = False,
    needless: str = NEEDLESS, then: Callable[[bool], Mapping[str, Any]] = lambda changed: {},
) -> bool:  # fmt: skip
    """Show the difference, then make it if that is wanted; whether it was. `about` goes into the JSON document.

    `then` does the rest, told whether the files are now as they should be, and adds to the document. `needless` is said
    where no file of the host's is to be changed.
    """
    diff = "\n".join(line for change in plan.changes for line in change.diff())
    if not screen.json:
        for line in diff.splitlines():
            screen.print(line, style="green" if line.startswith("+") else "red" if line.startswith("-") else "")
    for remark in plan.told:
        screen.say(remark)
    changed = bool(plan.changes) and not dry and (yes or _agreed(screen))
    if changed or (not plan.changes and not dry):
        for change in (*plan.changes, plan.record):  # of files that are as they should be our record may be lost
            _write(change)
    more = then(not dry and (changed or not plan.changes))
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


def _write(change: Change) -> None:
    if change.after is None:
        Path(os.path.realpath(change.file)).unlink(missing_ok=True)  # a link stays, as it does when it is written
        if change.within is not None:
            _clear(change.file.parent, change.within)
    elif change.after != change.before:
        text = change.after
        change.file.parent.mkdir(parents=True, exist_ok=True)
        write(change.file, lambda out: out.write(text))


def _clear(folder: Path, within: Path) -> None:
    """Take away what a file left empty. Python leaves its bytecode beside a file that it has read."""
    cache = folder / "__pycache__"
    for file in cache.glob("__init__.*.pyc"):
        file.unlink()
    for each in (cache, folder, *folder.parents):
        if each.is_symlink() or (each.is_dir() and any(each.iterdir())):
            return
        if each.is_dir():
            each.rmdir()
        if each == within:
            return
