"""What a command is handed: its global options, its screen, and the memory, opened when asked for and closed after."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer

from remora.errors import UsageError
from remora.memory import Memory
from remora.notes import Note, Scope
from remora.settings import Settings, load
from remora.surfaces.cli.argv import Globals
from remora.surfaces.cli.output import Screen
from remora.wiring import build
from remora_hookspecs import Bus, Entry

SLICE = 100  # notes inspected in one call: a fifth of the bus's clock, and a long list is not cut off by it
HOST = "cli"  # what provenance calls notes that a person wrote at the command line


@dataclass(frozen=True, slots=True)
class Seen:
    """A note as this screen may show it: `text` is a placeholder where the scan blocked it and a program reads."""

    note: Note
    text: str
    badge: str = ""
    """What the scan says of it, empty where nothing."""

    @property
    def blocked(self) -> bool:
        return bool(self.badge)


@dataclass(frozen=True, slots=True)
class Opened:
    """The memory of one command. `project` is the key of the folder the command is about, None in no project."""

    memory: Memory
    bus: Bus
    settings: Settings
    project: str | None
    screen: Screen

    def seen(self, notes: Sequence[Note], *, exit: str = "cli") -> tuple[Seen, ...]:  # noqa: A002 - the contract's word
        """The notes after inspection, in order: this is the command line's own way out towards a model."""
        entries = self.inspected([Entry(text=note.text, note_id=note.id) for note in notes], exit=exit)
        return tuple(
            Seen(note, note.text if self.screen.shows_blocked else entry.text, _badge(note, entry))
            for note, entry in zip(notes, entries, strict=True)
        )

    def one(self, note: Note) -> Seen:
        return self.seen((note,))[0]

    def inspected(self, entries: Sequence[Entry], *, exit: str = "cli") -> list[Entry]:  # noqa: A002 - as above
        """The entries with a placeholder for each that is blocked, however this screen shows it."""
        return [
            entry
            for start in range(0, len(entries), SLICE)
            for entry in self.bus.inspect(entries[start : start + SLICE], exit=exit)
        ]


@dataclass(frozen=True, slots=True)
class Call:
    """One run of the command line; typer's context carries it as `obj`."""

    options: Globals
    screen: Screen

    @contextmanager
    def open(self) -> Iterator[Opened]:
        """The memory of the home and profile that the options name. Raises RemoraError where it cannot be had."""
        settings = load(home=self.options.home, profile=self.options.profile)
        remora = build(settings, host=HOST)
        try:
            project = remora.memory.project_at(self.folder())
            yield Opened(remora.memory, remora.bus, settings, project, self.screen)
        finally:
            remora.close()

    def folder(self) -> Path:
        """The folder the command is about. Raises UsageError where --project names none."""
        folder = self.options.project
        if folder is None:
            return Path.cwd()
        if not folder.is_dir():
            raise UsageError(f"Nothing was done: {folder} is no folder.", "--project names a folder of the project.")
        return folder

    def settings(self) -> Settings:
        return load(home=self.options.home, profile=self.options.profile)


def call_of(context: typer.Context) -> Call:
    """The call that `main` gave to typer."""
    call = context.obj
    if not isinstance(call, Call):
        raise TypeError("commands are run by remora.surfaces.cli.main")
    return call


def scope_of(everywhere: bool) -> Scope:
    return "global" if everywhere else "project"


def _badge(note: Note, entry: Entry) -> str:
    """The inspection's placeholder is all that it changes of a text."""
    return "" if entry.text == note.text else entry.text
