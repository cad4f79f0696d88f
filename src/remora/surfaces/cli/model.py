"""The commands `remora model …`: status, download, embed, calibrate. Only download fetches anything."""

import dataclasses
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from remora.notes import counted
from remora.surfaces.cli.call import call_of
from remora.surfaces.cli.output import Screen, console_on, table
from remora.surfaces.cli.progress import steps
from remora.upkeep import models

LARGE = 1_000_000  # bytes: smaller files are there before anybody asks how far they are
NameArgument = Annotated[
    str | None,
    typer.Argument(metavar="MODEL", help="A model's name in fastembed. Default: the configured one."),
]
ModelArgument = Annotated[
    str | None,
    typer.Argument(metavar="MODEL", help="A kind, a model's name, or a folder. Default: the one in use."),
]


def status(context: typer.Context) -> None:
    """Show which embedding model is used here, and why.

    This loads no model and does not use the network.
    """
    from remora.surfaces.server import ask

    call = call_of(context)
    with call.open() as here:
        found = here.memory.vectors.status(here.settings)
        under_way = here.memory.vectors.under_way()
    switching = None if under_way is None else dict(zip(("to", "done", "of"), under_way, strict=True))
    served = (ask.status(here.settings.home) or {}).get("models") or {}
    document = {**dataclasses.asdict(found), "resident": served.get(here.settings.profile), "switching": switching}

    def people(screen: Screen) -> None:
        made = table("", "", wide="")
        made.show_header = False
        for name, value in document.items():
            if name != "hint":
                made.add_row(name.replace("_", " "), _shown(value))
        screen.print(made)

    call.screen.show(document, people)
    if found.sent_to:
        call.screen.say(f"Notes and questions are sent to {found.sent_to}, as the setting `endpoint` says.")
    if found.hint:
        call.screen.say(found.hint)


def download(
    context: typer.Context,
    name: NameArgument = None,
    again: Annotated[bool, typer.Option("--again", help="Download it even if it is already there.")] = False,
    wait: Annotated[
        float | None, typer.Option("--wait", metavar="SECONDS", help="Give up after this long. Default: an hour.")
    ] = None,
) -> None:
    """Fetch a model into the home. HTTPS_PROXY, SSL_CERT_FILE and HF_ENDPOINT are honoured."""
    call = call_of(context)
    with _progress(call.screen) as progress:
        got = models.fetch_model(call.settings(), name, wait=wait, again=again, progress=progress)
    document = {**dataclasses.asdict(got), "folder": str(got.folder)}
    came = f", from {got.source}" if got.source else ""
    said = "downloaded" if got.fetched else "there already:"
    told = f"{said} {got.model}, {got.size:,} bytes in {got.folder}{came}"
    call.screen.show(document, lambda screen: screen.print(told))


def embed(context: typer.Context) -> None:
    """Embed all notes that have no vector yet.

    Those that the model made no vector of are tried again. If it is interrupted, what is done stays done.
    """
    call = call_of(context)
    with call.open() as here:
        vectors, trouble = here.memory.vectors, here.memory.vectors.wordless()
        whole = vectors.waiting() + vectors.without()
        if trouble is not None:
            raise trouble
        with steps() as tell:

            def told(done: int) -> bool:
                tell("notes embedded", done, whole)
                return False

            made = vectors.embed_waiting(told)
        left, without = vectors.waiting(), vectors.without()
    none = f"; the model makes no vector of {counted(without, 'note')}, found by words alone" if without else ""
    call.screen.show(
        {"embedded": made, "waiting": left, "without": without},
        lambda screen: screen.print(f"{counted(made, 'note')} embedded, {left} waiting{none}"),
    )


def calibrate(context: typer.Context, model: ModelArgument = None) -> None:
    """Measure how a model's similarities are to be read.

    It compares pairs of texts that come with Remora.
    """
    call = call_of(context)
    with call.open() as here:
        found = models.measure_model(here.settings, here.memory.stats().identity, model)

    def people(screen: Screen) -> None:
        screen.print(found.identity)
        made = table("", "", "", wide="")
        made.show_header = False
        made.add_row("lo", _shown(found.lo), "a question and any note")
        made.add_row("hi", _shown(found.hi), "a question and the note that answers it")
        made.add_row("dup", _shown(found.dup), "from here on two notes say the same, if their values agree")
        made.add_row("", _shown(found.changed_above), "of changed facts are as near as that")
        screen.print(made)

    call.screen.show(dataclasses.asdict(found), people)


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return f"to {value['to']}, {value['done']} of {counted(value['of'], 'note')} done"
    return "-" if value is None or value == "" else str(value)


@contextmanager
def _progress(screen: Screen) -> "Iterator[Callable[[models.Progress], None]]":
    """A bar a file at a terminal, elsewhere a line a file and one a tenth of a large one; always on stderr."""
    if not sys.stderr.isatty():
        seen: set[str] = set()
        told: dict[str, int] = {}

        def line(progress: "models.Progress") -> None:
            if progress.file not in seen:
                seen.add(progress.file)
                screen.say(f"fetching {progress.file}")
            tenth = 10 * progress.done // progress.size if progress.size else 0
            if progress.size and progress.size >= LARGE and tenth > told.get(progress.file, 0):
                told[progress.file] = tenth
                screen.say(f"fetching {progress.file}: {progress.done:,} of {progress.size:,} bytes, {10 * tenth} %")

        yield line
        return
    from rich import progress as shapes  # for this command alone

    columns = (
        shapes.TextColumn("{task.description}"),
        shapes.BarColumn(),
        shapes.TaskProgressColumn(),
        shapes.DownloadColumn(),
        shapes.TransferSpeedColumn(),
    )
    with shapes.Progress(*columns, console=console_on(sys.stderr)) as bars:
        tasks: dict[str, shapes.TaskID] = {}

        def bar(progress: "models.Progress") -> None:
            if progress.file not in tasks:
                tasks[progress.file] = bars.add_task(progress.file, total=None)
            bars.update(tasks[progress.file], completed=progress.done, total=progress.size)

        yield bar
