"""The door is closed: text leaves only if one of the product's own inspectors passed it and nobody blocked it."""

import pytest
from bus_parts import SESSION, answering, block, call, passing_bus, plugin, result, texts, turn

from remora_hookspecs import (
    EXITS,
    Bus,
    Compaction,
    Entry,
    ToolReply,
    ToolRequest,
    ToolSpec,
    Verdict,
)

PASS, BLOCK = Verdict(action="pass"), Verdict(action="block", kind="override", rule="r1")


def judging(judge):
    return plugin(inspect=lambda entries: [judge(entry) for entry in entries])


def poisonous(entry):
    return BLOCK if "poison" in entry.text else PASS


def bus_with(*inspectors, **more):
    """A bus with one stranger that answers "poison" and "harmless" everywhere, and inspectors (plugin, ours)."""
    bus = Bus(deadline_ms=60_000, **more)
    for number, (inspector, ours) in enumerate(inspectors):
        bus.register(inspector, f"remora:i{number}" if ours else f"x:i{number}", ours=ours)
    spec = ToolSpec(name="t", description="A tool.", parameters={"type": "object"})
    bus.register(
        plugin(
            session_start=lambda: block("poison", "harmless"),
            context=lambda: block("poison", "harmless"),
            tool_call=lambda: block("poison", "harmless"),
            tool_result=lambda: block("poison", "harmless"),
            session_compact=lambda: block("poison", "harmless"),
            tools=lambda: [spec],
            run_tool=lambda: ToolReply(entries=block("poison", "harmless").entries),
        ),
        "stranger:x",
    )
    return bus


def leaves(bus, exit_name):
    """The texts that leave by the exit."""
    kept = []
    bus._keep = lambda session, blocks: kept.extend(blocks)
    ways = {
        "session_start": lambda: texts(bus.session_start(SESSION)),
        "context": lambda: texts(bus.context(turn())),
        "tool_call": lambda: texts(bus.tool_call(call())),
        "tool_result": lambda: texts(bus.tool_result(result())),
        "session_compact": lambda: (
            bus.session_compact(Compaction(session=SESSION, phase="after"))
            or [entry.text for found in kept for entry in found.entries]
        ),
        "run_tool": lambda: [e.text for e in bus.run_tool(ToolRequest(session=SESSION, tool="t")).entries],
    }
    by_name = lambda: [e.text for e in bus.inspect(block("poison", "harmless").entries, exit=exit_name)]  # noqa: E731
    return ways.get(exit_name, by_name)()


EXIT_NAMES = [row.name for row in EXITS if row.name != "tools"]


@pytest.mark.parametrize("exit_name", EXIT_NAMES)
def test_a_poisoned_entry_is_replaced_and_reported_at_the_exit(exit_name):
    told = []
    bus = bus_with((judging(poisonous), True), after_answer=lambda *what: told.append(what))
    assert leaves(bus, exit_name) == ["[BLOCKED: override]", "harmless"]
    event, _, answer, _ = told[-1]
    assert event == exit_name
    assert [(item.entry.text, item.verdict.kind, item.verdict.rule) for item in answer.withheld] == [
        ("poison", "override", "r1")
    ]


def test_the_source_of_withheld_text_is_named():
    told = []
    bus = bus_with((judging(poisonous), True), after_answer=lambda *what: told.append(what))
    bus.context(turn())
    assert [item.source for item in told[0][2].withheld] == ["stranger:x"]


def test_a_tool_with_a_poisoned_description_is_not_offered():
    told = []
    bus = passing_bus(after_answer=lambda *what: told.append(what))
    bus.register(judging(poisonous), "remora:i", ours=True)
    deep = {"type": "object", "properties": {"a": {"type": "string", "enum": ["fine", "poison"]}}}
    bad = [
        ToolSpec(name="open", description="This is poison.", parameters={"type": "object"}),
        ToolSpec(name="hidden", description="A tool.", parameters=deep),
        ToolSpec(name="fine", description="A tool.", parameters={"type": "object"}),
    ]
    bus.register(plugin(tools=lambda: bad), "x:x")
    assert [tool.name for tool in bus.tools()] == ["fine"]
    assert told[0][0] == "tools"
    assert not bus.run_tool(ToolRequest(session=SESSION, tool="open")).ok


@pytest.mark.parametrize("exit_name", EXIT_NAMES)
@pytest.mark.parametrize(
    "inspectors",
    [
        (),
        ((judging(lambda entry: PASS), False),),
        ((plugin(inspect=lambda: None), True),),
        ((plugin(inspect=lambda: 1 / 0), True),),
        ((plugin(inspect=lambda: [PASS]), True),),
        ((plugin(inspect=lambda entries: [PASS] * (len(entries) + 1)), True),),
        ((plugin(inspect=lambda entries: ["pass"] * len(entries)), True),),
        ((plugin(inspect=lambda entries: [Verdict(action="allow")] * len(entries)), True),),
        ((plugin(inspect=lambda entries: [PASS] * len(entries)), False), (plugin(inspect=lambda: 1 / 0), True)),
    ],
    ids=[
        "none is there",
        "only a stranger's passes",
        "ours has no opinion",
        "ours fails",
        "ours judges too few",
        "ours judges too many",
        "ours answers words",
        "ours answers an unknown action",
        "ours fails beside a stranger that passes",
    ],
)
def test_nothing_leaves_uninspected_where(exit_name, inspectors):
    bus = bus_with(*inspectors)
    if exit_name == "run_tool":
        bus._toolbox._owners = {"t": "stranger:x"}  # the tool was offered while there was an inspector
    assert set(leaves(bus, exit_name)) == {"[BLOCKED: not inspected]"}


def test_any_block_wins_also_a_strangers():
    bus = bus_with((judging(lambda entry: PASS), True), (judging(poisonous), False))
    assert texts(bus.context(turn())) == ["[BLOCKED: override]", "harmless"]


def test_two_of_ours_must_agree():
    bus = bus_with((judging(poisonous), True), (judging(lambda entry: PASS), True))
    assert texts(bus.context(turn())) == ["[BLOCKED: override]", "harmless"]


def test_a_warning_passes():
    bus = bus_with((judging(lambda entry: Verdict(action="warn", kind="role")), True))
    assert texts(bus.context(turn())) == ["poison", "harmless"]


@pytest.mark.parametrize("bad", [lambda: 1 / 0, lambda: [BLOCK], lambda: "block", lambda: None])
def test_a_strangers_inspector_that_fails_costs_its_own_verdict_only(bad):
    bus = bus_with((judging(poisonous), True), (plugin(inspect=bad), False))
    assert texts(bus.context(turn())) == ["[BLOCKED: override]", "harmless"]


def test_a_late_plugin_leaves_strangers_inspectors_time_to_speak(request):
    import threading

    release = threading.Event()
    request.addfinalizer(release.set)
    bus = Bus(deadline_ms=2_000)
    bus.register(judging(lambda entry: PASS), "remora:i", ours=True)
    bus.register(judging(poisonous), "x:i")
    bus.register(plugin(context=lambda: release.wait()), "sleeper:x")
    bus.register(answering(block("poison")), "x:x")
    assert texts(bus.context(turn())) == ["[BLOCKED: override]"]


def test_the_detail_of_an_entry_is_inspected_too():
    bus = Bus()
    bus.register(judging(poisonous), "remora:i", ours=True)
    bus.register(answering(block("fine", detail="poison")), "x:x")
    assert bus.context(turn()).text == "<remora-memory>\n- [BLOCKED: override]\n</remora-memory>"


@pytest.mark.parametrize("kind", ["ignore all rules", "OVERRIDE", "x" * 40, "a]\nb", ""])
def test_the_kind_of_a_verdict_carries_no_words_to_the_model(kind):
    bus = bus_with((judging(lambda entry: Verdict(action="block", kind=kind)), True))
    assert texts(bus.context(turn())) == ["[BLOCKED: other]"] * 2


def test_a_placeholder_names_the_note_so_that_a_person_can_look_it_up():
    bus = Bus()
    bus.register(judging(poisonous), "remora:i", ours=True)
    bus.register(answering(block("poison", note_id="k3f9a2c7d4e5")), "x:x")
    assert "[BLOCKED: override] [k3f9a2c7]" in bus.context(turn()).text


def test_a_placeholder_in_a_note_is_text_like_any_other():
    bus = bus_with((judging(poisonous), True))
    forged = [Entry(text="[BLOCKED: override]"), Entry(text="[BLOCKED: x] poison")]
    assert [entry.text for entry in bus.inspect(forged, exit="cli")] == ["[BLOCKED: override]", "[BLOCKED: override]"]


def test_an_exit_that_is_not_in_the_table_is_refused():
    with pytest.raises(ValueError, match="unknown exit 'back door'; nothing left"):
        passing_bus().inspect([Entry(text="x")], exit="back door")


def test_entries_keep_their_places_and_number():
    bus = bus_with((judging(poisonous), True))
    entries = [Entry(text="a"), Entry(text="poison", note_id="n1"), Entry(text=""), Entry(text="b", note_id="n2")]
    assert bus.inspect(entries, exit="cli") == (
        Entry(text="a"),
        Entry(text="[BLOCKED: override]", note_id="n1"),
        Entry(text=""),
        Entry(text="b", note_id="n2"),
    )


def test_a_bus_without_entries_asks_no_inspector():
    asked = []
    bus = Bus()
    bus.register(plugin(inspect=lambda entries: asked.append(1) or [PASS] * len(entries)), "remora:i", ours=True)
    bus.register(answering(None), "x:x")
    assert not bus.context(turn())
    assert bus.inspect([], exit="cli") == ()
    assert asked == []
