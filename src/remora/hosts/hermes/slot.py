"""What fills Hermes's slot for memory: its provider interface, each method as events of the same adapter.

Called by Hermes, found by `provider`. Where the plugin's door is open too, that one answers, and this one tells only
what it alone hears: that context is about to be lost, and that a conversation has ended.
"""

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from remora.hosts.hermes import doors, host, joining
from remora.hosts.hermes.guard import guarded
from remora.hosts.hermes.replay import replay

PRIMARY = ("", "primary")  # what Hermes calls the person's own conversation; its other contexts are errands


class Slot:
    """The provider's methods. `provider` marries them to Hermes's abstract class, which exists inside Hermes alone."""

    def __init__(self) -> None:
        self._rider: doors.Rider | None = None
        self._answers = False
        """Whether this door answers, or the plugin's does."""
        self._session, self._platform, self._turns = "", "", 0
        self._compacting = False

    @property
    def name(self) -> str:
        return host.PLUGIN

    def is_available(self) -> bool:
        return True

    def initialize(self, session_id: str, **said: Any) -> None:
        """A conversation has this provider. Errands get none."""
        home = Path(str(said.get("hermes_home") or host.home()))
        self._session, self._platform = session_id, str(said.get("platform") or "")
        if str(said.get("agent_context") or "") not in PRIMARY:
            return
        beside = doors.plugin_of(home)
        self._rider, self._answers = beside or self._open(home), beside is None

    def system_prompt_block(self) -> str:
        """Nothing: a prompt that changes costs the person their provider's cache."""
        return ""

    def prefetch(self, query: str, *, session_id: str = "") -> str:
        """What matters for this turn. Hermes does not say which conversation, so it is the one it began."""
        rider = self._answering()
        if rider is None:
            return ""
        self._turns += 1
        answer = rider.events.pre_llm_call(
            session_id=session_id or self._session,
            turn_id=f"{self._session}-{self._turns}",
            user_message=query,
            is_first_turn=self._turns == 1,
            platform=self._platform,
        )
        return answer["context"] if answer else ""

    def queue_prefetch(self, query: str, *, session_id: str = "") -> None:
        """Nothing: a turn is answered when it comes."""

    def sync_turn(
        self, user_content: str, assistant_content: str, *, session_id: str = "", messages: object = None
    ) -> None:
        """A turn is over: its tool calls, then its end. Hermes calls this on a thread of its own."""
        rider = self._answering()
        if rider is None:
            return
        session = session_id or self._session
        replay(rider.tools, session, messages if isinstance(messages, Sequence) else ())
        rider.events.post_llm_call(session_id=session, user_message=user_content, assistant_response=assistant_content)

    def get_tool_schemas(self) -> list[dict[str, object]]:
        """Our tools, unless the plugin's door has brought them. Hermes asks before it initializes."""
        home = host.home()
        if doors.plugin_of(home) is not None:
            return []
        self._rider = self._rider or self._open(home)
        return [joining.schema(spec) for spec in self._rider.remora.bus.tools()] if self._rider else []

    def handle_tool_call(self, tool_name: str, args: Mapping[str, Any], **said: Any) -> str:
        """A call of one of these tools, as JSON."""
        if self._rider is None:
            return joining.NOT_DONE
        tool = tool_name.removeprefix(joining.PREFIX)
        return joining.handler(self._rider, host.profile(), tool)(
            args, session_id=said.get("session_id") or self._session
        )

    def on_turn_start(self, turn_number: int, message: str, **_: Any) -> None:
        """A turn begins, so no compaction is under way; `prefetch` follows at once."""
        self._compacting = False

    def on_pre_compress(self, messages: Sequence[Mapping[str, Any]]) -> str:
        """Context is about to be lost. Nothing goes into Hermes's summary: it is read back by ourselves."""
        self._compacting = True
        if self._rider is not None:
            self._rider.events.compacting(self._session)
        return ""

    def on_session_switch(
        self, new_session_id: str, *, parent_session_id: str = "", reset: bool = False, rewound: bool = False,
        **said: Any,
    ) -> None:  # fmt: skip
        """The conversation goes on under this id: after a compaction (often the same), or as another one."""
        self._session = new_session_id or self._session
        self._turns = 0 if reset else self._turns
        if said.get("reason") == "compression":
            self._compacting = False
            if (rider := self._answering()) is not None:
                rider.events.compacted(self._session)

    def on_session_end(self, messages: Sequence[Mapping[str, Any]]) -> None:
        """A conversation has ended; some versions also say so at a compaction, which is not its end."""
        if self._rider is not None and not self._compacting:
            self._rider.events.on_session_finalize(session_id=self._session)

    def on_memory_write(self, action: str, target: str, content: str, metadata: object = None) -> None:
        """Nothing: Hermes's own memory file stands in every prompt, and we say nothing that stands there."""

    def on_delegation(self, task: str, result: str, *, child_session_id: str = "", **_: Any) -> None:
        """Nothing: errands are not the person's conversation."""

    def get_config_schema(self) -> list[dict[str, object]]:
        """Nothing to ask: settings are Remora's own, or `plugins.entries.remora.settings`."""
        return []

    def save_config(self, values: Mapping[str, Any], hermes_home: str) -> None:
        """Nothing is asked, so nothing is saved."""

    def backup_paths(self) -> list[str]:
        """The memory lies outside Hermes's folder; its backup takes databases over safely."""
        from remora.home import named_home

        return [str(named_home(None))]

    def shutdown(self) -> None:
        """Write what waits; the bus itself leaves with the process."""
        if self._rider is not None:
            self._rider.remora.memory.flush()

    def _answering(self) -> doors.Rider | None:
        return self._rider if self._answers else None

    def _open(self, home: Path) -> doors.Rider | None:
        return doors.rider(home, host.profile(), host.config())


FAILED: Mapping[str, object] = {
    "prefetch": "", "system_prompt_block": "", "on_pre_compress": "", "get_tool_schemas": [], "get_config_schema": [],
    "backup_paths": [], "handle_tool_call": joining.NOT_DONE,
}  # fmt: skip


def provider() -> Any:
    """An instance of Hermes's own abstract class with the methods of `Slot`, each guarded."""
    base = importlib.import_module("agent.memory_provider").MemoryProvider
    methods = {
        name: guarded(method, FAILED.get(name))
        for name, method in vars(Slot).items()
        if not name.startswith("_") and callable(method)
    }
    return type("RemoraProvider", (Slot, base), methods)()
