"""Before a command that failed in an earlier session, and beside an error seen before: one short piece of advice.

Two hooks in, one call down each. It never vetoes: the call runs, and the model reads the advice with it.
"""

from remora.errors import RemoraError
from remora.services import Services
from remora_hookspecs import Advice, ToolCall, ToolResult, hookimpl


class Failures:
    """Asks the lessons. Learning itself follows the answer, when the outcome is in the journal."""

    def __init__(self, services: Services) -> None:
        self._lessons = services.memory.lessons

    @hookimpl
    def tool_call(self, call: ToolCall) -> Advice | None:
        try:
            return self._lessons.before(call)
        except RemoraError:  # a store that cannot be read costs the hint
            return None

    @hookimpl
    def tool_result(self, result: ToolResult) -> Advice | None:
        try:
            return self._lessons.beside(result)
        except RemoraError:
            return None


def plugin(services: Services) -> Failures:
    """The factory that the entry point names."""
    return Failures(services)
