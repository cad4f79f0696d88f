"""The door of the dialects: what a client heard from its host, answered in the host's own words.

Called by the resident process, from several threads at once, once an event. Never raises and never waits for more than
the bus does.
"""

import logging
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

from remora.hosts.hooks.body import MOST_ID, Body
from remora.hosts.hooks.claude import CLAUDE
from remora.hosts.hooks.codex import CODEX
from remora.hosts.hooks.conversation import Conversation
from remora.hosts.hooks.dialect import ROOM, Dialect
from remora.hosts.hooks.heard import Heard
from remora.hosts.hooks.hermes_shell import HERMES_SHELL
from remora.hosts.hooks.seats import Seats
from remora.wiring import Remora
from remora_hookspecs import Session, trace

DIALECTS: Mapping[str, Dialect] = MappingProxyType({one.host: one for one in (CLAUDE, CODEX, HERMES_SHELL)})
"""Another host is another line."""

_log = logging.getLogger("remora.hooks")


class Dialects:
    """`riders(profile)` is the memory of a profile, None where it cannot be had."""

    def __init__(
        self, riders: Callable[[str], Remora | None], *, clock: Callable[[], float] = time.time
    ) -> None:  # fmt: skip
        self._riders, self._clock = riders, clock
        self._seats = Seats()

    def answer(self, heard: Heard) -> bytes:
        """The bytes for the host's stdout, b"" for silence."""
        try:
            return self._answer(heard)
        except Exception as fault:  # noqa: BLE001 - the entry point of a host's event: it never meets a fault of ours
            _log.warning("%s of %s: nothing was answered (%s)", heard.event, heard.host, type(fault).__name__,
                         exc_info=trace.exc_info(fault))  # fmt: skip
            return b""

    def close(self) -> None:
        """Let go of all conversations; whoever lent the memories closes them."""
        self._seats.clear()

    def _answer(self, heard: Heard) -> bytes:
        dialect = DIALECTS.get(heard.host)
        reader = dialect.events.get(heard.event) if dialect else None
        if dialect is None or reader is None:
            _log.info("%.40s of %.40s: nobody understands it", heard.event, heard.host)
            return b""
        body = Body.of(heard.body)
        session_id = body.id("session_id") if body else ""
        if body is None or not session_id:
            _log.warning("%s of %s: it is no event, and was left", heard.event, heard.host)
            return b""
        if dialect.errand(body):
            return b""
        remora = self._riders(heard.profile)
        if remora is None:
            return b""
        session = Session(
            id=session_id, host=dialect.host, profile=remora.settings.profile,
            cwd=body.text("cwd") or heard.cwd or None, model=body.text("model", most=MOST_ID) or None,
        )  # fmt: skip
        seat = self._seats.of(session)
        told = Conversation(remora, self._seats, seat, dialect, body, key=heard.id, late=self._late(heard))
        said = "\n".join(part for part in [told.tell(happened) for happened in reader(body)] if part)
        if heard.event not in dialect.spoken:
            seat.let_wait(said)
            return b""
        if len(said) > ROOM:
            _log.warning("%s of %s: the answer is too long for the host", heard.event, heard.host)
            return b""
        return dialect.answer(heard.event, said)

    def _late(self, heard: Heard) -> bool:
        """Whether nobody waits any more: it lay in the spool, or its time ran out before we came to it."""
        return heard.deadline_ms <= 0 or self._clock() * 1_000 >= heard.at_ms + heard.deadline_ms
