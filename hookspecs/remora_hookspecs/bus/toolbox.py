"""The tools that plugins offer: the list for the host, and each call's way to the plugin whose tool it is.

`Bus` calls it. A tool of the product cannot be taken over by a stranger that offers one of the same name.
"""

from remora_hookspecs.answer import NOTHING, Answer
from remora_hookspecs.bus import checks
from remora_hookspecs.bus.budget import fit
from remora_hookspecs.bus.engine import Engine
from remora_hookspecs.bus.registry import Hook, Impl
from remora_hookspecs.plain import plain
from remora_hookspecs.types import Block, Entry, ToolReply, ToolRequest, ToolSpec

REPLY_CHARS = 64_000  # the most a reply may be: four notes of the greatest size


class Toolbox:
    """Knows which plugin named which tool, from the last time anybody asked."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._owners: dict[str, str] = {}

    def offered(self, until: float) -> tuple[tuple[ToolSpec, ...], Answer]:
        """All tools, the product's first, each name once; and what the inspection withheld of strangers' ones."""
        found = self._engine.asker.ask(self._engine.registry.hooks["tools"], (), checks.tool_specs, until)
        mine = [(impl, tool) for impl, tools in found if impl.ours for tool in tools]
        theirs = [(impl, tool) for impl, tools in found if not impl.ours for tool in tools]
        judged = self._engine.inspected([_description(impl, tool) for impl, tool in theirs], until)
        bad = {withheld.entry for withheld in judged.withheld}
        sound = [(impl, tool) for impl, tool in theirs if _description(impl, tool).entries[0] not in bad]
        offered: dict[str, ToolSpec] = {}
        owners: dict[str, str] = {}
        for impl, tool in (*mine, *sound):
            if tool.name not in offered:
                offered[tool.name], owners[tool.name] = tool, impl.plugin
        self._owners = owners
        return tuple(offered.values()), Answer(withheld=judged.withheld)

    def run(self, request: ToolRequest, soon: float, until: float) -> tuple[ToolReply, Answer]:
        """The reply of the plugin that offers the tool; `soon` bounds the search for it, `until` its work."""
        if request.tool not in self._owners:
            self.offered(soon)
        owner = self._owners.get(request.tool)
        if owner is None:
            return refusal("no tool of this name is offered; nothing was done"), NOTHING
        hook = self._engine.registry.hooks["run_tool"]
        only = Hook(
            ours=tuple(impl for impl in hook.ours if impl.plugin == owner),
            strangers=tuple(impl for impl in hook.strangers if impl.plugin == owner),
        )
        found = self._engine.asker.ask(only, (request,), checks.reply, until)
        if not found:
            return refusal("the tool failed or was late; it is not known whether it did anything"), NOTHING
        impl, reply = found[0]
        blocks = fit([Block(entries=reply.entries, source=impl.plugin)], [0], REPLY_CHARS)
        if reply.entries and not blocks:
            return refusal("the tool's reply was too long to be shown"), NOTHING
        answer = self._engine.inspected(blocks, until)
        return ToolReply(entries=answer.blocks[0].entries if answer.blocks else (), ok=reply.ok), answer


def refusal(text: str) -> ToolReply:
    """The bus's own words to a model whose tool call did not succeed."""
    return ToolReply(entries=(Entry(text=text),), ok=False)


def _description(impl: Impl, tool: ToolSpec) -> Block:
    """All that a model would read of the tool, as one text to inspect."""
    text = "\n".join((tool.description, *_texts(plain(tool.parameters))))
    return Block(entries=(Entry(text=text),), source=impl.plugin)


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in (key, *_texts(item))]
    if isinstance(value, list):
        return [text for item in value for text in _texts(item)]
    return []
