"""The commands that change single notes: add, list, forget, undo, purge."""

from typing import Annotated

import typer

from remora.errors import UsageError
from remora.notes import counted
from remora.surfaces.cli import views
from remora.surfaces.cli.call import Opened, call_of
from remora.surfaces.cli.output import Screen

HINTS = 3  # of folders that are gone: who deletes many projects knows of it, and `project list` marks them all
# A list, for the one word of advice that helps: a shell cuts what is not quoted.
TextArgument = Annotated[list[str], typer.Argument(metavar="TEXT", help="The text to remember: one fact.")]
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The note's id, or its first four or more characters.")]
IdsArgument = Annotated[
    list[str], typer.Argument(metavar="ID...", help="Ids of notes, or their first four or more characters.")
]
GlobalOption = Annotated[bool, typer.Option("--global", help="For all projects, not only this one.")]
SessionOption = Annotated[str | None, typer.Option("--session", metavar="ID", help="The session it came from.")]
# One long line a limit: a list longer than a screen is meant for a pipe, which says how much it wants.
LimitOption = Annotated[int, typer.Option("--limit", min=1, max=100_000, metavar="N", help="Show at most N.")]


def add(
    context: typer.Context,
    texts: TextArgument,
    everywhere: GlobalOption = False,
    importance: Annotated[
        float | None, typer.Option("--importance", metavar="0..1", help="0.5 is neutral; unrated if left out.")
    ] = None,
    session: SessionOption = None,
) -> None:
    """Remember a text, in this project or, with --global, in all.

    Secrets in it are masked.

    With --json: the note, whether it was known already, how many secrets were masked, the class of attack that the
    scan takes it for, if any, and a note that says the same in other words, if there is one.
    """
    call = call_of(context)
    if len(texts) > 1:
        raise UsageError(f"Nothing was stored: {len(texts)} texts were given.", 'Put the text in quotes: "…".')
    with call.open() as here:
        learned = here.memory.add(
            texts[0], project=here.project, scope=here.scope(everywhere), importance=importance, session_id=session
        )
        finding = here.memory.judging.scan(learned.note.text)
        if learned.masked:
            call.screen.say(
                f"{counted(learned.masked, 'secret')} masked. What is not recognised stays: check the text."
            )
        if finding.blocked:
            call.screen.say(f"No model will ever be shown this note: the scan takes it for {finding.summary}.")
        if learned.note.scope == "global" and not everywhere and not learned.known:
            call.screen.say("This folder is in no project, so the note is for all projects.")
        seen = here.one(learned.note)
        similar = here.one(learned.similar) if learned.similar else None
        if similar is not None:
            short = views.short(similar.note.id)
            begins = views.beginning(similar.text)
            call.screen.say(f'{short} says the same: "{begins}". Both are kept; `remora forget` takes one away.')
        document = {
            "note": views.document(seen),
            "known": learned.known,
            "masked": learned.masked,
            "suspicious": finding.kind or None,
            "similar": views.document(similar) if similar else None,
        }
        call.screen.show(
            document, lambda screen: views.line(screen, "known already" if learned.known else "remembered", seen)
        )


def show(
    context: typer.Context,
    everywhere: Annotated[
        bool, typer.Option("--global", help="Only the global notes, which every project sees.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="From all projects.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Forgotten notes; `undo` brings one back.")] = False,
    limit: LimitOption = 50,
    full: views.FullOption = False,
) -> None:
    """List the newest notes of this project and the global ones.

    A terminal shows only the beginning of long notes; --full shows them whole.
    """
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
        call.screen.show({"notes": views.documents(seen)}, lambda screen: views.notes_table(screen, seen, full=full))
        own = any(note.scope == "project" for note in found)
        moved = () if own or everywhere or everything or archived else _moved(here)
    if not seen:
        call.screen.say("Nothing was forgotten here." if archived else "No notes here yet: `remora add` stores one.")
    for key in moved:
        call.screen.say(f"Project {key} lay in a folder that is gone: `remora project move {key} .` if it is this one.")


def _moved(here: Opened) -> list[str]:
    """The projects that this one, which has no notes, may have been before its folder was moved."""
    if here.project is None:
        return []
    lines = here.memory.projects.listing()
    if any(line.key == here.project and (line.notes or line.archived or line.linked_to) for line in lines):
        return []
    return [line.key for line in lines if line.gone and line.notes and line.key != here.project][:HINTS]


def forget(context: typer.Context, note_id: IdArgument) -> None:
    """Stop recalling a note. `undo` brings it back."""
    call = call_of(context)
    with call.open() as here:
        seen = here.one(here.memory.forget(note_id))
        call.screen.show({"note": views.document(seen)}, lambda screen: views.line(screen, "forgotten", seen))


def undo(context: typer.Context, note_id: IdArgument) -> None:
    """Bring a forgotten note back.

    For a note that a dream merged, this brings back the notes it was made of, and the merged note goes.
    """
    call = call_of(context)
    with call.open() as here:
        seen = here.seen(here.memory.bring_back(note_id))
        documents = views.documents(seen)

        def people(screen: Screen) -> None:
            for one in seen:
                views.line(screen, "back again", one)

        call.screen.show({"note": documents[0]} if len(seen) == 1 else {"notes": documents}, people)
