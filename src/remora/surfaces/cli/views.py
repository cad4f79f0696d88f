"""How notes look: the JSON document of one, and the table that people read. Used by every command that shows notes."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer
from rich.text import Text

from remora.surfaces.cli.call import Seen
from remora.surfaces.cli.output import Screen, plain, table
from remora.text.moments import here, minutes
from remora.upkeep.shape import note_json

ID_CHARS = 8  # unique in any store a person fills, and what the model is shown
CUT_LINES = 3  # of a long note in a list: what it is about, not what it says
CUT_CHARS = 240  # three lines of a usual window
FullOption = Annotated[bool, typer.Option("--full", help="Show long notes whole, at a terminal too.")]
BADGE = "bold white on red"  # the one thing in a list that must not be overlooked


def document(seen: Seen) -> dict[str, Any]:
    """The note as every command prints it, its text as this screen may show it."""
    return {**note_json(seen.note), "text": seen.text, "identity": seen.identity}


def documents(seen: Iterable[Seen]) -> list[dict[str, Any]]:
    return [document(one) for one in seen]


def text(seen: Seen, *, cut: bool = False) -> Text:
    """The note's text, behind a badge where the scan blocked it; with `cut` the beginning of a long one."""
    words = beginning(seen.text) if cut else seen.text
    if not seen.blocked or seen.text == seen.badge:  # a placeholder says it all
        return plain(words)
    rule = Text.assemble((seen.badge, BADGE), f" {seen.rule}" if seen.rule else "", " ")
    return rule.append_text(plain(words))


def notes_table(screen: Screen, seen: Sequence[Seen], *, full: bool = True) -> None:
    """A list of notes, one a row; at a terminal only the beginning of long ones, unless `full`."""
    if not seen:
        return
    cut = screen.terminal and not full
    made = table("id", "scope", "stored", "from", "note", wide="note")
    for one in seen:
        note = one.note
        made.add_row(short(note.id), note.scope, when(note.created_at), note.provenance.trigger, text(one, cut=cut))
    screen.print(made)


def line(screen: Screen, what: str, seen: Seen) -> None:
    """One note and what was done with it; at a terminal the beginning of a long one, for that tells which it is."""
    words = text(seen, cut=screen.terminal)
    screen.print(Text.assemble((what, "green"), f" {short(seen.note.id)}  ").append_text(words))


def beginning(words: str) -> str:
    """A long text's first lines, with a mark that there is more."""
    lines = words.split("\n")
    kept = "\n".join(lines[:CUT_LINES])
    kept = kept if len(kept) <= CUT_CHARS else kept[:CUT_CHARS].rstrip()
    return words if kept == words else f"{kept} …"


def short(note_id: str) -> str:
    return note_id[:ID_CHARS]


def when(milliseconds: int) -> str:
    """A moment in the reader's own time zone, to the minute."""
    return minutes(here(milliseconds))


def number(value: float | None) -> str:
    """Two digits tell apart what a person would; a dash where there is none."""
    return "-" if value is None else f"{value:.2f}"
