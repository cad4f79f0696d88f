"""The embedder of one process: it remembers short questions, and follows the store to another model."""

from dataclasses import replace
from typing import Any

from remora.embed import Choice, Current, WordsOnly
from remora.embed.current import REMEMBERED, SHORT
from remora.embed.hashing import Hashing


class Counting(Hashing):
    """Counts what it is asked."""

    def __init__(self, name: str = "one") -> None:
        self.identity = replace(Hashing.identity, provider="test", model=name)
        self.asked: list[str] = []

    def query(self, text: str) -> Any:
        self.asked.append(text)
        return super().query(text)


def current(model: Any, again: Any = None) -> Current:
    return Current(Choice(model, "why"), again or (lambda stored: Choice(WordsOnly("gone"), stored)))


def test_the_same_short_question_is_embedded_once() -> None:
    model = Counting()
    made = current(model)
    first = made.query("which port?")
    assert made.query("which port?") is first
    made.query("another")
    assert model.asked == ["which port?", "another"]


def test_only_the_last_ones_are_remembered_and_no_long_one() -> None:
    model = Counting()
    made = current(model)
    for at in range(REMEMBERED + 1):
        made.query(f"question {at}")
    made.query("question 0")
    assert model.asked.count("question 0") == 2
    made.query(f"question {REMEMBERED}")
    assert model.asked.count(f"question {REMEMBERED}") == 1
    for _ in range(2):
        made.query("x" * (SHORT + 1))
    assert model.asked.count("x" * (SHORT + 1)) == 2


def test_it_chooses_again_for_another_identity_and_only_once() -> None:
    one, two, chosen = Counting("one"), Counting("two"), list[str]()

    def again(stored: str) -> Choice:
        chosen.append(stored)
        return Choice(two, "the notes have vectors of this model")

    made = current(one, again)
    made.follow(None)
    made.follow(one.identity.name)
    assert (made.identity, chosen) == (one.identity, [])
    for _ in range(2):
        made.follow(two.identity.name)
    assert (made.identity, made.why, chosen) == (
        two.identity, "the notes have vectors of this model", [two.identity.name],
    )  # fmt: skip


def test_a_question_is_never_answered_with_another_model_s_vector() -> None:
    one, two = Counting("one"), Counting("two")
    made = current(one, lambda stored: Choice(two, ""))
    made.query("which port?")
    made.follow(two.identity.name)
    made.query("which port?")
    assert two.asked == ["which port?"]


def test_a_model_that_is_not_here_is_asked_for_once_and_leaves_words() -> None:
    chosen: list[str] = []

    def again(stored: str) -> Choice:
        chosen.append(stored)
        return Choice(WordsOnly("it is not here"), "it is not here")

    made = current(Counting(), again)
    for _ in range(3):
        made.follow("fastembed/x@3#cls")
    assert (chosen, isinstance(made.chosen, WordsOnly)) == (["fastembed/x@3#cls"], True)


def test_hashed_words_were_asked_for_by_name_and_follow_nobody() -> None:
    made = current(Hashing())
    made.follow("fastembed/x@3#cls")
    assert made.identity == Hashing.identity


def test_it_loads_and_stops_what_it_holds(mocker: Any) -> None:
    model = Counting()
    made = current(model)
    stops = mocker.spy(model, "stop")
    made.load()
    made.after_fork()
    made.stop()
    assert (made.ready, stops.call_count) == (True, 1)
    assert made.passages(["a", "b"]).shape == (2, 256)


def test_nothing_of_it_is_shared_with_a_child() -> None:
    made = current(Counting())
    with made._lock:  # a thread of the parent was in the middle of a question
        made.after_fork()
        assert made.query("which port?") is not None
