"""The commands that change single notes: add, list, forget, undo, purge."""

from typing import Annotated

import typer

from remora.surfaces.cli import views
from remora.surfaces.cli.call import call_of, scope_of

TextArgument = Annotated[str, typer.Argument(metavar="TEXT", help="What is to be remembered, one fact.")]
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The note's id, or its first four or more characters.")]
IdsArgument = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, or beginnings of ids.")]
GlobalOption = Annotated[bool, typer.Option("--global", help="For all projects, not only this one.")]
SessionOption = Annotated[str | None, typer.Option("--session", metavar="ID", help="The session it came from.")]
# One long line a limit: a list longer than a screen is meant for a pipe, which says how much it wants.
LimitOption = Annotated[int, typer.Option("--limit", min=1, max=100_000, metavar="N", help="At most so many.")]


def add(
    context: typer.Context,
    text: TextArgument,
    everywhere: GlobalOption = False,
    importance: Annotated[
        float | None, typer.Option("--importance", metavar="0..1", help="0.5 is neutral; unrated if left out.")
    ] = None,
    session: SessionOption = None,
) -> None:
    """Remember a text, for this project or with --global for all. Secrets in it are masked."""
    call = call_of(context)
    with call.open() as here:
        learned = here.memory.add(
            text, project=here.project, scope=scope_of(everywhere), importance=importance, session_id=session
        )
        seen = here.one(learned.note)
        call.screen.show(
            {"note": views.document(seen)},
            lambda screen: views.line(screen, "known already" if learned.known else "remembered", seen),
        )
    if learned.masked:
        call.screen.say(f"{learned.masked} secret(s) were masked: memory keeps no passwords or keys.")
    if learned.suspicious:
        call.screen.say(f"The scan takes this for {learned.suspicious}; it is stored, but no model will be shown it.")
    if learned.note.scope == "global" and not everywhere and not learned.known:
        call.screen.say("This folder is in no project, so the note is global.")


def show(
    context: typer.Context,
    everywhere: GlobalOption = False,
    everything: Annotated[bool, typer.Option("--all", help="Of all projects.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Forgotten notes, which undo brings back.")] = False,
    limit: LimitOption = 50,
) -> None:
    """The newest notes: of this project and the global ones."""
    call = call_of(context)
    with call.open() as here:
        found = here.memory.listing(
            project=here.project,
            scope="global" if everywhere else None,
            everywhere=everything,
            archived=archived,
            limit=limit,
        )
        seen = here.seen(found)
        call.screen.show({"notes": views.documents(seen)}, lambda screen: views.notes_table(screen, seen))
    if not seen:
        call.screen.say("No notes here yet." if not archived else "Nothing was forgotten here.")


def forget(context: typer.Context, note_id: IdArgument) -> None:
    """Take a note out of recall. `undo` brings it back."""
    call = call_of(context)
    with call.open() as here:
        seen = here.one(here.memory.forget(note_id))
        call.screen.show({"note": views.document(seen)}, lambda screen: views.line(screen, "forgotten", seen))


def undo(context: typer.Context, note_id: IdArgument) -> None:
    """Bring a forgotten note back."""
    call = call_of(context)
    with call.open() as here:
        seen = here.one(here.memory.undo(note_id))
        call.screen.show({"note": views.document(seen)}, lambda screen: views.line(screen, "back again", seen))
