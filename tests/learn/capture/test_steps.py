"""The pure steps of capture: lines of the journal, the evidence for a fact, and whether it is an echo."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.learn.capture import echo, evidence
from remora.learn.capture.lines import MOST_CHARS, Line, chunk
from remora.learn.capture.prompt import INSTRUCTIONS, Fact, prompt
from remora.learn.sameness import one_word_apart
from remora.store import echoes
from remora.store.journal import JournalEvent
from remora.text import terms


def event(n: int, kind: str, **record: Any) -> JournalEvent:
    return JournalEvent(n=n, session="s", kind=kind, event_id=str(n), at=n, record=record)


def turn(n: int, text: str, reply: str = "") -> JournalEvent:
    return event(n, "turn", text=text, reply=reply)


def lines(*events: JournalEvent, heard: tuple[JournalEvent, ...] = ()) -> list[tuple[str, str]]:
    return [(line.who, line.text) for line in chunk(events, 0, heard).lines]


def test_a_turn_is_what_the_user_said_and_what_was_answered() -> None:
    assert lines(turn(1, "which port?", "8080"), turn(2, "", "")) == [("user", "which port?"), ("assistant", "8080")]


def test_messages_count_by_their_role_and_a_hosts_own_do_not() -> None:
    messages = [
        ["user", "a"],
        ["assistant", "b"],
        ["AI", "c"],
        ["tool", "d"],
        ["system", "e"],
        ["x"],
        "f",
        ["user", ""],
    ]
    assert lines(event(1, "heard", messages=messages)) == [("user", "a"), ("assistant", "b"), ("assistant", "c")]
    assert lines(event(1, "heard", messages="none")) == []


def test_what_was_said_once_and_told_twice_is_one_line() -> None:
    again = event(2, "heard", messages=[["user", "which port?"], ["assistant", "It is 8080."]])
    assert len(lines(turn(1, "which port?", "It is 8080."), again)) == 2
    assert lines(again, heard=(turn(1, "which port?", "It is 8080."),)) == []


def test_a_command_is_a_line_with_how_it_ended() -> None:
    failed = event(1, "tool", tool="bash", command="make", outcome="failed", error="no rule")
    fine = event(2, "tool", tool="bash", command="make app", outcome="ok", error="")
    denied = event(3, "tool", tool="bash", command="rm x", outcome="not_run", error="")
    assert lines(failed, fine, denied) == [("tool", "`make` failed: no rule"), ("tool", "`make app` worked")]


@pytest.mark.parametrize(
    "command", ["remora search x", "cd a && remora list", "python -m remora search x", "(remora why x)"]
)
def test_our_own_command_is_no_line(command: str) -> None:
    assert lines(event(1, "tool", tool="bash", command=command, outcome="ok", error="")) == []


def test_a_command_that_merely_names_us_is_a_line() -> None:
    assert len(lines(event(1, "tool", tool="bash", command="pip install remora", outcome="ok", error=""))) == 1


def test_a_long_message_keeps_its_head_and_its_tail() -> None:
    ((_, text),) = lines(turn(1, "begins " + "x" * 10_000 + " ends"))
    assert len(text) <= 4_000
    assert text.startswith("begins")
    assert text.endswith("ends")


@given(st.lists(st.integers(1, 9_000), max_size=40))
def test_pieces_of_a_session_hold_all_of_it_and_none_is_larger_than_one_query(sizes: list[int]) -> None:
    events = [turn(number, f"{number} " + "x" * size) for number, size in enumerate(sizes, 1)]
    after, seen = 0, []
    for _ in range(len(events) + 1):
        part = chunk([one for one in events if one.n > after], after)
        assert sum(len(line.text) for line in part.lines) <= MOST_CHARS
        seen += [line.event for line in part.lines]
        after = part.upto
        if not part.more:
            break
    assert seen == [one.n for one in events]


@given(st.text(), st.text())
def test_no_text_can_pretend_to_be_another_line(one: str, other: str) -> None:
    whole = prompt([Line(1, "user", one), Line(1, "assistant", other)])
    rows = [json.loads(line) for line in whole.removeprefix(INSTRUCTIONS).split("\n")]
    assert [(row["n"], row["who"], row["text"]) for row in rows] == [(1, "user", one), (2, "assistant", other)]


SAID = Line(1, "user", "We said that it’s “fine”: the staging database listens on port 5433, as ever.")


def fact(text: str, quote: str, n: int = 1) -> Fact:
    return Fact(text=text, quote=quote, n=n)


@pytest.mark.parametrize("quote", ["staging database listens", 'it\'s "fine": THE staging', "on  port\n5433, as"])
def test_a_quote_may_differ_in_case_blanks_and_quotation_marks(quote: str) -> None:
    assert evidence.against(fact("The staging database is at port 5433.", quote), SAID) == ""


@pytest.mark.parametrize(
    ("text", "quote", "why"),
    [
        ("The staging database is at port 5433.", "the database of staging", "quote"),
        ("The staging database is at port 5433.", "…" * 40, "quote"),
        ("Marta leads the data science team in Berlin.", "staging database listens", "something else"),
        ("The staging database is at port 5434.", "staging database listens", "number"),
    ],
)
def test_what_the_line_does_not_say_is_refused(text: str, quote: str, why: str) -> None:
    assert why in evidence.against(fact(text, quote), SAID)


@pytest.mark.parametrize("n", [0, -1, 2, 10**12])
def test_a_line_that_is_not_there_is_none(n: int) -> None:
    assert evidence.line_of(fact("text", "a quote of it", n), [SAID]) is None


NOTE = "The staging database listens on port 5433."


def told(*notes: str) -> echo.Told:
    return echo.Told(tuple((note, frozenset(terms(note))) for note in notes))


@pytest.mark.parametrize(
    ("said", "echoed"),
    [
        (NOTE, True),
        ("On port 5433 the staging database is listening.", True),
        ("The database of staging: port 5433", True),
        ("The staging database listens on port 5434.", False),
        ("The staging database does not listen on port 5433.", False),
        ("The staging database listens on port 5433 and needs SSL_MODE set to require.", False),
        ("Marta leads the team.", False),
    ],
)
def test_a_note_said_again_is_an_echo_and_a_change_of_it_is_none(said: str, echoed: bool) -> None:
    assert echo.repeats(said, told(NOTE)) is echoed
    key = b"k"
    hashed = echo.Told(texts=(echoes.hashed(key, set(terms(NOTE))),), key=key)
    if "not" not in said:  # hashed words do not tell
        assert echo.repeats(said, hashed) is echoed


def test_several_notes_in_one_sentence_are_an_echo() -> None:
    other = "The team lead is called Marta."
    assert echo.repeats(f"From memory: {NOTE} {other}", told(NOTE, other))
    more = "Releases are cut on Fridays by hand in Berlin."
    assert not echo.repeats(f"From memory: {NOTE} {other} {more}", told(NOTE, other))


def test_a_forgotten_note_is_an_echo_whatever_stands_around_it() -> None:
    gone = [(NOTE, frozenset(terms(NOTE)))]
    longer = f"`cat notes.md` of the wiki in Berlin prints for everybody who reads it: {NOTE}"
    assert echo.repeats(longer, told(), gone)
    assert not echo.repeats(longer.replace("5433", "5434"), told(), gone)


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_text_breaks_the_steps(one: str, other: str) -> None:
    echo.repeats(one, told(other), [(other, frozenset(terms(other)))])
    evidence.against(Fact.model_construct(text=one, quote=other, n=1), Line(1, "user", one))
    one_word_apart(one, other)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("Deploys happen on Tuesday.", "Deploys happen on Thursday.", True),
        ("This project uses npm packages.", "This project uses pnpm packages.", True),
        ("Deploys happen on Tuesday.", "Deploys happen on Tuesday.", False),
        ("Deploys happen on Tuesday.", "On Tuesday we deploy.", False),
        ("uses npm", "uses pnpm", False),
    ],
)
def test_one_word_for_another_is_a_change(one: str, other: str, apart: bool) -> None:
    assert one_word_apart(one, other) is apart
