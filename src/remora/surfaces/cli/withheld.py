"""The commands `remora blocked …`: what the scan withheld, why, and a person's word that a note may pass."""

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class _Row:
    """All events of one note, or of one text that is no note: the newest, how many, and where, the newest first."""

    last: Blocked
    count: int
    exits: tuple[str, ...]


def show_all(context: typer.Context, limit: LimitOption = 20) -> None:
    """List what was withheld, newest first.

    Each row says when, how often, where, which note, by which rule, and how the text begins.

    A note has one row, however often it was withheld; your own looking at it, exit cli, counts as well. Programs get a
    placeholder for how it begins, unless --raw is given.
    """
    call = call_of(context)
    with call.open() as here:
        rows = _folded(here.memory.withheld.log())[:limit]
        events = [row.last for row in rows]
        free = here.memory.withheld.released([event.note_id for event in events if event.note_id])
        rules = _rules(here, events)
        prefixes = [event.prefix if here.screen.shows_blocked else f"[BLOCKED: {event.kind}]" for event in events]
        document = {
            "blocked": [
                {
                    "at": iso(row.last.at), "count": row.count, "exits": list(row.exits), "note_id": row.last.note_id,
                    "class": row.last.kind, "rule": rule, "released": row.last.note_id in free, "prefix": prefix,
                }
                for row, rule, prefix in zip(rows, rules, prefixes, strict=True)
            ]
        }  # fmt: skip

        def people(screen: Screen) -> None:
            made = table("last", "times", "exits", "id", "rule", "", "begins", wide="begins")
            for row, rule, prefix in zip(rows, rules, prefixes, strict=True):
                made.add_row(
                    views.when(row.last.at), str(row.count), ", ".join(row.exits), views.short(row.last.note_id or "-"),
                    rule, "released" if row.last.note_id in free else "", prefix,
                )  # fmt: skip
            if rows:
                screen.print(made)

        call.screen.show(document, people)
    if not rows:
        call.screen.say("Nothing was withheld, as far as the log reaches.")


def show(context: typer.Context, note_id: IdArgument) -> None:
    """Show what the scan says of one note.

    That is its class, its score, and every rule that fires, each with its reason.
    """
    call = call_of(context)
    with call.open() as here:
        note = here.memory.find(note_id)
        finding = here.memory.judging.scan(note.text)
        released = note.id in here.memory.withheld.released([note.id])
        events = [event for event in here.memory.withheld.log() if event.note_id == note.id]
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
    """Let one note reach models, whatever the scan says of it.

    This lasts as long as the note keeps its text; --back ends it.
    """
    call = call_of(context)
    with call.open() as here:
        seen = here.one(here.memory.withheld.release(note_id, back=back))
        document = {"note": views.document(seen), "released": not back}
        call.screen.show(document, lambda screen: views.line(screen, "judged again" if back else "released", seen))


def _folded(events: Sequence[Blocked]) -> list[_Row]:
    """One row a note, the newest first. `events` stand in the order of the log, the oldest first."""
    of: dict[tuple[str, str], list[Blocked]] = {}
    for event in reversed(events):
        of.setdefault((event.note_id, "") if event.note_id else ("", event.prefix), []).append(event)
    return [_Row(all_of[0], len(all_of), tuple(dict.fromkeys(one.exit for one in all_of))) for all_of in of.values()]


def _rules(here: Opened, events: Sequence[Blocked]) -> list[str]:
    """The rules' names. A stranger's inspector may have written anything there, and this goes to programs as well."""
    names = [event.rule or "-" for event in events]
    return (
        names if here.screen.shows_blocked else [e.text for e in here.inspected([Entry(text=name) for name in names])]
    )
