"""What a process must know of the sessions it serves: project, notes shown, blocks kept, turns to log.

Called by the memory facade in hooks. Reads the store, never writes it: records go to the outbox.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from remora.notes import GLOBAL
from remora.project import is_nowhere, key_of
from remora.settings import Settings
from remora.store import Outbox, Store, kept, new_id, sessions, shown
from remora.store.turnlog import LoggedTurn
from remora.text.tokens import CHARS_PER_TOKEN
from remora_hookspecs import Block, Entry, Session, Turn

SESSIONS = 256  # at hand in one process; what falls out is read from the store again


@dataclass(slots=True)
class _Seen:
    """One session: what need not be looked up twice, and what the store may not hold yet."""

    project: str | None
    shown: set[str] = field(default_factory=set)
    reset: bool = False  # the ledger in the store is out of date
    delivered: set[str] = field(default_factory=set)


class Conversations:
    """One a process. Threads may share it: two turns of one session do not run at once."""

    def __init__(self, store: Store, outbox: Outbox, settings: Settings, host: str, mask: Callable[[str], str]) -> None:
        """`mask` takes the secrets out of a text."""
        self._store, self._outbox, self._settings, self._host, self._mask = store, outbox, settings, host, mask
        self._sessions: OrderedDict[str, _Seen] = OrderedDict()
        self._lock = threading.Lock()
        self._turns: list[LoggedTurn] = []
        self._handed_out: dict[str, list[str]] = {}

    def milliseconds(self) -> float:
        """A clock to measure a turn by."""
        return time.perf_counter() * 1_000

    def project_of(self, session: Session) -> str | None:
        """The project of the session's first event, in whatever process that was."""
        return self._seen(session).project

    def is_homeless(self, session: Session) -> bool:
        """Whether the session can have no project: it has no folder at all, or lies in the person's home folder."""
        if self.project_of(session) is not None:
            return False
        return session.project == GLOBAL or not session.cwd or is_nowhere(Path(session.cwd))

    def shown(self, session: Session) -> frozenset[str]:
        """The ids of the notes that the session was shown since it last lost its context."""
        seen = self._seen(session)
        known = session.id and not seen.reset
        stored = shown.ids(self._store.read(), session.id, self._outbox.peek()) if known else set()
        return frozenset(stored | seen.shown)

    def mark_shown(self, session: Session, note_ids: Sequence[str]) -> None:
        """Record what was handed out."""
        self._seen(session).shown.update(note_ids)
        with self._lock:
            self._handed_out.setdefault(session.id, []).extend(note_ids)
        if note_ids and session.id:
            self._outbox.put("shown", session=session.id, notes=list(note_ids))

    def forget_shown(self, session: Session) -> None:
        """The context is gone, and with it what was shown."""
        seen = self._seen(session)
        seen.shown.clear()
        seen.reset = True
        if session.id:
            self._outbox.put("reset_shown", session=session.id)

    def keep(self, session: Session, blocks: Sequence[Block]) -> None:
        """Let blocks wait in the store for the session's next turn."""
        for block in blocks:
            self._outbox.put("kept", session=session.id, block={**_packed(block), "id": new_id()})

    def kept_for(self, session: Session) -> tuple[Block, ...]:
        """The blocks that wait, oldest first; each is handed over once."""
        seen = self._seen(session)
        found = kept.pending(self._store.read(), session.id, self._outbox.peek())
        waiting = [one for one in found if one.id not in seen.delivered]
        if waiting:
            seen.delivered.update(one.id for one in waiting)
            self._outbox.put("delivered", session=session.id, blocks=[one.id for one in waiting])
        return tuple(_unpacked(one.block) for one in waiting)

    def journal(self, session: Session, kind: str, record: Mapping[str, object], event_id: str) -> None:
        """Let an event wait for the journal."""
        self._seen(session)
        self._outbox.put("event", session=session.id, event=kind, event_id=event_id or new_id(), record=record)

    def log_turn(self, turn: Turn, record: Mapping[str, object], *, chars: int, milliseconds: float) -> None:
        """Remember what a turn was given; it is masked and written after the answer, by `settle`."""
        measured = {
            "host": turn.session.host or self._host,
            "milliseconds": round(milliseconds, 2),
            "chars": chars,
            "tokens": round(chars / CHARS_PER_TOKEN),
        }
        logged = LoggedTurn(
            session=turn.session.id, turn=turn.id, at=self._store.clock(), query=turn.text,
            record={**record, **measured},
        )  # fmt: skip
        with self._lock:
            self._turns.append(logged)

    def settle(self, session_id: str | None = None) -> None:
        """Mask what the turns said and hand it to the outbox. Called after the answer: masking takes its time.

        Of one session, or of all: a turn of another that is under way was not handed its notes yet.
        """
        with self._lock:
            mine = [turn for turn in self._turns if session_id in (None, turn.session)]
            self._turns = [turn for turn in self._turns if session_id not in (None, turn.session)]
            names = list(self._handed_out) if session_id is None else [session_id]
            given = {name: self._handed_out.pop(name, []) for name in names}
        for turn in mine:
            query = self._mask(turn.query)
            record = {**turn.record, "delivered": given.get(turn.session, [])}
            if query != turn.query:  # the words of the query are pieces of the secret
                record.update(content_words=[], frequencies={})
            self._outbox.put("turn", session=turn.session, turn=turn.turn, at=turn.at, query=query, record=record)

    def _seen(self, session: Session) -> _Seen:
        known = self._sessions.get(session.id)
        if known is not None:
            return known
        project = self._first_project(session)
        known = _Seen(project)
        if session.id:
            self._sessions[session.id] = known
            if len(self._sessions) > SESSIONS:
                self._sessions.popitem(last=False)
            self._outbox.put(
                "session", id=session.id, host=session.host or self._host,
                profile=session.profile or self._settings.profile, project=project, role=session.role,
            )  # fmt: skip
        return known

    def _first_project(self, session: Session) -> str | None:
        """What the store knows, else what settings or host say, else what the folder says."""
        stored = sessions.project_of(self._store.read(), session.id) if session.id else None
        named = stored or self._settings.project or session.project
        if named:
            return None if named == GLOBAL else named
        return key_of(Path(session.cwd)) if session.cwd else None


def _packed(block: Block) -> dict[str, object]:
    entries = [{"text": entry.text, "note_id": entry.note_id, "detail": entry.detail} for entry in block.entries]
    return {"source": block.source, "entries": entries}


def _unpacked(block: Mapping[str, object]) -> Block:
    rows = block.get("entries")
    entries = [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []
    return Block(
        entries=tuple(
            Entry(
                text=str(row.get("text", "")),
                note_id=str(row["note_id"]) if row.get("note_id") is not None else None,
                detail=str(row.get("detail") or ""),
            )
            for row in entries
        ),
        source=str(block.get("source", "")),
    )
