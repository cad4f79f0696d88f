"""The commands `remora lessons …`: list, show, forget, undo, import, export.

A lesson repeats what programs printed, so its words pass the inspection on their way to anything but a person.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from remora.errors import UsageError
from remora.home import named_home
from remora.lessons import Lesson
from remora.notes import counted
from remora.surfaces.cli import views, writing
from remora.surfaces.cli.call import Opened, call_of
from remora.surfaces.cli.notes import LimitOption
from remora.surfaces.cli.output import Screen, plain, table
from remora.upkeep.shape import iso
from remora_hookspecs import Entry

EXIT = "lessons"
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The lesson's id, or its first four or more characters.")]
KINDS: Mapping[str, str] = {"fix": "fixed by", "tried_next": "tried next", "alone": "-"}
CUT_CHARS = 100  # of a command in a list: a here-document would fill the screen


def show_all(
    context: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="Of all projects.")] = False,
    limit: LimitOption = 50,
) -> None:
    """List the newest lessons of this project.

    A lesson is a command that failed, its error, and what worked afterwards.
    """
    call = call_of(context)
    with call.open() as here:
        found = here.memory.lessons.listing(project=here.project, everywhere=everything, limit=limit)
        shown = _shown(here, found)
        call.screen.show({"lessons": shown}, lambda screen: _table(screen, shown))
    if not found:
        call.screen.say("No command is known to have failed here.")


def show(context: typer.Context, lesson_id: IdArgument) -> None:
    """Show one lesson in full."""
    call = call_of(context)
    with call.open() as here:
        shown = _shown(here, [here.memory.lessons.find(lesson_id)])[0]
        call.screen.show({"lesson": shown}, lambda screen: _whole(screen, shown))


def forget(
    context: typer.Context,
    lesson_id: IdArgument,
    purge: Annotated[
        bool, typer.Option("--purge", help="Delete it for good, with the journal's records of it.")
    ] = False,
) -> None:
    """Stop using a lesson. `lessons undo` brings it back.

    The same failure alone does not bring it back.
    """
    call = call_of(context)
    with call.open() as here:
        shown = _shown(here, [here.memory.lessons.find(lesson_id)])[0]
        if purge:
            here.memory.lessons.purge(lesson_id)
        else:
            here.memory.lessons.forget(lesson_id)
        shown["forgotten"] = True
        said = "purged" if purge else "forgotten"
        call.screen.show({"lesson": shown}, lambda screen: _line(screen, said, shown))


def undo(context: typer.Context, lesson_id: IdArgument) -> None:
    """Bring a forgotten lesson back."""
    call = call_of(context)
    with call.open() as here:
        shown = _shown(here, [here.memory.lessons.undo(lesson_id)])[0]
        call.screen.show({"lesson": shown}, lambda screen: _line(screen, "back again", shown))


def read(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A failures.json; - for standard input.")],
) -> None:
    """Read lessons from a failures.json.

    Its form is {project: {sha256: {command, error, fix, at}}}. Secrets are masked.

    Ends with 2 where every entry was refused.
    """
    call = call_of(context)
    with call.open() as here:
        done = here.memory.lessons.import_file(file.expanduser())
        document = {"added": done.added, "known": done.known, "refused": done.refused}
        call.screen.show(
            document,
            lambda screen: screen.print(f"{done.added} added, {done.known} known already, {done.refused} refused"),
        )
    if done.refused and not done.added and not done.known:
        raise typer.Exit(UsageError.exit_code)


def write(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="- or nothing for standard output.")] = None,
) -> None:
    """Write every lesson as JSON, by project and command.

    The home keeps the same file up to date as failures.json.
    """
    call = call_of(context)
    with call.open() as here:
        text = here.memory.lessons.export()
        if file is None or str(file) in writing.STDOUT:
            document = _inspected_document(here, json.loads(text))
            call.screen.show(document, lambda screen: screen.write(iter([json.dumps(document, indent=1) + "\n"])))
            return
        writing.export(file.expanduser(), named_home(call.options.home), lambda out: out.write(text))
        call.screen.show({"file": str(file)}, lambda screen: screen.print(f"written to {file}"))


def _shown(here: Opened, found: Sequence[Lesson]) -> list[dict[str, Any]]:
    """The lessons as this screen may show them."""
    texts = [text for lesson in found for text in (lesson.command, lesson.error, lesson.follow)]
    passed = iter(_inspected(here, texts))
    return [
        {
            "id": lesson.id,
            "project": lesson.namespace,
            "command": next(passed),
            "error": next(passed),
            "kind": lesson.kind,
            "followed_by": next(passed) or None,
            "sessions": lesson.sessions,
            "passes": lesson.passes,
            "resolved": lesson.resolved_at is not None,
            "forgotten": lesson.forgotten_at is not None,
            "first_at": iso(lesson.first_at),
            "last_at": iso(lesson.last_at),
        }
        for lesson in found
    ]


def _inspected(here: Opened, texts: Sequence[str]) -> list[str]:
    if here.screen.shows_blocked:
        return list(texts)
    given = [text for text in texts if text]
    passed = iter(here.inspected([Entry(text=text) for text in given], exit=EXIT))
    return [next(passed).text if text else "" for text in texts]


def _inspected_document(here: Opened, document: Any) -> Any:
    """The export with a placeholder for each text that is blocked."""
    if isinstance(document, dict):
        return {key: _inspected_document(here, value) for key, value in document.items()}
    return _inspected(here, [document])[0] if isinstance(document, str) else document


def _table(screen: Screen, shown: Sequence[Mapping[str, Any]]) -> None:
    if not shown:
        return
    made = table("id", "failed", "last", "lesson", wide="lesson")
    for one in shown:
        lines = [_cut(str(one["command"]))]
        if one["error"]:
            lines.append(f"  {_cut(str(one['error']))}")
        if one["followed_by"]:
            lines.append(f"  {KINDS[str(one['kind'])]}: {_cut(str(one['followed_by']))}")
        times = counted(int(one["sessions"]), "session")
        made.add_row(views.short(str(one["id"])), times, str(one["last_at"])[:10], plain("\n".join(lines)))
    screen.print(made)


def _whole(screen: Screen, shown: Mapping[str, Any]) -> None:
    made = table("", "", wide="")
    made.show_header = False
    for name, value in shown.items():
        made.add_row(name.replace("_", " "), plain("-" if value is None else str(value)))
    screen.print(made)


def _line(screen: Screen, what: str, shown: Mapping[str, Any]) -> None:
    screen.print(f"{what} {views.short(str(shown['id']))}  {_cut(str(shown['command']))}")


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= CUT_CHARS else line[: CUT_CHARS - 1] + "…"
