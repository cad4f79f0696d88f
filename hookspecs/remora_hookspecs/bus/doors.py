"""The bus for hosts that await: the same calls, on the bus's own threads, so that no event loop stands still.

`Bus` inherits it. It adds nothing to what the calls do.
"""

from abc import abstractmethod

from remora_hookspecs.answer import Answer
from remora_hookspecs.bus.runners import Runners
from remora_hookspecs.types import Compaction, Session, ToolCall, ToolReply, ToolRequest, ToolResult, Turn


class AsyncDoors:
    """`await bus.acontext(turn)` is `bus.context(turn)`, and so on for every event and for tools."""

    def __init__(self) -> None:
        self._runners = Runners()

    async def asession_start(self, session: Session) -> Answer:
        return await self._runners.run(self.session_start, session)

    async def acontext(self, turn: Turn) -> Answer:
        return await self._runners.run(self.context, turn)

    async def aturn_end(self, turn: Turn, reply: str) -> None:
        await self._runners.run(self.turn_end, turn, reply)

    async def atool_call(self, call: ToolCall) -> Answer:
        return await self._runners.run(self.tool_call, call)

    async def atool_result(self, result: ToolResult) -> Answer:
        return await self._runners.run(self.tool_result, result)

    async def asession_compact(self, compaction: Compaction) -> None:
        await self._runners.run(self.session_compact, compaction)

    async def asession_shutdown(self, session: Session) -> None:
        await self._runners.run(self.session_shutdown, session)

    async def arun_tool(self, request: ToolRequest) -> ToolReply:
        return await self._runners.run(self.run_tool, request)

    @abstractmethod
    def session_start(self, session: Session) -> Answer: ...
    @abstractmethod
    def context(self, turn: Turn) -> Answer: ...
    @abstractmethod
    def turn_end(self, turn: Turn, reply: str) -> None: ...
    @abstractmethod
    def tool_call(self, call: ToolCall) -> Answer: ...
    @abstractmethod
    def tool_result(self, result: ToolResult) -> Answer: ...
    @abstractmethod
    def session_compact(self, compaction: Compaction) -> None: ...
    @abstractmethod
    def session_shutdown(self, session: Session) -> None: ...
    @abstractmethod
    def run_tool(self, request: ToolRequest) -> ToolReply: ...
