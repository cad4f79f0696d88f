"""What a command is handed: its global options, its screen, and the memory, opened when asked for and closed after."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from remora.errors import UsageError
from remora.memory import Memory
from remora.notes import Note, Scope, counted
from remora.settings import DEFAULT_PROFILE, FILE, Settings, profiles
from remora.surfaces.cli import streams
from remora.surfaces.cli.argv import Globals
from remora.surfaces.cli.output import Screen
from remora.wiring import build, settings_of
from remora_hookspecs import Bus, Entry

SLICE = 100  # notes inspected in one call: a fifth of the bus's clock, and a long list is not cut off by it
CATCH_UP = 1.0  # seconds: what a person hardly notices at an interactive command, and enough for about a hundred notes
HOST = "cli"  # what provenance calls notes that a person wrote at the command line


@dataclass(frozen=True, slots=True)
class Seen:
    """A note as this screen may show it: `text` is a placeholder where the scan blocked it and a program reads."""

    note: Note
    text: str
    badge: str = ""
    """What the scan says of it, empty where nothing."""
    identity: str | None = None
    """Whose vector it has; None while it is found by words alone."""
    rule: str = ""
    """The rule that fired, for people; empty where the text is a placeholder, or another inspector blocked it."""

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
    wanted: bool = False
    """Whether the project was named, or must be one because the folder is gone: what is written here is its own."""
    complaints: tuple[str, ...] = ()
    """What is wrong with the plugins."""

    def scope(self, everywhere: bool) -> Scope | None:
        """Where a note of this command goes: to all projects if that was asked for, else where the memory thinks."""
        return "global" if everywhere else "project" if self.wanted else None

    def seen(self, notes: Sequence[Note], *, exit: str = "cli") -> tuple[Seen, ...]:  # noqa: A002 - the contract's word
        """The notes after inspection, in order: this is the command line's own way out towards a model."""
        entries = self.inspected([Entry(text=note.text, note_id=note.id) for note in notes], exit=exit)
        known = self.memory.vectors.identities(notes)
        told = notes if self.screen.shows_blocked else self._without_poisoned_origins(notes, exit)
        return tuple(self._seen(note, entry, known.get(note.id)) for note, entry in zip(told, entries, strict=True))

    def origins(self, told: Sequence[Sequence[str | None]], *, exit: str = "cli") -> list[str]:  # noqa: A002 - as above
        """For each note's labels of where it came from, a placeholder where they hold an attack, else nothing.

        An import may say anything there, and several labels may make one sentence.
        """
        joined = [" ".join(filter(None, labels)) for labels in told]
        texts = list(dict.fromkeys(filter(None, joined)))
        entries = self.inspected([Entry(text=text) for text in texts], exit=exit)
        shut = {text: entry.text for text, entry in zip(texts, entries, strict=True) if entry.text != text}
        return [shut.get(text, "") for text in joined]

    def _without_poisoned_origins(self, notes: Sequence[Note], exit: str) -> list[Note]:  # noqa: A002 - as above
        sources = [note.provenance for note in notes]
        shut = self.origins([(s.trigger, s.session_id, s.host, s.model) for s in sources], exit=exit)
        return [
            replace(note, provenance=replace(source, trigger=said, session_id=None, host=None, model=None))
            if said
            else note
            for note, source, said in zip(notes, sources, shut, strict=True)
        ]

    def _seen(self, note: Note, entry: Entry, identity: str | None) -> Seen:
        badge = _badge(note, entry)
        if not (badge and self.screen.shows_blocked):
            return Seen(note, entry.text, badge, identity)
        return Seen(note, note.text, badge, identity, self.memory.judging.scan(note.text).rule)

    def one(self, note: Note) -> Seen:
        return self.seen((note,))[0]

    def catch_up(self) -> None:
        """Give notes that wait their vectors, as many as a second allows, and say how many wait on."""
        until: float | None = None

        def late(done: int) -> bool:
            nonlocal until
            # From the first look on, when the model is in memory: the search itself would have waited for that.
            until = until or time.monotonic() + CATCH_UP
            return time.monotonic() > until

        if self.memory.vectors.waiting():
            self.memory.vectors.embed_waiting(late)
            waiting = self.memory.vectors.waiting()
            if waiting:
                self.screen.say(f"{counted(waiting, 'note waits', 'notes wait')} for a vector: `remora model embed`.")

    def inspected(self, entries: Sequence[Entry], *, exit: str = "cli") -> list[Entry]:  # noqa: A002 - as above
        """The entries with a placeholder for each that is blocked, however this screen shows it."""
        return [
            entry
            for start in range(0, len(entries), SLICE)
            for entry in self.bus.inspect(entries[start : start + SLICE], exit=exit)
        ]


ASKING = ("remora.cheap", "remora.writers")  # who says why no model wrote


@dataclass(frozen=True, slots=True)
class Call:
    """One run of the command line; typer's context carries it as `obj`."""

    options: Globals
    screen: Screen

    @contextmanager
    def open(self) -> Iterator[Opened]:
        """The memory of the home and profile that the options name. Raises RemoraError where it cannot be had."""
        settings = self.settings()
        streams.divert()
        remora = build(settings, host=HOST)
        try:
            self._tell_of_upgrade(remora.memory)
            project, wanted = self._project(remora.memory)
            yield Opened(remora.memory, remora.bus, settings, project, self.screen, wanted, remora.complaints)
        finally:
            remora.close()

    def settings(self) -> Settings:
        """What the options' home and profile decide. A profile that is not defined is remarked on."""
        settings = settings_of(home=self.options.home, profile=self.options.profile)
        self.remark(settings)
        return settings

    def remark(self, settings: Settings) -> None:
        """Tell a person that the profile which they named is not there."""
        known = profiles(settings.home)
        there = f"are: {', '.join(known)}" if known else "is none"
        if settings.profile not in (*known, DEFAULT_PROFILE):
            self.screen.say(
                f"warning: there is no profile {settings.profile!r} in {settings.home / FILE}, so the base settings "
                f"are used; there {there}."
            )

    def _project(self, memory: Memory) -> tuple[str | None, bool]:
        """The key of the project that the command is about, and whether it is wanted whatever the folder."""
        named = self.options.project
        if named is None:
            try:
                return memory.projects.at(Path.cwd()), False
            except FileNotFoundError:  # the working folder was deleted: what it was is not known
                return None, True
        return project_named(memory, named), True

    def _tell_of_upgrade(self, memory: Memory) -> None:
        copy = memory.upgrade_to_tell()
        if copy is not None:
            self.screen.say(f"The notes of an earlier program were taken over; the old file is kept as {copy}.")


def project_named(memory: Memory, named: Path) -> str | None:
    """The key of the project that --project names. Raises UsageError where it is neither a folder nor a key."""
    if named.is_dir():
        return memory.projects.at(named, named=True)
    if any(line.key == str(named) for line in memory.projects.listing()):
        return str(named)
    raise UsageError(
        f"Nothing was done: {named} is neither a folder nor the key of a project.",
        "--project names a folder of the project, or its key as `remora project list` shows it.",
    )


def call_of(context: typer.Context) -> Call:
    """The call that `main` gave to typer."""
    call = context.obj
    if not isinstance(call, Call):
        raise TypeError("commands are run by remora.surfaces.cli.main")
    return call


def _badge(note: Note, entry: Entry) -> str:
    """The inspection's placeholder is all that it changes of a text."""
    return "" if entry.text == note.text else entry.text
