"""The command `remora model use`: gives the store another model. Says what it costs, and asks at a terminal."""

import dataclasses
import sys
from typing import Annotated

import typer

from remora.errors import UsageError
from remora.learn import masked
from remora.notes import counted
from remora.surfaces.cli.call import Call, Opened, call_of
from remora.surfaces.cli.output import Screen
from remora.surfaces.cli.progress import steps
from remora.upkeep import models
from remora.upkeep.stats import sized
from remora.upkeep.switching import Cost, Switched, load

MINUTE = 60


def use(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="minilm, multilingual, endpoint, local, fastembed, or a model's name."),
    ] = None,
    now: Annotated[bool, typer.Option("--now", help="Do it without asking.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what it costs, and change nothing.")] = False,
    give_up: Annotated[bool, typer.Option("--give-up", help="Undo a switch that is not finished.")] = False,
) -> None:
    """Switch the store to another embedding model.

    It says first what that costs, then embeds every note anew. Searches use the old model until all are done. If it is
    interrupted, run the same command again: it goes on where it stopped.
    """
    call = call_of(context)
    if give_up == (name is not None):
        raise UsageError(
            "Nothing was switched: give either a model's name or --give-up.", "For example: remora model use minilm"
        )
    with call.open() as here:
        if name is None:
            _give_up(call, here)
            return
        new, host = models.model_named(here.settings, name, masked)
        stored = here.memory.stats().identity
        if host is None:
            load(new)
        if stored == new.identity.name:
            call.screen.show({"old": stored, "new": stored, "switched": False}, lambda screen: None)
            call.screen.say(f"The notes have vectors of {stored} already; `remora model embed` makes those that wait.")
            return
        price = here.memory.vectors.cost(new, host)
        for line in _price(price):
            call.screen.say(line)
        if dry_run or not (now or _asked(call)):
            call.screen.show({"cost": dataclasses.asdict(price), "switched": False}, lambda screen: None)
            return
        with steps() as tell:
            done = here.memory.vectors.switch(new, tell)
    document = {"cost": dataclasses.asdict(price), "switched": True, **dataclasses.asdict(done)}
    call.screen.show(document, lambda screen: _people(screen, done))


def _give_up(call: Call, here: Opened) -> None:
    with steps() as tell:
        begun = here.memory.vectors.give_up(tell)
    stored = here.memory.stats().identity
    said = f"taken back; the notes have vectors of {stored or 'no model'}" if begun else "no switch had begun"
    call.screen.show({"given_up": begun, "identity": stored}, lambda screen: screen.print(said))


def _price(price: Cost) -> list[str]:
    """What a switch costs, in a line or two."""
    done = price.notes - price.waiting
    begun = f", {done} of them done already" if done else ""
    takes = []
    if price.seconds is not None:
        takes.append(f"about {_lasting(price.seconds)} on this machine")
    if price.bytes is not None:
        takes.append(f"{sized(price.bytes)} more on the disk until the old vectors are gone")
    costs = f"; {', '.join(takes)}" if takes else ""
    lines = [f"{counted(price.notes, 'note')}{begun}: from {price.old or 'words'} to {price.new}{costs}."]
    if price.host is not None:
        lines.append(f"Their texts are sent to {price.host}: about {price.tokens:,} tokens.")
    return lines


def _lasting(seconds: float) -> str:
    return f"{max(1, round(seconds))} s" if seconds < 2 * MINUTE else f"{round(seconds / MINUTE)} minutes"


def _asked(call: Call) -> bool:
    """Ask the person; where none is at the terminal that is what `--now` is for."""
    if call.screen.json or not sys.stdin.isatty():
        call.screen.say("Nothing was switched: `--now` does it without asking.")
        return False
    return typer.confirm("Switch?", default=False, err=True)


def _people(screen: Screen, done: Switched) -> None:
    without = f", {done.without} found by words alone" if done.without else ""
    screen.print(f"switched to {done.new}: {counted(done.embedded, 'note')} embedded{without}")
