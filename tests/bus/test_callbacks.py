"""What follows an answer is the business of the callbacks: what was shown, what is kept, what is to be written."""

import pytest
from bus_parts import SESSION, answering, block, call, passing_bus, plugin, result, texts, turn

from remora_hookspecs import Bus, Compaction, Entry, ToolReply, ToolRequest, ToolSpec, Verdict

AFTER = Compaction(session=SESSION, phase="after", summary="sum")


def recording_bus(**more):
    told = []
    return passing_bus(after_answer=lambda *what: told.append(what), **more), told


def test_after_answer_follows_each_event_with_payload_answer_and_remaining_milliseconds():
    now = [100.0]
    bus, told = recording_bus(clock=lambda: now[0], deadline_ms=150)

    def context(turn):
        now[0] += 0.05
        return block("x")

    bus.register(plugin(context=context), "remora:x", ours=True)
    answer = bus.context(turn())
    assert told == [("context", turn(), answer, pytest.approx(100.0))]


def test_after_answer_follows_what_has_no_answer_as_well():
    bus, told = recording_bus()
    bus.session_start(SESSION)
    bus.turn_end(turn(), "reply")
    bus.tool_call(call())
    bus.tool_result(result())
    bus.session_compact(AFTER)
    bus.session_shutdown(SESSION)
    assert [(event, payload) for event, payload, _, _ in told] == [
        ("session_start", SESSION),
        ("turn_end", (turn(), "reply")),
        ("tool_call", call()),
        ("tool_result", result()),
        ("session_compact", AFTER),
        ("session_shutdown", SESSION),
    ]
    assert [answer for event, _, answer, _ in told if event in ("turn_end", "session_shutdown")] == [None, None]


def test_remaining_milliseconds_are_never_negative():
    now = [0.0]
    bus, told = recording_bus(clock=lambda: now[0], deadline_ms=150)
    bus.register(plugin(tool_call=lambda: now.__setitem__(0, 9.0)), "remora:x", ours=True)
    bus.tool_call(call())
    assert told[0][3] == 0.0


def test_notes_are_marked_as_shown_when_they_are_handed_out_and_not_before():
    shown = []
    bus = passing_bus(shown=lambda session, notes: shown.append((session, notes)), budget_chars=70)
    bus.register(answering(block("short", note_id="n1")), "remora:a", ours=True)
    bus.register(answering(block("long " * 20, note_id="n2")), "remora:b", ours=True)
    bus.register(answering(block("no note")), "remora:c", ours=True)
    assert texts(bus.context(turn())) == ["no note", "short"]
    assert shown == [(SESSION, ("n1",))]


def test_nothing_is_marked_as_shown_where_no_note_was_handed_out():
    shown = []
    bus = passing_bus(shown=lambda *what: shown.append(what))
    bus.register(answering(block("no note")), "x:x")
    bus.context(turn())
    bus.tool_call(call())
    assert shown == []


def test_what_a_compaction_left_is_kept_by_session_inspected_and_not_shown():
    kept, shown = [], []
    bus = passing_bus(keep_for_next_turn=lambda *what: kept.append(what), shown=lambda *what: shown.append(what))
    bus.register(plugin(session_compact=lambda: block("kept", note_id="n1")), "stranger:x")
    assert bus.session_compact(AFTER) is None
    ((session, blocks),) = kept
    assert (session, [entry.text for entry in blocks[0].entries], blocks[0].source) == (SESSION, ["kept"], "stranger:x")
    assert shown == []


def test_kept_blocks_come_first_once_inspected_again_and_are_then_shown():
    shown, waiting = [], {SESSION.id: [block("poison"), block("kept", note_id="n1")]}
    bus = Bus(
        kept_for=lambda session: waiting.pop(session.id, ()),
        shown=lambda session, notes: shown.extend(notes),
    )
    verdict = {True: Verdict(action="block", kind="override"), False: Verdict(action="pass")}
    bus.register(plugin(inspect=lambda entries: [verdict["poison" in e.text] for e in entries]), "remora:i", ours=True)
    bus.register(answering(block("fresh")), "remora:x", ours=True)
    assert texts(bus.context(turn())) == ["[BLOCKED: override]", "kept", "fresh"]
    assert texts(bus.context(turn())) == ["fresh"]
    assert shown == ["n1"]


def test_a_note_that_is_kept_is_not_injected_beside_itself():
    bus = passing_bus(kept_for=lambda session: [block("kept", note_id="n1")])
    bus.register(answering(block("again", note_id="n1")), "remora:x", ours=True)
    assert texts(bus.context(turn())) == ["kept"]


def test_kept_blocks_are_not_fetched_where_there_is_no_room_for_them():
    fetched = []
    bus = passing_bus(kept_for=lambda session: fetched.append(session) or ())
    bus.context(turn(budget_chars=10))
    assert fetched == []
    bus.context(turn())
    assert fetched == [SESSION]


def test_only_context_delivers_what_was_kept():
    fetched = []
    bus = passing_bus(kept_for=lambda session: fetched.append(session) or ())
    bus.session_start(SESSION)
    bus.tool_call(call())
    bus.session_compact(AFTER)
    assert fetched == []


@pytest.mark.parametrize("kept", [None, "text", [None, "text", 7], [()]])
def test_rubbish_from_kept_for_costs_the_kept_blocks_only(kept):
    bus = passing_bus(kept_for=lambda session: kept)
    bus.register(answering(block("fresh")), "remora:x", ours=True)
    assert texts(bus.context(turn())) == ["fresh"]


def test_a_callback_that_fails_costs_nobody_the_answer(caplog):
    def fail(*_):
        raise RuntimeError("disk full")

    bus = passing_bus(after_answer=fail, shown=fail, keep_for_next_turn=fail, kept_for=fail)
    bus.register(plugin(context=lambda: block("x", note_id="n1"), session_compact=lambda: block("x")), "x:x")
    assert texts(bus.context(turn())) == ["x"]
    assert bus.session_compact(AFTER) is None
    for name in ("after_answer", "shown", "keep_for_next_turn", "kept_for"):
        assert f"the callback {name} failed" in caplog.text


def test_tools_and_other_exits_report_what_they_did():
    bus, told = recording_bus()
    spec = ToolSpec(name="t", description="A tool.", parameters={"type": "object"})
    bus.register(plugin(tools=lambda: [spec], run_tool=lambda: ToolReply(entries=(Entry(text="r"),))), "x:x")
    request = ToolRequest(session=SESSION, tool="t")
    bus.run_tool(request)
    bus.inspect([Entry(text="x")], exit="why")
    assert [(event, payload) for event, payload, _, _ in told] == [
        ("run_tool", request),
        ("why", (Entry(text="x"),)),
    ]


def test_a_closed_bus_answers_nothing_and_calls_nobody():
    bus, told = recording_bus()
    bus.register(answering(block("x")), "x:x")
    bus.close()
    bus.close()
    assert not bus.context(turn())
    assert bus.tools() == ()
    assert not bus.run_tool(ToolRequest(session=SESSION, tool="t")).ok
    assert bus.cheap_query("p", timeout_ms=10) is None
    assert told == []
