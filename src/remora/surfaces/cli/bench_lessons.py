"""The command `remora bench lessons`: what failure memory makes of a recorded stream of tool calls."""

from pathlib import Path
from typing import Annotated, Any

import typer

from remora.bench import commands as files
from remora.bench import lessons as running
from remora.bench.lessons import Quality, Result
from remora.surfaces.cli.bench import CommandsOption
from remora.surfaces.cli.call import call_of
from remora.surfaces.cli.output import Screen, table
from remora.surfaces.cli.progress import steps


def lessons(
    context: typer.Context,
    commands: CommandsOption,
    labels: Annotated[
        Path | None,
        typer.Option("--labels", metavar="FILE", help="JSON lines: session, seq (the failure), fixes, partial."),
    ] = None,
) -> None:
    """Replay recorded tool calls and count what was learned.

    It counts failures, lessons by kind, and hints; with --labels also how many of the lessons are right.
    """
    call = call_of(context)
    rows = files.recorded(commands)
    marks = files.labels(labels) if labels else []
    with steps() as told:
        result = running.run(rows, marks, told)
    call.screen.show(_document(result), lambda screen: _people(screen, result))


def _document(result: Result) -> dict[str, Any]:
    return {
        "failures": result.failures,
        "lessons": result.kinds,
        "hints": result.hints,
        "fix": _numbers(result.fix),
        "tried_next": _numbers(result.tried_next),
    }


def _numbers(quality: Quality | None) -> dict[str, Any] | None:
    if quality is None:
        return None
    return {
        "pairs": quality.pairs,
        "clear": quality.clear,
        "partial": quality.partial,
        "noise": quality.noise,
        "precision_clear": quality.precision_clear,
        "precision": quality.precision,
        "coverage": quality.coverage,
    }


def _people(screen: Screen, result: Result) -> None:
    kinds = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in result.kinds.items())
    screen.print(f"{result.failures} failures seen; lessons: {kinds}; {result.hints} hints in later sessions")
    if result.fix is None or result.tried_next is None:
        return
    made = table(
        "", "pairs", "clear", "partial", "noise", "precision (clear)", "precision", "95 %", "coverage", wide=""
    )
    for name, quality in (("fix", result.fix), ("tried next", result.tried_next)):
        made.add_row(name, *_cells(quality))
    screen.print(made)


def _cells(quality: Quality) -> list[str]:
    low_high = quality.interval
    return [
        str(quality.pairs), str(quality.clear), str(quality.partial), str(quality.noise),
        _share(quality.precision_clear), _share(quality.precision),
        "-" if low_high is None else f"{low_high[0]:.2f} to {low_high[1]:.2f}", _share(quality.coverage),
    ]  # fmt: skip


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
