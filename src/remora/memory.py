"""The one store closure: every verb that the tool, the command line, hosts and plugins share, one call down each.

Holds a home's store and settings and, per conversation, what must be at hand within a turn. Decides nothing that
recall, learn or upkeep decide. Raises RemoraError where a verb cannot be carried out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

from remora.capture import Capture
from remora.cheap import Cheap, Inspect, Query
from remora.dreams import ASK_MS, Dreams
from remora.errors import RemoraError
from remora.learn import MANUAL, Draft, Imported, Learned, import_lines, learn, masked, opened
from remora.lessons import Lessons
from remora.meaning import Meaning
from remora.notes import GLOBAL, Note, Scope
from remora.projects import Projects
from remora.recall import DIVERSE, Recalled, Request, Sense, numbers, preset_named, recall
from remora.research import Research
from remora.settings import Settings
from remora.upkeep import (
    Outbox,
    Store,
    doctoring,
    explaining,
    exporting,
    forgetting,
    journalled,
    listing,
    lookup,
    projects,
    purging,
    stats,
    upgrades,
)
from remora.upkeep.conversations import Conversations
from remora.upkeep.doctoring import Report
from remora.upkeep.explaining import LoggedTurn, Why
from remora.upkeep.journalled import JournalEvent
from remora.upkeep.judging import Judging
from remora.upkeep.purging import Purged
from remora.upkeep.stats import Stats
from remora.vectors import Vectors
from remora.withheld import Withheld
from remora_hookspecs import Block, Entry, Session, Turn

LEAVE_SECONDS = 0.2  # a dream's step is over by then, and its lease is given back
EXIT_MS = 700  # the bus waits a second at exit: what cannot be written by then still has to reach the spool


class Memory:
    """Built by wiring, one a process and home; safe to share between threads."""

    def __init__(
        self, store: Store, settings: Settings, *, outbox: Outbox, host: str = "", meaning: Meaning | None = None,
        judging: Judging | None = None, query: Query | None = None, inspect: Inspect | None = None,
    ) -> None:  # fmt: skip
        """`meaning`: what makes vectors of notes and queries; without it recall goes by words. `judging`: the rules of
        the scan in this process; without it the shipped ones. `query` asks a cheap model, `inspect` says what it may
        read."""
        self._store, self._settings, self._outbox, self._host = store, settings, outbox, host
        self._meaning = meaning
        self.judging = judging or Judging(store)
        preset = preset_named(settings.preset)
        self.projects = Projects(store, settings)
        self._preset = preset
        self._of_turns = replace(
            preset, pool=settings.pool or preset.pool, near=settings.pool or preset.near,
            diversity=DIVERSE if settings.mmr else preset.diversity,
        )  # fmt: skip
        self._floor = settings.gate if preset.floor is None else preset.floor
        self._conversations = self._fresh()
        self.lessons = Lessons(store, outbox, self.project_of, on=settings.failures, judge=self.judging.scan)
        self.cheap = Cheap(store, settings, query, inspect)
        self.vectors = Vectors(store, meaning)
        self.withheld = Withheld(store, outbox, self.judging)
        embedding = meaning.embedding if meaning else None
        self.capture = Capture(
            store, outbox, self.cheap.ask, embedding, on=settings.capture, judge=self.judging.scan,
            readable=partial(self.cheap.readable, exit="capture"),
        )  # fmt: skip
        self.research = Research(settings, self._gated, self.project_of)
        self.dreams = Dreams(
            store, outbox, settings, partial(self.cheap.ask, timeout_ms=ASK_MS), embedding=embedding, host=host,
            judge=self.judging.scan, readable=partial(self.cheap.readable, exit="dream"),
        )  # fmt: skip

    # notes

    def add(
        self,
        text: str,
        *,
        project: str | None,
        scope: Scope | None = None,
        importance: float | None = None,
        trigger: str = "manual",
        session_id: str | None = None,
        host: str | None = None,
        model: str | None = None,
    ) -> Learned:
        """Store a text in the project, or globally; without a scope and a project, a person's note is global.

        Secrets are masked. Raises Refused for what is not stored, with the reason.
        """
        namespace = projects.namespace(self._store, project, scope, by_a_person=trigger in MANUAL)
        self.projects.know(project)
        draft = Draft(
            text=text, namespace=namespace, importance=importance, trigger=trigger,
            by_a_person=trigger in MANUAL, session_id=session_id, host=host or self._host or None, model=model,
        )  # fmt: skip
        embedding = self._meaning.embedding if self._meaning else None
        return learn(
            self._store, draft,
            scan_on_write=self._settings.scan_on_write, judge=self.judging.scan, embedding=embedding,
        )  # fmt: skip

    def search(self, query: str, *, project: str | None, limit: int = 5) -> Recalled:
        """The notes of the project and the global ones that answer `query`, best first; no gate."""
        return self._recall(query, project, limit=limit, floor=None)

    def explain(self, query: str, *, project: str | None) -> Recalled:
        """What a turn of this text would recall, with every stage's number and what cut each near miss."""
        return self._recall(query, project, limit=self._settings.notes_per_turn, floor=self._floor)

    def find(self, note_id: str) -> Note:
        """The note whose id begins so (four characters or more), archived or not.

        Raises UnknownNote, AmbiguousNote.
        """
        return lookup.find(self._store, note_id)

    def find_in(self, note_id: str, *, project: str | None) -> Note:
        """As `find`, among the notes that the project may see; others do not exist for it."""
        return lookup.find(self._store, note_id, within=projects.readable(self._store, project))

    def listing(
        self, *, project: str | None, scope: Scope | None = None, everywhere: bool = False, archived: bool = False,
        limit: int = 50,
    ) -> tuple[Note, ...]:  # fmt: skip
        """The newest notes first: of the project and the global ones, of one `scope` alone, or of all projects."""
        names = None if everywhere else projects.readable(self._store, project, scope)
        return listing.newest(self._store, names, limit=limit, archived=archived)

    def forget(self, note_id: str) -> Note:
        """Archive a note; nothing automatic stores its text again, and `undo` brings it back."""
        return forgetting.forget(self._store, lookup.find(self._store, note_id))

    def undo(self, note_id: str) -> Note:
        """Bring an archived note back. Raises Refused if the same text is stored again meanwhile."""
        return self.bring_back(note_id)[0]

    def bring_back(self, note_id: str) -> tuple[Note, ...]:
        """As `undo`; of a note that a dream merged, its members, which then stand in its place. All that is back."""
        note = lookup.find(self._store, note_id)
        members = self.dreams.restore(note) if note.archived_at is None else ()
        return members or (forgetting.undo(self._store, note),)

    def purge(self, note_ids: Sequence[str], *, everywhere: bool = False) -> Purged:
        """Delete notes for good, with the records that hold their text.

        `everywhere`: also from spool files, the log of blocked text, and with them all backups. Every id is looked
        up before the first note is deleted.
        """
        return purging.purge(self._store, self._outbox, self.to_purge(note_ids), everywhere=everywhere)

    def to_purge(self, note_ids: Sequence[str]) -> list[Note]:
        """The notes of these ids, without those that an interrupted purge has deleted already."""
        return purging.found(self._store, note_ids)

    def why(self, note_id: str) -> Why:
        """Where a note came from and what happened to it since."""
        return explaining.why(self._store, lookup.find(self._store, note_id))

    def last_turn(self, session_id: str | None = None) -> LoggedTurn | None:
        """What the newest turn, of one session or of all, asked for and was given."""
        self.flush()
        return explaining.last_turn(self._store, session_id)

    def last_turn_in(self, project: str | None) -> LoggedTurn | None:
        """As `last_turn`, of one project alone; for None, of the sessions that have none."""
        self.flush()
        return explaining.last_turn_in(self._store, project)

    # the store as a whole

    def import_file(
        self, path: Path, *, project: str | None, scope: Scope | None = None, session_id: str | None = None
    ) -> Imported:
        """Store what a file of JSON or markdown holds; lines that say their namespace keep it, unless `scope` says
        global: then all notes are. `-` is standard input."""
        with opened(path) as lines:
            return self.import_lines(lines, project=project, scope=scope, session_id=session_id)

    def import_lines(
        self, lines: Iterable[str], *, project: str | None, scope: Scope | None = None, session_id: str | None = None
    ) -> Imported:
        """As `import_file`, from lines that are open already."""
        namespace = projects.namespace(self._store, project, scope, by_a_person=True)
        self.projects.know(project)
        draft = Draft(text="", namespace=namespace, trigger="import", session_id=session_id, host=self._host or None)
        return import_lines(
            self._store, lines, draft,
            scan_on_write=self._settings.scan_on_write, judge=self.judging.scan, keep_namespaces=scope != GLOBAL,
        )  # fmt: skip

    def export(self, out: TextIO, unread: Callable[[int], object] = lambda count: None) -> int:
        """Write every note, archived ones too, as byte-stable JSON lines; returns how many.

        `unread` is told how many notes of a damaged file could not be read.
        """
        return exporting.export(self._store, out, unread)

    def doctor(self, *, vacuum: bool = False) -> Report:
        """Check the store and its surroundings; `vacuum` gives empty pages back to the disk first."""
        report = doctoring.examine(self._store, self._outbox, vacuum=vacuum)
        return Report((*report.checks, *self.vectors.checks()))

    def upgrade_to_tell(self) -> Path | None:
        """The backup of an earlier program's store that was upgraded and whose owner was not told yet; told once."""
        return upgrades.to_tell(self._store)

    def stats(self) -> Stats:
        """How much there is of what."""
        return stats.stats(self._store, self._outbox)

    # conversations: called in hooks, so nothing here writes before `flush`

    def recall_for(self, turn: Turn) -> Block | None:
        """What the turn is shown: few notes that matter for it and were not shown yet, or None."""
        if turn.session.role != "primary":  # a host's own errands are not the person's conversation
            return None
        self.warm()
        seen = self._conversations
        began = seen.milliseconds()
        project = projects.resolved(self._store, seen.project_of(turn.session))
        budget = self._settings.budget_chars if turn.budget_chars is None else turn.budget_chars
        request = Request(
            query=turn.text, now=self._store.clock(), project=project, limit=self._settings.notes_per_turn,
            floor=self._floor, budget_chars=min(budget, self._settings.budget_chars),
            exclude=seen.shown(turn.session), standing="\n".join((turn.text, *(text for _, text in turn.messages))),
        )  # fmt: skip
        recalled, poisoned = self._admitted(request)
        record = {"project": project, **numbers(recalled)}
        chars = sum(len(hit.note.text) for hit in recalled.hits)
        seen.log_turn(turn, record, chars=chars, milliseconds=seen.milliseconds() - began)
        # One poisoned note goes along for the bus to replace and log: that there is one must not stay unseen.
        entries = tuple(
            Entry(text=note.text, note_id=note.id) for note in (*(hit.note for hit in recalled.hits), *poisoned[:1])
        )
        return Block(entries=entries) if entries else None

    def warm(self, session: Session | None = None) -> None:
        """Load and embed in the background what turns will want: as a conversation begins, and with each turn.

        `session`: one that begins, so that its first turn does not wait for the vectors of its notes.
        """
        if self._meaning:
            first = session is not None and session.role == "primary"
            self._meaning.wake(projects.readable(self._store, self.project_of(session)) if session and first else ())

    def project_of(self, session: Session) -> str | None:
        """The project of a session: that of its first event."""
        return self._conversations.project_of(session)

    def scope_of(self, session: Session) -> Scope:
        """Where a note of this session goes when nobody says: to its project, or to all where it can have none.

        A session whose folder is gone has a project that cannot be told: nothing of it may become global.
        """
        return "global" if self._conversations.is_homeless(session) else "project"

    def mark_shown(self, session: Session, note_ids: Sequence[str]) -> None:
        """The session was shown these notes; they are not shown again until `forget_shown`."""
        self._conversations.mark_shown(session, note_ids)

    def forget_shown(self, session: Session) -> None:
        """The session lost its context: notes may be shown again."""
        self._conversations.forget_shown(session)

    def keep_for_next_turn(self, session: Session, blocks: Sequence[Block]) -> None:
        """Keep blocks for the session's next turn, in whatever process that runs."""
        self._conversations.keep(session, blocks)

    def kept_for(self, session: Session) -> tuple[Block, ...]:
        """The blocks that wait for this session; they are handed over once."""
        return self._conversations.kept_for(session)

    def journal(self, session: Session, kind: str, record: Mapping[str, object], *, event_id: str = "") -> None:
        """Note an event for capture; the same `event_id` of a session and kind counts once."""
        self._conversations.journal(session, kind, record, event_id)

    def events(self, session_id: str, *, after: int = 0, limit: int = 1_000) -> tuple[JournalEvent, ...]:
        """A session's journal after event number `after`, oldest first: turns, tool outcomes, what else was noted."""
        return journalled.since(self._store, session_id, after, limit)

    def flush(self, wait_ms: float = 1_000, session: Session | None = None) -> bool:
        """Write what the conversations left, waiting for other writers at most so long. False if it was spooled.

        `session`: whose call has ended; turns of others may be under way.
        """
        self._conversations.settle(session.id if session else None)
        return self._outbox.flush(wait_ms)

    def drain(self) -> int:
        """Write what other processes had to spool; returns how many records. Raises EnvironmentTrouble."""
        return self._outbox.drain()

    def leave(self) -> None:
        """The process is about to end: write what waits, within the second that the bus allows, and stop the model."""
        if self._meaning:
            self._meaning.begin_no_more()
        self.dreams.stop()
        self.capture.leave()
        self.cheap.leave()
        self.flush(wait_ms=EXIT_MS)
        self.judging.leave()
        self.lessons.leave()
        self.dreams.join(LEAVE_SECONDS)
        self.capture.settle(LEAVE_SECONDS)  # the scan under way, mostly over by now; nothing waits for a model
        if self._meaning:  # last: a model that loads just now may take all the time there is
            self._meaning.stop()

    def after_fork(self) -> None:
        """In a forked child: let go of what belongs to the parent."""
        self._store.after_fork()
        if self._meaning:
            self._meaning.after_fork()
        self.judging.after_fork()
        self._conversations = self._fresh()
        self.lessons.after_fork()
        self.dreams.after_fork()
        self.capture.after_fork()
        self.cheap.after_fork()

    # the part that strangers' plugins may use

    def remember(self, text: str, *, session: Session, importance: float | None = None) -> str:
        """Store a note in the session's project and return its id. Raises ValueError with the reason if refused."""
        try:
            learned = self.add(
                text, project=self.project_of(session), importance=importance, trigger="plugin",
                session_id=session.id or None, host=session.host or None, model=session.model,
            )  # fmt: skip
        except RemoraError as refused:
            raise ValueError(f"{refused.message} {refused.hint}".strip()) from refused
        return learned.note.id

    def recall(self, query: str, *, session: Session, limit: int = 5) -> tuple[Entry, ...]:
        """The notes of the session's project and the global ones that answer `query`, best first."""
        found = self.search(query, project=self.project_of(session), limit=limit)
        return tuple(Entry(text=hit.note.text, note_id=hit.note.id) for hit in found.hits)

    def _feel(self, query: str) -> Sense | None:
        return self._meaning.senses.feel(query) if self._meaning else None

    def _fresh(self) -> Conversations:
        return Conversations(self._store, self._outbox, self._settings, self._host, masked)

    def _gated(self, query: str, project: str | None, standing: str) -> Recalled:
        return self._recall(query, project, limit=self._settings.notes_per_turn, floor=self._floor, standing=standing)

    def _recall(
        self, query: str, project: str | None, *, limit: int, floor: float | None, standing: str = ""
    ) -> Recalled:
        request = Request(
            query=query, now=self._store.clock(), project=projects.resolved(self._store, project), limit=limit,
            floor=floor, standing=standing,
        )  # fmt: skip
        if floor is None:
            return recall(self._store, request, self._preset, self._feel)
        return self._admitted(request)[0]

    def _admitted(self, request: Request) -> tuple[Recalled, tuple[Note, ...]]:
        """What a turn recalls, and the poisoned notes that would have taken a place in it, best first."""
        poisoned: list[Note] = []
        while True:
            recalled = recall(self._store, request, self._of_turns, self._feel)
            blocked = self.judging.blocked([hit.note for hit in recalled.hits])
            if not blocked:
                return recalled, tuple(poisoned)
            poisoned += [hit.note for hit in recalled.hits if hit.note.id in blocked]
            request = replace(request, withheld=request.withheld | blocked)


__all__ = ["GLOBAL", "Imported", "Learned", "LoggedTurn", "Memory", "Purged", "Recalled", "Report",
           "Stats", "Why"]  # fmt: skip
