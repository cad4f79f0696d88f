"""Hermes's events of a conversation as those of the bus: its start, its turns, its compactions, its end.

Hermes calls it through `joining`, each callback by keywords and guarded there. Decides nothing.
"""

import uuid
from collections.abc import Callable

from remora.hosts.hermes.history import newest_summary, words
from remora.hosts.hermes.sessions import Seat, Sessions
from remora_hookspecs import Bus, Compaction, Turn

SPILL_CHARS = 10_000  # a longer text is moved into a file by Hermes, and the model gets its two ends
BETWEEN = "\n\n"

Standing = Callable[[], tuple[tuple[str, str], ...]]


class Events:
    """`standing` tells what the model reads in any case, so that nothing of it is said twice."""

    def __init__(self, bus: Bus, sessions: Sessions, standing: Standing) -> None:
        self._bus, self._sessions, self._standing = bus, sessions, standing

    def on_session_start(self, *, session_id: str = "", platform: str = "", model: str = "", **_: object) -> None:
        """A conversation was made. What the bus says to it waits for the first turn: Hermes takes no answer here."""
        self._seat(session_id, platform, model, new=True)

    def pre_llm_call(
        self,
        *,
        session_id: str = "",
        turn_id: str = "",
        user_message: object = "",
        conversation_history: object = (),
        is_first_turn: bool = False,
        model: str = "",
        platform: str = "",
        **_: object,
    ) -> dict[str, str] | None:
        """The model is about to see a user turn; what is answered stands behind the person's words."""
        seat = self._seat(session_id, platform, model, new=is_first_turn)
        if seat is None:
            return None
        self._tell_compaction(seat, conversation_history)
        start = seat.take_start()
        seat.turn = Turn(
            session=seat.session,
            id=turn_id or uuid.uuid4().hex,
            text=words(user_message),
            budget_chars=max(0, SPILL_CHARS - len(start) - len(BETWEEN)),
            messages=self._standing(),
        )
        said = BETWEEN.join(text for text in (start, self._bus.context(seat.turn).text) if text)
        return {"context": said} if said else None

    def post_llm_call(
        self,
        *,
        session_id: str = "",
        turn_id: str = "",
        user_message: object = "",
        assistant_response: object = "",
        conversation_history: object = (),
        **_: object,
    ) -> None:
        """The model has answered. A compaction in the middle of the turn is found here."""
        seat = self._sessions.known(session_id)
        if seat is None:
            return
        turn, seat.turn = seat.turn, None
        if turn is None or turn_id not in ("", turn.id):
            turn = Turn(session=seat.session, id=turn_id or uuid.uuid4().hex, text=words(user_message))
        self._bus.turn_end(turn, words(assistant_response))
        self._tell_compaction(seat, conversation_history)

    def on_session_finalize(self, *, session_id: str | None = None, **_: object) -> None:
        """A conversation ends. `hermes -z` and programs that use Hermes as a library never tell."""
        seat = self._sessions.end(session_id or "")
        if seat is not None:
            self._bus.session_shutdown(seat.session)

    def compacting(self, session_id: str) -> None:
        """Context is about to be lost. Only the slot for memory hears of it beforehand."""
        seat = self._sessions.known(session_id)
        if seat is not None:
            self._bus.session_compact(Compaction(session=seat.session, phase="before", trigger="auto"))

    def compacted(self, session_id: str) -> None:
        """Context was lost; the slot for memory is not shown what came in its place."""
        seat = self._sessions.known(session_id)
        if seat is not None:
            self._bus.session_compact(Compaction(session=seat.session, phase="after", trigger="auto"))

    def _seat(self, session_id: str, platform: str, model: str, *, new: bool) -> Seat | None:
        seat = self._sessions.known(session_id)
        if seat is None:
            seat = self._sessions.begin(session_id, platform=platform, model=model, new=new)
            if seat is not None:
                seat.start = self._bus.session_start(seat.session).text
        return seat

    def _tell_compaction(self, seat: Seat, messages: object) -> None:
        """Fire for a summary that was not told. One that lay in the history when it was first seen is an old one."""
        found = newest_summary(messages)
        first, seat.looked = not seat.looked, True
        if found is None or found.digest in seat.summaries:
            return
        seat.summaries.add(found.digest)
        if found.fresh or not first:
            self._bus.session_compact(
                Compaction(session=seat.session, phase="after", trigger="auto", summary=found.text)
            )
