"""Does a host adapter keep the contract? It plays one scripted conversation on buses that watch what it does."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence

from remora_hookspecs.bus import Bus
from remora_hookspecs.bus.registry import EVENTS
from remora_hookspecs.render import OPEN
from remora_hookspecs.testing import recorder as words
from remora_hookspecs.testing.recorder import Raises, Recorder, Sleeps
from remora_hookspecs.testing.report import raise_for
from remora_hookspecs.testing.samples import SCRIPT, Script
from remora_hookspecs.types import Compaction, ToolCall, ToolResult, Turn, session_of

Play = Callable[[Bus, Script], Sequence[str]]
LONG_MS = 150  # the clock a host has by default
SHORT_MS = 30  # the clock of the bus with a sleeper: the suite waits it out once


def check_host(play: Play, *, events: Collection[str] = EVENTS, script: Script = SCRIPT) -> None:
    """Raise Nonconforming, with every breach, unless the adapter behind `play` keeps the contract.

    `play(bus, script)` runs the conversation through the adapter, from start to end, and returns for each turn all
    that the model was given in it: the person's words, what memory added, results of tools. `events` are those that
    the host can fire at all. Checked are their order and arguments, that answers reach the model and withheld text
    does not, and that neither a bus without plugins nor plugins that fail, exit and sleep change anything else.
    """
    seen = Recorder()
    given = _played(play, script, seen)
    findings = [*_order(seen, script, events), *_arguments(seen, script), *_words(given, script, events)]
    bare = list(play(Bus(), script))
    if any(OPEN in text for text in bare):
        findings.append("on a bus without plugins the model is given a block")
    findings += _person(bare, script, "on a bus without plugins")
    beside = Recorder()
    try:
        if _played(play, script, beside, strangers=True) != given:
            findings.append("plugins that fail or are late change what the model is given")
        if [event for event, _ in beside.told] != [event for event, _ in seen.told]:
            findings.append("plugins that fail or are late change which events are fired")
    except BaseException as error:  # the finding itself: whatever a plugin does, a host goes on
        if isinstance(error, KeyboardInterrupt):
            raise
        findings.append(f"plugins that fail make the host fail ({type(error).__name__})")
    raise_for(findings)


def _played(play: Play, script: Script, seen: Recorder, *, strangers: bool = False) -> list[str]:
    """One conversation on a bus with the recorder, beside misbehaving plugins if wanted."""
    bus = Bus(keep_for_next_turn=seen.keep, kept_for=seen.deliver, deadline_ms=SHORT_MS if strangers else LONG_MS)
    bus.register(seen, "remora:recorder", ours=True)
    woken = threading.Event()
    if strangers:
        bus.register(Raises(), "stranger:raises")
        bus.register(Sleeps(woken), "stranger:sleeps")
    try:
        return list(play(bus, script))
    finally:
        woken.set()
        bus.close()


def _order(seen: Recorder, script: Script, events: Collection[str]) -> Iterator[str]:
    expected = [event for event in _expected(script) if event in events]
    fired = [event for event, _ in seen.told]
    # a host may tell of a compaction before, after, or both
    once = [event for n, event in enumerate(fired) if event != "session_compact" or fired[n - 1 : n] != [event]]
    if once != expected:
        yield f"events are fired as {', '.join(once) or 'none'}; the conversation has {', '.join(expected)}"


def _expected(script: Script) -> Iterator[str]:
    yield "session_start"
    for turn in script.turns:
        yield "context"
        for _ in turn.tools:
            yield from ("tool_call", "tool_result")
        yield "turn_end"
        if turn.compact_after:
            yield "session_compact"
    yield "session_shutdown"


def _arguments(seen: Recorder, script: Script) -> Iterator[str]:
    sessions = [session for _, payload in seen.told if (session := session_of(payload)) is not None]
    ids = {session.id for session in sessions}
    if len(ids) != 1 or not all(ids):
        yield f"events of one conversation bear the session ids {sorted(ids)}; they share one, and it is not empty"
    if not all(session.host for session in sessions):
        yield "Session.host is empty: notes could not say where they came from"
    turns = [payload for _, payload in seen.told if isinstance(payload, Turn)]
    ends = [payload for event, payload in seen.told if event == "turn_end" and isinstance(payload, tuple)]
    calls = [payload for _, payload in seen.told if isinstance(payload, ToolCall)]
    results = [payload for _, payload in seen.told if isinstance(payload, ToolResult)]
    compactions = [payload for _, payload in seen.told if isinstance(payload, Compaction)]
    tools = [tool for turn in script.turns for tool in turn.tools]
    if turns and [turn.text for turn in turns] != [turn.text for turn in script.turns]:
        yield "Turn.text is not what the person said"
    if len({turn.id for turn in turns}) != len(turns):
        yield "Turn.id does not tell turns apart"
    if ends and [(turn.text, reply) for turn, reply in ends] != [(turn.text, turn.reply) for turn in script.turns]:
        yield "turn_end does not bring the turn and the model's reply to it"
    if calls and [(call.tool, call.command) for call in calls] != [(tool.tool, tool.command) for tool in tools]:
        yield "ToolCall does not name the tool and its command"
    if len({call.id for call in calls}) != len(calls):
        yield "ToolCall.id does not tell calls apart"
    if calls and results and [result.call.id for result in results] != [call.id for call in calls]:
        yield "ToolResult.call is not the call that was announced"
    for result, tool in zip(results, tools, strict=False):
        if result.exit_code not in (None, tool.exit_code):
            yield f"ToolResult.exit_code is {result.exit_code} for a command that ended in {tool.exit_code}"
        if not result.ran or tool.output not in result.output:
            yield "ToolResult does not hold what the tool wrote"
    for compaction in compactions:
        if compaction.phase == "after" and compaction.summary not in (None, script.summary):
            yield "Compaction.summary is not the summary"


def _words(given: Sequence[str], script: Script, events: Collection[str]) -> Iterator[str]:
    """What the model was given: each answer where it belongs, once, and nothing that was withheld."""
    yield from _person(given, script, "with plugins")
    if len(given) != len(script.turns):
        return
    if any(words.POISON in text for text in given):
        yield "text that the inspection withheld reaches the model: hand on what the bus answers, nothing else"
    if "session_start" in events and words.START not in given[0]:
        yield "the answer to session_start does not reach the model"
    compacted = False
    for turn, text in zip(script.turns, given, strict=True):
        if "context" in events and text.count(words.for_turn(turn.text)) != 1:
            yield "the answer to context does not reach the model, once, in its turn"
        if "context" in events and "session_compact" in events and compacted and words.COMPACTED not in text:
            yield "what a compaction left does not reach the model in the next turn"
        for tool in turn.tools:
            if "tool_call" in events and words.for_call(tool.command) not in text:
                yield "the answer to tool_call does not reach the model"
            if "tool_result" in events and words.for_result(tool.command) not in text:
                yield "the answer to tool_result does not reach the model"
        compacted = turn.compact_after


def _person(given: Sequence[str], script: Script, where: str) -> Iterator[str]:
    if len(given) != len(script.turns):
        yield f"{where} the host plays {len(given)} turns of {len(script.turns)}"
    elif any(turn.text not in text for turn, text in zip(script.turns, given, strict=True)):
        yield f"{where} the person's own words do not reach the model"
