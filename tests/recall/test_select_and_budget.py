"""What may not be said although it matches, and what fits."""

from collections.abc import Sequence

import pytest
from recall.making import NOW, candidate, even, known, note

from remora.notes import Note
from remora.recall import Request, preset_named
from remora.recall.budget import MOST_MISSES, NO_ROOM, OVER_LIMIT, take
from remora.recall.score import rank
from remora.recall.select import BELOW, REPEATED, SHOWN, STANDING, Weighed, weigh
from remora.recall.voices import question
from remora_hookspecs.render import FENCE_CHARS, render
from remora_hookspecs.types import Block, Entry

WORDS = preset_named("words")
QUERY = "server port"


def weighed(notes: Sequence[Note], **more: object) -> list[Weighed]:
    counted = known(100, server=3, port=3)
    pool = [candidate(one, QUERY) for one in notes]
    request = Request(**{"query": QUERY, "now": NOW, "floor": 0.5, **more})
    ranked = rank(pool, question(QUERY).terms, even("server", "port"), counted, NOW, WORDS)
    return list(weigh(ranked, request, WORDS))


def reasons(notes: Sequence[Note], **more: object) -> dict[str, str]:
    return {one.hit.note.id: one.why for one in weighed(notes, **more)}


def test_each_note_hears_the_first_reason_against_it() -> None:
    notes = [
        note("server port 80", note_id="good"),
        note("server port 81", note_id="seen"),
        note("server port 82!", note_id="here"),
        note("a server room by the sea", note_id="weak"),
        note("Server   Port 80.", note_id="same", days_old=1),
    ]
    found = reasons(notes, exclude=frozenset({"seen"}), standing="As AGENTS.md says: SERVER port 82, always", floor=0.6)
    assert found == {"good": "", "seen": SHOWN, "here": STANDING, "weak": BELOW, "same": REPEATED}


def test_a_note_stands_in_the_turn_only_by_whole_words() -> None:
    made = [note("server port 8", note_id="mine")]
    assert reasons(made, standing="server port 80") == {"mine": ""}
    assert reasons(made, standing="Note: (Server  PORT 8).") == {"mine": STANDING}


def test_notes_that_differ_in_a_sign_are_two_notes() -> None:
    made = [note("server port < 80", note_id="less"), note("server port > 80", note_id="more", days_old=1)]
    assert reasons(made) == {"less": "", "more": ""}
    assert reasons(made, standing="server port < 80") == {"less": STANDING, "more": ""}


def test_a_search_shows_repeats_too() -> None:
    made = [note("server port 80", note_id="aaaa"), note("Server port 80.", note_id="bbbb")]
    assert reasons(made, floor=None) == {"aaaa": "", "bbbb": ""}


def test_a_han_note_stands_inside_a_longer_sentence() -> None:
    made = [note("server port 端口八十", note_id="mine")]
    assert reasons(made, standing="记住server port 端口八十。好") == {"mine": STANDING}


def test_a_search_has_no_floor_but_its_hits_carry_the_gate() -> None:
    (weak,) = weighed([note("a server room by the sea")], floor=None)
    assert weak.why == ""
    assert weak.hit.gate == pytest.approx(0.5)
    assert weak.hit.stages["cov"] == weak.hit.gate


def test_at_most_so_many_and_the_rest_is_reported() -> None:
    hits, missed = take(weighed([note(f"server port {n}", note_id=f"n{n:03}") for n in range(5)]), 3, None)
    assert [hit.note.id for hit in hits] == ["n000", "n001", "n002"]
    assert [(miss.note.id, miss.why) for miss in missed] == [("n003", OVER_LIMIT), ("n004", OVER_LIMIT)]


def test_no_more_misses_than_a_person_reads() -> None:
    hits, missed = take(weighed([note(f"server port {n}", note_id=f"n{n:03}") for n in range(80)]), 1, None)
    assert len(hits) == 1
    assert len(missed) == MOST_MISSES


def test_whole_notes_only_and_a_shorter_one_takes_the_place() -> None:
    long, short = note("server port " * 40, note_id="long"), note("the server listens on a port", note_id="short")
    hits, missed = take(weighed([long, short]), 3, 100)
    assert [hit.note.id for hit in hits] == ["short"]
    assert [(miss.note.id, miss.why) for miss in missed] == [("long", NO_ROOM)]


def test_the_budget_is_the_rendered_block_to_the_character() -> None:
    notes = [note("server port\non two lines", note_id="aaaaaaaaaaaa"), note("server port 81", note_id="bbbbbbbbbbbb")]
    text = render([Block(entries=tuple(Entry(text=one.text, note_id=one.id) for one in notes))])
    assert len(take(weighed(notes), 3, len(text))[0]) == 2
    assert len(take(weighed(notes), 3, len(text) - 1)[0]) == 1
    assert take(weighed(notes), 3, FENCE_CHARS)[0] == ()
    assert take(weighed(notes), 3, 0)[0] == ()
