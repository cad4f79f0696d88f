"""What a call adds to a conversation is bounded: whole entries, the product's own first, no note twice."""

import pytest
from bus_parts import SESSION, answering, block, passing_bus, texts, turn
from hypothesis import given
from hypothesis import strategies as st

from remora_hookspecs import Block, Bus, Entry, Verdict, hookimpl
from remora_hookspecs.bus.budget import fit
from remora_hookspecs.render import render

ENTRIES = st.lists(
    st.builds(Entry, text=st.text(min_size=1, max_size=30), note_id=st.sampled_from([None, "n1", "n2", "n3"])),
    min_size=1,
    max_size=5,
)
BLOCKS = st.lists(st.builds(Block, entries=ENTRIES.map(tuple)), max_size=5)


@given(BLOCKS, st.integers(min_value=-5, max_value=300))
def test_what_fits_renders_within_the_budget_and_holds_whole_entries_in_order(blocks, chars):
    chosen = fit(blocks, range(len(blocks)), chars)
    assert len(render(chosen)) <= max(0, chars)
    everything = iter([entry for block in blocks for entry in block.entries])
    assert all(entry in everything for block in chosen for entry in block.entries)  # a subsequence
    assert all(block.entries for block in chosen)


@given(BLOCKS)
def test_no_note_comes_from_two_blocks(blocks):
    chosen = fit(blocks, range(len(blocks)), 100_000)
    notes = [{entry.note_id for entry in block.entries if entry.note_id} for block in chosen]
    assert sum(len(ids) for ids in notes) == len(set().union(*notes))


def test_the_products_own_take_room_before_strangers_wherever_they_stand():
    bus = passing_bus(budget_chars=60)
    bus.register(answering(block("o" * 20)), "remora:x", ours=True)
    bus.register(answering(block("s" * 20)), "x:x")
    assert texts(bus.context(turn())) == ["o" * 20]


def test_the_smaller_of_the_two_budgets_counts():
    bus = passing_bus(budget_chars=60)
    bus.register(answering(block("x" * 20)), "x:x")
    assert bus.context(turn(budget_chars=10_000))
    assert not bus.context(turn(budget_chars=40))
    assert not bus.context(turn(budget_chars=0))
    assert not bus.context(turn(budget_chars=-1))


def test_an_entry_that_does_not_fit_is_left_out_whole_and_smaller_ones_behind_it_stay():
    bus = passing_bus(budget_chars=80)
    bus.register(answering(block("a" * 10, "b" * 500, "c" * 10)), "x:x")
    assert texts(bus.context(turn())) == ["a" * 10, "c" * 10]


def test_placeholders_stay_within_the_budget_too():
    class BlocksAll:
        @hookimpl
        def inspect(self, entries):
            return [Verdict(action="block", kind="exfiltration")] * len(entries)

    bus = Bus(budget_chars=60)
    bus.register(BlocksAll(), "remora:i", ours=True)
    bus.register(answering(block("a", "b", "c", "d")), "x:x")
    answer = bus.context(turn())
    assert len(answer.text) <= 60
    assert len(answer.withheld) == 4


@pytest.mark.parametrize("events", ["session_start", "context"])
def test_other_events_are_bounded_by_the_bus(events):
    class Talks:
        @hookimpl
        def session_start(self):
            return block("x" * 100)

        @hookimpl
        def context(self):
            return block("x" * 100)

    bus = passing_bus(budget_chars=100)
    bus.register(Talks(), "x:x")
    assert not (bus.session_start(SESSION) if events == "session_start" else bus.context(turn()))
