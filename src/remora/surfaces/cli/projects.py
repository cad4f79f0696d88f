"""The commands `remora project …`: list, link, move, merge. A project is told by its git directory or its folder."""

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.errors import UsageError
from remora.notes import counted
from remora.projects import ProjectLine
from remora.surfaces.cli.call import Opened, call_of
from remora.surfaces.cli.output import Screen, table

KeyArgument = Annotated[
    str, typer.Argument(metavar="PROJECT", help="A project's folder, or its key as `remora project list` shows.")
]


def show(context: typer.Context) -> None:
    """List all projects that have notes or a name."""
    call = call_of(context)
    with call.open() as here:
        lines = here.memory.projects.listing()
        document = {"projects": [_document(line) for line in lines], "here": here.project}
        call.screen.show(document, lambda screen: _table(screen, lines, here.project))
    if not lines:
        call.screen.say("No project has notes yet.")


def link(
    context: typer.Context,
    to: Annotated[
        str | None, typer.Argument(metavar="PROJECT", help="Whose memory this project uses: a folder or a key.")
    ] = None,
    own: Annotated[bool, typer.Option("--own", help="Use its own memory again.")] = False,
) -> None:
    """Let this project use another project's memory.

    With --own it uses its own again.
    """
    call = call_of(context)
    if own == bool(to):
        raise UsageError(
            "Nothing was linked: give either a project or --own.", "`remora project list` shows the projects."
        )
    with call.open() as here:
        if here.project is None:
            raise UsageError("Nothing was linked: this folder is in no project.", "Name one with --project DIR.")
        line = here.memory.projects.link(here.project, to and _key(here, to))
        call.screen.show({"project": _document(line)}, lambda screen: _table(screen, (line,), here.project))


def move(
    context: typer.Context,
    key: KeyArgument,
    to: Annotated[Path, typer.Argument(metavar="DIR", help="Where the project's folder is now.")],
) -> None:
    """Tell where a project's folder is now; its notes follow."""
    call = call_of(context)
    with call.open() as here:
        line = here.memory.projects.move(_key(here, key), to.expanduser())
        call.screen.show({"project": _document(line)}, lambda screen: _table(screen, (line,), here.project))


def merge(
    context: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="FROM", help="The project that gives its notes away: a folder or a key.")
    ],
    target: Annotated[str, typer.Argument(metavar="INTO", help="The project that gets them: a folder or a key.")],
) -> None:
    """Give all notes of one project to another."""
    call = call_of(context)
    with call.open() as here:
        source, target = _key(here, source), _key(here, target)
        moved = here.memory.projects.merge(source, target)
        call.screen.show(
            {"moved": moved, "from": source, "into": target},
            lambda screen: screen.print(
                f"{counted(moved, 'note')} of {source} now {'belongs' if moved == 1 else 'belong'} to {target}"
            ),
        )


def _key(here: Opened, named: str) -> str:
    """The key of a project that a person names by it or by its folder, as with --project."""
    folder = Path(named).expanduser()
    return (here.memory.projects.at(folder, named=True) if folder.is_dir() else None) or named


def _document(line: ProjectLine) -> dict[str, Any]:
    return {**dataclasses.asdict(line), "gone": line.gone}


def _table(screen: Screen, lines: tuple[ProjectLine, ...], here: str | None) -> None:
    if not lines:
        return
    made = table("", "project", "notes", "forgotten", "memory of", "folder", wide="folder")
    for line in lines:
        folder = f"{line.root or '-'}{' (gone)' if line.gone else ''}"
        mark = "*" if line.key == here else ""
        made.add_row(mark, line.key, str(line.notes), str(line.archived), line.linked_to or "its own", folder)
    screen.print(made)
