"""The commands that read and write whole memories: import and export."""

import json
import os
import sys
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.errors import EnvironmentTrouble
from remora.memory import Imported
from remora.surfaces.cli.call import Opened, call_of, scope_of
from remora.surfaces.cli.notes import GlobalOption, SessionOption
from remora.surfaces.cli.output import Screen
from remora_hookspecs import Entry

STDIN = Path("-")
SHOWN_REFUSALS = 20  # lines on a screen; --json lists all


def read(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON lines or markdown bullets; - for stdin.")],
    everywhere: GlobalOption = False,
    session: SessionOption = None,
) -> None:
    """Remember what a file holds: one note a line or bullet. What is known already is not stored twice."""
    call = call_of(context)
    with call.open() as here:
        scope = scope_of(everywhere)
        if file == STDIN:
            found = here.memory.import_lines(sys.stdin, project=here.project, scope=scope, session_id=session)
        else:
            found = here.memory.import_file(file.expanduser(), project=here.project, scope=scope, session_id=session)
        call.screen.show(_document(found), lambda screen: _table(screen, found))


def write(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="stdout if left out.")] = None,
) -> None:
    """Write every note as JSON lines, archived ones too; the same notes give the same bytes.

    A file gets every text as it is. What goes to another program carries a placeholder for notes that the scan
    blocks, unless --raw is given.
    """
    call = call_of(context)
    with call.open() as here:
        if file is None:
            _to_stdout(here)
            return
        count = _to_file(here, file.expanduser())
        call.screen.show(
            {"exported": count, "file": str(file)}, lambda screen: screen.print(f"{count} notes written to {file}")
        )


def _to_file(here: Opened, file: Path) -> int:
    """Beside the file first, then in its place, so that a full disk does not cost the last export."""
    beside = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        try:
            with beside.open("w", encoding="utf-8", newline="\n") as out:
                count = here.memory.export(out)
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise EnvironmentTrouble(
            f"Nothing was exported: {file} cannot be written ({error.strerror}).", "Name a file in a folder of yours."
        ) from error
    return count


def _to_stdout(here: Opened) -> None:
    buffer = StringIO()
    here.memory.export(buffer)
    lines = buffer.getvalue().splitlines()
    withheld = 0
    if not here.screen.shows_blocked:
        notes = [json.loads(line) for line in lines]
        entries = here.inspected([Entry(text=note["text"], note_id=note["id"]) for note in notes])
        for position, (note, entry) in enumerate(zip(notes, entries, strict=True)):
            if entry.text != note["text"]:
                lines[position] = json.dumps({**note, "text": entry.text}, ensure_ascii=False, separators=(",", ":"))
                withheld += 1

    def people(screen: Screen) -> None:
        sys.stdout.writelines(line + "\n" for line in lines)

    here.screen.show({"notes": [json.loads(line) for line in lines]} if here.screen.json else {}, people)
    if withheld:
        here.screen.say(f"{withheld} blocked note(s) carry a placeholder; --raw or a file's name gives their text.")


def _document(found: Imported) -> dict[str, Any]:
    refused = [{"line": one.line, "reason": one.reason} for one in found.refused]
    return {"added": found.added, "known": found.known, "refused": refused}


def _table(screen: Screen, found: Imported) -> None:
    screen.print(f"{found.added} added, {found.known} known already, {len(found.refused)} refused")
    for one in found.refused[:SHOWN_REFUSALS]:
        screen.print(f"  line {one.line}: {one.reason}")
    if len(found.refused) > SHOWN_REFUSALS:
        screen.print(f"  … and {len(found.refused) - SHOWN_REFUSALS} more; --json lists all")
