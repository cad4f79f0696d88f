"""The command purge: the one way to lose a note for good."""

from typing import Annotated

import typer

from remora.surfaces.cli import views
from remora.surfaces.cli.call import call_of
from remora.surfaces.cli.notes import IdsArgument
from remora.surfaces.cli.output import Screen


def purge(
    context: typer.Context,
    note_ids: IdsArgument,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Also from backups, spooled records and the log of blocked text.")
    ] = False,
) -> None:
    """Delete notes for good. There is no undo.

    Text, index entries and records go; `forget` only takes a note out of recall.

    With --json: {note} for one id, {notes: […]} for several.
    """
    call = call_of(context)
    with call.open() as here:
        # Looked at first: afterwards there is nothing left to inspect, and nothing may be written about it.
        seen = here.seen(tuple({note.id: note for note in here.memory.to_purge(note_ids)}.values()))
        purged = here.memory.purge([one.note.id for one in seen], everywhere=everywhere)
        documents = views.documents(seen)

        def people(screen: Screen) -> None:
            for one in seen:
                views.line(screen, "purged", one)

        call.screen.show({"note": documents[0]} if len(seen) == 1 else {"notes": documents}, people)
    if purged.merged:
        ids = " ".join(map(views.short, purged.merged))
        call.screen.say(f"A dream had merged it with notes that may say the same: `remora purge {ids}`.")
    if not seen:
        call.screen.say("The purge that was interrupted is finished." if purged.clean else "It is not finished yet.")
    if not purged.clean:
        call.screen.say("Another process is reading the store: run `remora doctor --vacuum` when it has ended.")
