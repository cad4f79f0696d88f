"""Cheap queries: counted, capped a day, refunded where nobody was there, and never raising."""

from pathlib import Path

import pytest

from remora.cheap import MOST_CHARS, Cheap
from remora.errors import StoreLocked
from remora.settings import load
from remora.store import Store
from remora.upkeep.spending import Spent

DAY = 24 * 3_600 * 1_000


@pytest.fixture
def store(tmp_path: Path):
    opened = Store.open(tmp_path, clock=lambda: 20_000 * DAY)
    yield opened
    opened.close()


def cheap(store: Store, query=lambda prompt, timeout_ms: "four", **explicit: object) -> Cheap:
    return Cheap(store, load(home=store.home, environ={}, explicit=explicit), query)


def test_calls_and_tokens_of_a_day_are_counted(store: Store) -> None:
    asking = cheap(store)
    assert [asking.ask("p" * 40), asking.ask("p" * 4)] == ["four", "four"]
    assert asking.spent() == Spent(calls=2, tokens=10 + 1 + 1 + 1)


def test_another_day_begins_at_nothing(store: Store) -> None:
    asking = cheap(store, model_calls_a_day=1)
    assert [asking.ask("p"), asking.ask("p")] == ["four", None]
    store.clock = lambda: 20_001 * DAY
    assert asking.spent() == Spent()
    assert asking.ask("p") == "four"


@pytest.mark.parametrize("cap", [{"model_calls_a_day": 3}, {"model_tokens_a_day": 6}])
def test_a_day_has_an_end_also_for_two_processes(cap: dict[str, int], store: Store) -> None:
    asked: list[str] = []

    def query(prompt: str, timeout_ms: int) -> str:
        asked.append(prompt)
        return "four"

    one, other = cheap(store, query, **cap), cheap(store, query, **cap)
    for _ in range(5):
        one.ask("four")
        other.ask("four")
    assert len(asked) == 3


def test_a_query_that_nobody_answers_at_once_is_taken_back(store: Store) -> None:
    asking = cheap(store, lambda prompt, timeout_ms: None, model_calls_a_day=1)
    assert [asking.ask("p") for _ in range(3)] == [None] * 3
    assert asking.spent() == Spent()


def test_one_that_was_late_has_cost_something(store: Store, mocker) -> None:
    mocker.patch("remora.cheap.time.perf_counter", side_effect=[0.0, 20.0])
    asking = cheap(store, lambda prompt, timeout_ms: None)
    assert asking.ask("p" * 8) is None
    assert asking.spent() == Spent(calls=1, tokens=2)


def test_a_question_beyond_any_of_ours_is_not_asked(store: Store) -> None:
    asking = cheap(store)
    assert asking.ask("p" * (MOST_CHARS + 1)) is None
    assert asking.spent() == Spent()


def test_without_a_model_or_after_leaving_nobody_is_asked(store: Store) -> None:
    assert cheap(store, None).ask("p") is None
    asking = cheap(store)
    asking.leave()
    assert asking.ask("p") is None
    asking.after_fork()
    assert asking.ask("p") == "four"


def test_a_store_that_cannot_be_written_costs_the_query(store: Store, mocker) -> None:
    mocker.patch("remora.upkeep.spending.afford", side_effect=StoreLocked("held"))
    assert cheap(store).ask("p") is None
