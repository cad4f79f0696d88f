"""The commands that read and write whole memories: import and export."""

import json
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.errors import EnvironmentTrouble, UsageError
from remora.home import named_home
from remora.learn import Imported, ImportStopped
from remora.notes import counted
from remora.surfaces.cli import writing
from remora.surfaces.cli.call import Opened, call_of
from remora.surfaces.cli.notes import SessionOption
from remora.surfaces.cli.output import Screen
from remora_hookspecs import Entry

SHOWN_REFUSALS = 20  # lines on a screen; --json lists all


def read(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON or markdown; - for standard input.")],
    everywhere: Annotated[
        bool, typer.Option("--global", help="For all projects, also lines that name a namespace of their own.")
    ] = False,
    session: SessionOption = None,
) -> None:
    """Read notes from a JSON or markdown file.

    JSON may be one note per line, a list of notes, or what `list --json` and `export --json` print; a line that names
    its namespace goes there unless --global is given. In markdown each paragraph is a note, and so is each bullet with
    everything below it; a note begins with the headings it stands under. What is known already is not stored twice.
    The exit code is 2 if every line was refused.
    """
    call = call_of(context)
    with call.open() as here:
        try:
            found = here.memory.import_file(
                file.expanduser(), project=here.project, scope=here.scope(everywhere), session_id=session
            )
        except ImportStopped as stopped:
            stored = counted(stopped.done.added, "note was", "notes were")
            call.screen.say(f"Interrupted: {stored} stored. Repeating it is safe: what is known is not stored twice.")
            raise
        if found.masked:
            call.screen.say(f"{counted(found.masked, 'secret')} masked. What is not recognised stays: check the text.")
        if found.suspicious:
            notes = counted(found.suspicious, "note")
            call.screen.say(f"No model will ever be shown {notes} of it: the scan takes such a text for an attack.")
        if here.project is None and found.added and not everywhere:
            call.screen.say("This folder is in no project, so notes that name no namespace are for all projects.")
        call.screen.show(_document(found), lambda screen: _table(screen, found))
        here.catch_up()
    if found.refused and not found.added and not found.known:
        raise typer.Exit(UsageError.exit_code)


def write(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="- or nothing for standard output.")] = None,
) -> None:
    """Write every note as JSON lines, archived notes too.

    The same notes always give the same bytes. A file gets every text as it is. Output to another program has a
    placeholder for each note that the scan blocks, unless --raw is given.
    """
    call = call_of(context)
    with call.open() as here:
        unread: list[int] = []
        if file is None or str(file) in writing.STDOUT:
            _to_stdout(here, unread)
        else:
            home = named_home(call.options.home)
            count = writing.export(file.expanduser(), home, lambda out: here.memory.export(out, unread.append))
            document = {"exported": count, "file": str(file)}
            call.screen.show(document, lambda screen: screen.print(f"{counted(count, 'note')} written to {file}"))
    if unread:
        call.screen.say(
            f"{counted(sum(unread), 'note')} could not be read and are not in it: the memory is damaged. "
            "Make a copy of the file before you do anything else with it."
        )
        raise typer.Exit(EnvironmentTrouble.exit_code)


def _to_stdout(here: Opened, unread: list[int]) -> None:
    buffer = StringIO()
    here.memory.export(buffer, unread.append)
    lines = buffer.getvalue().split("\n")[:-1]  # a note may hold what else `splitlines` takes for a line's end
    withheld = 0
    if not here.screen.shows_blocked:
        notes = [json.loads(line) for line in lines]
        entries = here.inspected([Entry(text=note["text"], note_id=note["id"]) for note in notes])
        for position, (note, entry) in enumerate(zip(notes, entries, strict=True)):
            if entry.text != note["text"]:
                lines[position] = json.dumps({**note, "text": entry.text}, ensure_ascii=False, separators=(",", ":"))
                withheld += 1
        for position, said in enumerate(here.origins([_labels(note) for note in notes])):
            if said:
                note = json.loads(lines[position])
                source = {**note["provenance"], "trigger": said, "session_id": None, "host": None, "model": None}
                lines[position] = json.dumps({**note, "provenance": source}, ensure_ascii=False, separators=(",", ":"))

    def people(screen: Screen) -> None:
        screen.write(line + "\n" for line in lines)

    here.screen.show({"notes": [json.loads(line) for line in lines]} if here.screen.json else {}, people)
    if withheld:
        carry = counted(withheld, "blocked note carries", "blocked notes carry")
        here.screen.say(f"{carry} a placeholder; --raw or a file's name gives the text.")


def _labels(note: dict[str, Any]) -> list[str | None]:
    return [note["provenance"][name] for name in ("trigger", "session_id", "host", "model")]


def _document(found: Imported) -> dict[str, Any]:
    refused = [{"line": one.line, "reason": one.reason, "hint": one.hint} for one in found.refused]
    return {"added": found.added, "known": found.known, "refused": refused}


def _table(screen: Screen, found: Imported) -> None:
    screen.print(f"{found.added} added, {found.known} known already, {len(found.refused)} refused")
    for one in found.refused[:SHOWN_REFUSALS]:
        screen.print(f"  line {one.line}: {one.reason} {one.hint}".rstrip())
    if len(found.refused) > SHOWN_REFUSALS:
        screen.print(f"  … and {len(found.refused) - SHOWN_REFUSALS} more; --json lists all")
