"""Whatever a plugin does wrong costs its own answer, and nothing else."""

import threading
import time

import pytest
from bus_parts import (
    SESSION,
    SHORT_MS,
    answering,
    block,
    call,
    passing_bus,
    plugin,
    result,
    texts,
    turn,
)

from remora_hookspecs import Block, Compaction, Entry, Verdict, hookimpl

GOOD = block("good")


def raising(error):
    def context(turn):
        raise error

    return plugin(context=context)


class Changing(Entry):
    """Says something harmless when it is inspected and something else when it is read again."""


def unawaited():
    async def answer():
        return GOOD

    return answer()


BAD = {
    "raises": lambda: raising(RuntimeError("no")),
    "exits": lambda: raising(SystemExit(3)),
    "ends generators": lambda: raising(GeneratorExit()),
    "raises what is no Exception": lambda: raising(BaseException()),
    "recurses": lambda: plugin(context=lambda turn: (lambda f: f(f))(lambda f: f(f))),
    "answers text": lambda: answering("good"),
    "answers a list of blocks": lambda: answering([GOOD]),
    "answers a mapping": lambda: answering({"entries": ["good"]}),
    "answers an endless sequence": lambda: answering(iter(int, 1)),
    "answers a coroutine": lambda: plugin(context=lambda turn: unawaited()),
    "answers a block without entries": lambda: answering(Block(entries=())),
    "answers entries that are text": lambda: answering(Block(entries=("bad",))),
    "answers text that is no text": lambda: answering(block(7)),
    "answers blank text": lambda: answering(block("  \n ")),
    "answers a lone surrogate": lambda: answering(block("bad \ud800")),
    "answers a subclass of Entry": lambda: answering(Block(entries=(Changing(text="bad"),))),
    "answers a note id with words": lambda: answering(block("bad", note_id="obey the following")),
    "answers more than fits": lambda: answering(block("bad " * 100_000)),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("ours", [False, True], ids=["stranger", "ours"])
@pytest.mark.parametrize("first", [False, True], ids=["before the others", "after the others"])
def test_nothing_but_its_own_answer_is_lost_by_a_plugin_that(what, ours, first, caplog):
    bus = passing_bus()
    bad = (BAD[what](), "remora:bad" if ours else "bad:bad")
    if first:
        bus.register(*bad, ours=ours)
    bus.register(answering(block("ours")), "remora:good", ours=True)
    bus.register(answering(GOOD), "good:good")
    if not first:
        bus.register(*bad, ours=ours)
    assert texts(bus.context(turn())) == ["good", "ours"]
    assert texts(bus.context(turn())) == ["good", "ours"]


def test_a_stranger_that_raises_a_keyboard_interrupt_interrupts_nobody():
    bus = passing_bus()
    bus.register(raising(KeyboardInterrupt()), "bad:bad")
    bus.register(answering(GOOD), "good:good")
    assert texts(bus.context(turn())) == ["good"]


def test_a_keyboard_interrupt_in_the_callers_own_thread_passes():
    bus = passing_bus()
    bus.register(raising(KeyboardInterrupt()), "remora:ours", ours=True)
    with pytest.raises(KeyboardInterrupt):
        bus.context(turn())
    bus.register(plugin(tool_call=lambda: GOOD), "good:good")
    assert texts(bus.tool_call(call())) == ["good"]  # the interrupted call left no mark behind


def test_unsound_entries_are_left_out_and_sound_ones_stay():
    bus = passing_bus()
    bus.register(answering(Block(entries=(Entry(text=""), Entry(text="good"), Entry(text="\udfff")))), "x:x")
    assert texts(bus.context(turn())) == ["good"]


def test_an_answer_cannot_be_changed_after_it_was_inspected():
    given = block("harmless")
    bus = passing_bus()
    bus.register(answering(given), "x:x")
    answer = bus.context(turn())
    object.__setattr__(given.entries[0], "text", "poison")
    assert texts(answer) == ["harmless"]


def test_text_that_is_a_subclass_is_copied():
    class Two(str):
        def __str__(self):
            return "poison"

        def __format__(self, spec):
            return "poison"

        def translate(self, table):
            return "poison"

        def replace(self, *args):
            return "poison"

    bus = passing_bus()
    bus.register(answering(block(Two("harmless"), detail=Two("detail"))), "x:x")
    assert bus.context(turn()).text == "<remora-memory>\n- harmless (detail)\n</remora-memory>"


def test_the_bus_says_which_plugin_a_block_is_from():
    bus = passing_bus()
    bus.register(answering(Block(entries=(Entry(text="x"),), source="remora:injection")), "x:x")
    assert [found.source for found in bus.context(turn()).blocks] == ["x:x"]


def test_a_stranger_that_never_returns_is_late_once_and_skipped_until_it_returns():
    asked, release = [], threading.Event()

    def context(turn):
        asked.append(turn.id)
        release.wait()
        return block("late")

    bus = passing_bus(deadline_ms=SHORT_MS)
    bus.register(plugin(context=context), "sleeper:x")
    bus.register(answering(block("ours")), "remora:x", ours=True)
    for _ in range(3):
        assert texts(bus.context(turn())) == ["ours"]
    assert asked == ["t1"]
    release.set()
    while threading.active_count() and _stuck(bus):
        time.sleep(0.001)
    assert "late" in texts(bus.context(turn()))


def _stuck(bus):
    return any(lane.stuck for lane in bus._engine.asker._lanes.values())


def test_a_plugin_that_is_busy_for_one_host_thread_is_asked_for_the_other_as_well():
    both, asked = threading.Barrier(2), []

    def context(turn):
        asked.append(turn.text)
        return block(turn.text)

    bus = passing_bus()
    bus.register(plugin(context=context), "x:x")
    answers = {}

    def host(name):
        both.wait()
        answers[name] = [texts(bus.context(turn(name))) for _ in range(50)]

    threads = [threading.Thread(target=host, args=(name,)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {"a": [["a"]] * 50, "b": [["b"]] * 50}


def test_a_call_that_gave_up_while_it_queued_is_never_made():
    release, asked = threading.Event(), []

    class Slow:
        @hookimpl
        def context(self, turn):
            asked.append("context")
            release.wait()

        @hookimpl
        def tool_call(self, call):
            asked.append("tool_call")

    bus = passing_bus(deadline_ms=SHORT_MS)
    bus.register(Slow(), "x:x")
    waiting = threading.Thread(target=bus.context, args=(turn(),))
    waiting.start()
    while not asked:
        time.sleep(0.001)
    bus.tool_call(call())  # whether it queues behind the running call or is skipped, nobody waits for it in the end
    waiting.join()
    release.set()
    while _stuck(bus):
        time.sleep(0.001)
    assert asked[0] == "context"
    assert bus.tool_call(call()).blocks == ()


def test_answers_stand_in_the_order_of_registration_last_first_whoever_is_quickest():
    bus = passing_bus()
    slow = threading.Event()
    bus.register(answering(block("first")), "remora:first", ours=True)
    bus.register(plugin(context=lambda turn: slow.set() or block("second")), "x:second")
    bus.register(plugin(context=lambda turn: slow.wait(10) and block("third")), "x:third")
    bus.register(answering(block("fourth")), "remora:fourth", ours=True)
    assert texts(bus.context(turn())) == ["fourth", "third", "second", "first"]


def test_tryfirst_and_trylast_are_kept():
    class First:
        @hookimpl(tryfirst=True)
        def context(self, turn):
            return block("first")

    class Last:
        @hookimpl(trylast=True)
        def context(self, turn):
            return block("last")

    bus = passing_bus()
    bus.register(First(), "x:first")
    bus.register(Last(), "x:last")
    bus.register(answering(block("middle")), "x:middle")
    assert texts(bus.context(turn())) == ["first", "middle", "last"]


def test_every_event_survives_a_plugin_that_fails_in_all_of_them():
    def fail():
        raise SystemExit(1)

    hooks = ("session_start", "context", "turn_end", "tool_call", "tool_result", "session_compact", "session_shutdown")
    bus = passing_bus()
    bus.register(plugin(**{hook: (lambda: fail()) for hook in (*hooks, "tools", "inspect", "cheap_query")}), "x:x")
    assert not bus.session_start(SESSION)
    assert not bus.context(turn())
    assert bus.turn_end(turn(), "reply") is None
    assert not bus.tool_call(call())
    assert not bus.tool_result(result())
    assert bus.session_compact(Compaction(session=SESSION, phase="after")) is None
    assert bus.session_shutdown(SESSION) is None
    assert bus.tools() == ()
    assert bus.cheap_query("prompt", timeout_ms=1_000) is None


@pytest.mark.parametrize("payload", [None, "text", 7, turn()])
def test_a_host_that_fires_another_payload_gets_no_answer_and_a_line_in_the_log(payload, caplog):
    bus = passing_bus()
    bus.register(plugin(tool_call=lambda: block("x")), "x:x")
    assert not bus.tool_call(payload)
    assert "tool_call wants a ToolCall" in caplog.text


def test_a_plugin_that_fails_each_turn_is_warned_of_once(caplog):
    bus = passing_bus()
    bus.register(raising(RuntimeError("broken")), "x:x")
    for _ in range(5):
        bus.context(turn())
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert warnings == ["x:x: context raised RuntimeError; it gives no answer"]
    assert "Traceback" not in caplog.text


def test_a_plugin_that_fails_in_many_ways_is_warned_of_once_a_hook(caplog):
    kinds = iter([RuntimeError, ValueError, KeyError, TypeError])

    def fails(turn):
        raise next(kinds)

    bus = passing_bus()
    bus.register(plugin(context=fails, session_start=lambda session: 7), "x:x")
    for _ in range(3):
        bus.context(turn())
    bus.session_start(SESSION)
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 2
    assert warnings[0] == "x:x: context raised RuntimeError; it gives no answer"
    assert warnings[1].startswith("x:x: session_start answered int")


def test_those_who_trace_are_given_the_traceback(caplog, monkeypatch):
    monkeypatch.setenv("REMORA_TRACE", "1")
    bus = passing_bus()
    bus.register(raising(RuntimeError("no")), "x:x")
    bus.context(turn())
    assert "Traceback" in caplog.text


def test_a_verdict_from_somebody_who_answers_context_is_rubbish():
    bus = passing_bus()
    bus.register(answering(Verdict(action="pass")), "x:x")
    assert not bus.context(turn())
