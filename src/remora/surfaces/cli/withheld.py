"""The commands `remora blocked …`: what the scan withheld, why, and a person's word that a note may pass."""

from collections.abc import Sequence
from typing import Annotated

import typer

from remora.surfaces.cli import views
from remora.surfaces.cli.call import Opened, call_of
from remora.surfaces.cli.notes import IdArgument, LimitOption
from remora.surfaces.cli.output import Screen, table
from remora.surfaces.cli.scanning import verdict
from remora.upkeep.blocked import Blocked
from remora.upkeep.shape import iso
from remora_hookspecs import Entry


def show_all(context: typer.Context, limit: LimitOption = 20) -> None:
    """What was withheld last, newest first: when, where, which note, by which rule, and how it begins.

    Programs get a placeholder for how it begins, unless --raw is given.
    """
    call = call_of(context)
    with call.open() as here:
        events = here.memory.blocked()[::-1][:limit]
        free = here.memory.released([event.note_id for event in events if event.note_id])
        rules = _rules(here, events)
        prefixes = [event.prefix if here.screen.shows_blocked else f"[BLOCKED: {event.kind}]" for event in events]
        document = {
            "blocked": [
                {
                    "at": iso(event.at), "exit": event.exit, "note_id": event.note_id, "class": event.kind,
                    "rule": rule, "released": event.note_id in free, "prefix": prefix,
                }
                for event, rule, prefix in zip(events, rules, prefixes, strict=True)
            ]
        }  # fmt: skip

        def people(screen: Screen) -> None:
            made = table("when", "exit", "id", "rule", "", "begins", wide="begins")
            for event, rule, prefix in zip(events, rules, prefixes, strict=True):
                made.add_row(
                    views.when(event.at), event.exit, views.short(event.note_id or "-"), rule,
                    "released" if event.note_id in free else "", prefix,
                )  # fmt: skip
            if events:
                screen.print(made)

        call.screen.show(document, people)
    if not events:
        call.screen.say("Nothing was withheld, as far as the log reaches.")


def show(context: typer.Context, note_id: IdArgument) -> None:
    """What the scan says of one note: its class, its score, and every rule that fires, with the reason."""
    call = call_of(context)
    with call.open() as here:
        note = here.memory.find(note_id)
        finding = here.memory.judging.scan(note.text)
        released = note.id in here.memory.released([note.id])
        events = [event for event in here.memory.blocked() if event.note_id == note.id]
        seen = here.one(note)
        document = {
            "note": views.document(seen), "released": released, **verdict(finding),
            "withheld": [{"at": iso(event.at), "exit": event.exit} for event in events],
        }  # fmt: skip

        def people(screen: Screen) -> None:
            screen.print(views.text(seen))
            made = table("", "", wide="")
            made.show_header = False
            state = "released" if released else "blocked" if finding.blocked else "passes"
            made.add_row("verdict", f"{state}, score {views.number(finding.score)}, class {finding.kind or '-'}")
            for rule, reason in zip(finding.fired, finding.reasons, strict=True):
                made.add_row(rule, reason)
            made.add_row("withheld", f"{len(events)} times, as far as the log reaches")
            screen.print(made)

        call.screen.show(document, people)


def release(
    context: typer.Context,
    note_id: IdArgument,
    back: Annotated[bool, typer.Option("--back", help="Let the scan judge the note again.")] = False,
) -> None:
    """Let one note reach models, for good, whatever the scan says of it. It holds for this note with this text."""
    call = call_of(context)
    with call.open() as here:
        seen = here.one(here.memory.release(note_id, back=back))
        document = {"note": views.document(seen), "released": not back}
        call.screen.show(document, lambda screen: views.line(screen, "judged again" if back else "released", seen))


def _rules(here: Opened, events: Sequence[Blocked]) -> list[str]:
    """The rules' names. A stranger's inspector may have written anything there, and this goes to programs as well."""
    names = [event.rule or "-" for event in events]
    return (
        names if here.screen.shows_blocked else [e.text for e in here.inspected([Entry(text=name) for name in names])]
    )
