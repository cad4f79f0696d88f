"""The commands `remora bench …`: measure recall on one's own notes and questions."""

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.bench import run as running
from remora.bench.commands import FIELDS
from remora.bench.retrieval import Score, SetResult
from remora.surfaces.cli.call import call_of
from remora.surfaces.cli.output import Screen, table
from remora.surfaces.cli.progress import steps

COLUMNS = ("r1", "r3", "r5", "r10", "mrr")
CommandsOption = Annotated[Path, typer.Option("--commands", metavar="FILE", help=f"JSON lines: {FIELDS}.")]


def retrieval(
    context: typer.Context,
    notes: Annotated[Path, typer.Option("--notes", metavar="FILE", help="JSON lines: set, project, id, text.")],
    queries: Annotated[Path, typer.Option("--queries", metavar="FILE", help="JSON lines: set, project, text, gold.")],
    form: Annotated[str | None, typer.Option("--form", metavar="NAME", help="Only notes of this form.")] = None,
    preset: Annotated[str, typer.Option("--preset", metavar="NAME", help="The ranking that is measured.")] = "hybrid",
    unrelated: Annotated[
        list[Path] | None,
        typer.Option("--unrelated", metavar="FILE", help="Queries asked of every project but their own."),
    ] = None,
    embedder: Annotated[str | None, typer.Option("--embedder", metavar="NAME", help="As in the settings.")] = None,
    model_dir: Annotated[
        Path | None, typer.Option("--model-dir", metavar="DIR", help="A folder that holds the model.")
    ] = None,
) -> None:
    """Measure how well recall finds notes, and when it speaks.

    It counts how often recall speaks when it should, and how often when it should not.
    """
    call = call_of(context)
    plan = running.Plan(
        notes=notes, queries=queries, form=form, preset=preset, unrelated=unrelated or (),
        embedder=embedder or ("fastembed" if model_dir else None), model=str(model_dir) if model_dir else None,
    )  # fmt: skip
    with steps() as progress:
        result = running.run(plan, progress)
    document = {"sets": [_document(one) for one in result.sets], "identity": result.identity, "preset": result.preset}
    call.screen.show(document, lambda screen: _tables(screen, result))


def _document(result: SetResult) -> dict[str, Any]:
    made = dataclasses.asdict(result)
    made["methods"] = {
        name: {column: getattr(score, column) for column in COLUMNS} for name, score in result.methods.items()
    }
    return made


def _tables(screen: Screen, result: running.Result) -> None:
    screen.print(f"preset {result.preset}, vectors of {result.identity or 'no model'}")
    for one in result.sets:
        screen.print(f"{one.name}{f' ({one.form})' if one.form else ''}: {one.notes} notes, {one.queries} queries")
        made = table("", "recall@1", "@3", "@5", "@10", "MRR", wide="")
        for name, score in one.methods.items():
            made.add_row(result.preset if name == "preset" else name, *_cells(score))
        screen.print(made)
        unrelated = "-" if one.unrelated_injects is None else f"{one.unrelated_injects:.1%}"
        screen.print(
            f"queries that inject {one.injects:.1%}, a right note {one.injects_right:.1%}, unrelated {unrelated};"
            f" {one.ms_per_query:.1f} ms a query"
        )


def _cells(score: Score) -> list[str]:
    return [f"{getattr(score, column):.3f} ±{width:.3f}" for column, width in zip(COLUMNS, score.widths, strict=True)]
