"""Does a plugin keep the contract? Every hook it implements is asked with ordinary and odd payloads."""

import time
from collections.abc import Iterator

from remora_hookspecs.bus import checks
from remora_hookspecs.bus.ask import Asker, Status
from remora_hookspecs.bus.registry import BadPlugin, Impl, Registry
from remora_hookspecs.testing.report import raise_for
from remora_hookspecs.testing.samples import Samples
from remora_hookspecs.types import Block, ToolSpec

NAME = "under:test"
PATIENCE_MS = 2_000  # a call of the suite; more than the bus's own clock, since a test machine may be busy
ADVICE = ("session_start", "context", "tool_call", "tool_result", "session_compact")


def check_plugin(plugin: object, *, deadline_ms: int = PATIENCE_MS) -> None:
    """Raise Nonconforming, with every breach, unless `plugin` keeps the contract.

    Checked are its registration, and that no hook raises, exits, answers the wrong type, or takes longer than
    `deadline_ms`. Its tools must have schemas and give a reply, and it must answer None for other plugins' tools.
    """
    registry = Registry()
    try:
        registry.register(plugin, NAME, ours=False)
    except BadPlugin as refused:
        raise_for([str(refused)])
    findings: list[str] = []

    def watch(impl: Impl, status: Status, value: object) -> None:
        if status != "answered":
            findings.append(f"{impl.hook}: {_WORDS[status]}" + (f" ({value})" if value else ""))

    asker = Asker(time.monotonic, watch)
    tools: list[ToolSpec] = []
    for hook, arguments, check in _questions():
        for _, value in asker.ask(registry.hooks[hook], arguments, check, time.monotonic() + deadline_ms / 1000):
            tools += value if hook == "tools" else ()
    for tool in ("a_tool_of_nobody", *(tool.name for tool in tools)):
        for request in Samples().requests(tool):
            until = time.monotonic() + deadline_ms / 1000
            found = asker.ask(registry.hooks["run_tool"], (request,), checks.reply, until)
            if tool == "a_tool_of_nobody" and found:
                findings.append("run_tool: answers for a tool that is not its own; return None there")
            if tool != "a_tool_of_nobody" and not found:
                findings.append(f"run_tool: no reply for its own tool {tool}; say what is wrong with ok=False")
    names = [tool.name for tool in tools]
    findings += [f"tools: {name} is offered twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    asker.stop()
    raise_for(findings)


_WORDS: dict[Status, str] = {
    "failed": "raises",
    "rubbish": "answers what the hook does not allow",
    "late": "is late",
    "skipped": "is still busy with an earlier call",
}


def _whole_block(impl: Impl, value: object) -> Block | None:
    """As the bus checks blocks, but an entry that the bus would leave out is a breach."""
    block = checks.block(impl, value)
    if isinstance(value, Block) and len(value.entries) > (len(block.entries) if block else 0):
        raise checks.Rubbish("a block with an entry whose text is blank or unreadable, or whose note id is no id")
    return block


def _questions() -> Iterator[tuple[str, tuple[object, ...], checks.Check]]:
    samples = Samples()
    payloads: dict[str, tuple[object, ...]] = {
        "session_start": samples.sessions(),
        "context": samples.turns(),
        "tool_call": samples.calls(),
        "tool_result": samples.results(),
        "session_compact": samples.compactions(),
    }
    for hook in ADVICE:
        for payload in payloads[hook]:
            yield hook, (payload,), _whole_block
    for turn in samples.turns():
        yield "turn_end", (turn, "the model's words"), checks.told
    for entries in samples.entries():
        yield "inspect", (entries,), checks.verdicts(len(entries))
    yield "scan_rules", (), checks.scan_rules
    yield "tools", (), checks.tool_specs
    yield "cheap_query", ("Say yes.",), checks.text
    for session in samples.sessions():
        yield "session_shutdown", (session,), checks.told
