"""The command `remora bench capture`: what capture makes of a recorded stream of tool calls, however often it runs."""

import dataclasses

import typer

from remora.bench import capturing as running
from remora.bench import commands as files
from remora.bench.capturing import Result
from remora.surfaces.cli.bench import CommandsOption
from remora.surfaces.cli.call import call_of
from remora.surfaces.cli.output import Screen, table
from remora.surfaces.cli.progress import steps

ROWS = (("first", "what was said"), ("again", "the same once more"), ("empty", "nothing said"))


def capture(
    context: typer.Context,
    commands: CommandsOption,
) -> None:
    """Replay recorded tool calls and count what was captured.

    A scripted model answers. It counts boundaries, questions to the model, and facts that were stored.
    """
    call = call_of(context)
    rows = files.recorded(commands)
    with steps() as told:
        result = running.run(rows, told)
    call.screen.show(dataclasses.asdict(result), lambda screen: _people(screen, result))


def _people(screen: Screen, result: Result) -> None:
    made = table("", "boundaries", "questions", "facts", wide="")
    for name, said in ROWS:
        counts = getattr(result, name)
        made.add_row(said, str(counts.boundaries), str(counts.questions), str(counts.facts))
    screen.print(f"{result.sessions} sessions")
    screen.print(made)
