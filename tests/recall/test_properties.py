"""What holds for any store and any query."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from recall.making import GLOBAL, NOW, PROJECT, fill, note

from remora.notes import Note
from remora.recall import Recalled, Request, preset_named, recall
from remora.store import Store

WORDS = ("port", "server", "deploy", "schema.go", "数据库", "retry", "the", "ok")
QUERIES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
NOTES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join),
        st.integers(0, 90),
        st.sampled_from((None, 0.0, 0.5, 1.0)),
        st.sampled_from((PROJECT, GLOBAL)),
    ),
    max_size=12,
)
SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@contextmanager
def holding(notes: list[Note]) -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir(mode=0o700)
        store = Store.open(home, clock=lambda: NOW)
        try:
            fill(store, notes)
            yield store
        finally:
            store.close()


def made(rows: list[tuple[str, int, float | None, str]]) -> list[Note]:
    return [
        note(f"{text} x{n}", note_id=f"n{n:02}", days_old=days, importance=rating, namespace=namespace)
        for n, (text, days, rating, namespace) in enumerate(rows)
    ]


def ask(store: Store, query: str, *, floor: float | None = None, limit: int = 20) -> Recalled:
    request = Request(query=query, now=NOW, project=PROJECT, limit=limit, floor=floor)
    return recall(store, request, preset_named("words"))


@SLOW
@given(NOTES, QUERIES, st.randoms(use_true_random=False))
def test_the_order_of_writing_changes_nothing(rows: list, query: str, random: object) -> None:
    notes = made(rows)
    shuffled = list(notes)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    with holding(notes) as first, holding(shuffled) as second:
        one, other = ask(first, query), ask(second, query)
        assert [(h.note.id, h.score, h.gate) for h in one.hits] == [(h.note.id, h.score, h.gate) for h in other.hits]


@SLOW
@given(NOTES, QUERIES)
def test_every_number_is_in_its_range_and_the_best_comes_first(rows: list, query: str) -> None:
    with holding(made(rows)) as store:
        found = ask(store, query)
        assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)
        for hit in found.hits:
            assert 0 <= hit.gate <= 1.0000001
            assert 0 < hit.stages["words"] <= 1
            assert -0.05 <= hit.score <= 1.05
            assert hit.stages["bm25"] > 0


@SLOW
@given(NOTES, QUERIES, st.sampled_from((0.42, 0.5, 0.65)))
def test_a_turn_says_no_more_than_a_search_and_only_above_the_floor(rows: list, query: str, floor: float) -> None:
    with holding(made(rows)) as store:
        searched = {hit.note.id for hit in ask(store, query).hits}
        spoken = ask(store, query, floor=floor, limit=3)
        assert len(spoken.hits) <= 3
        assert {hit.note.id for hit in spoken.hits} <= searched
        assert all(hit.gate >= floor for hit in spoken.hits)
        assert all(miss.why for miss in spoken.missed)


@SLOW
@given(st.text(alphabet=st.characters(), max_size=200), st.sampled_from((None, 0.5)))
@example('"*" NEAR(a b) -x ^y {z}: \x00 \ud800 🚀 数', None)
@example("x" * 16_000, 0.5)
@example("数" * 16_000, 0.5)
@example("\ud800" * 5_000, None)
def test_no_query_raises(query: str, floor: float | None) -> None:
    with holding([note("server port 数据库 🚀", note_id="n")]) as store:
        assert len(ask(store, query, floor=floor).hits) <= 1


@SLOW
@given(st.text(alphabet=st.characters(exclude_categories=("Cs",)), min_size=1, max_size=80))
def test_a_note_is_found_by_its_own_text(text: str) -> None:
    mine = note(text, note_id="mine")
    with holding([mine, note("another note", note_id="other")]) as store:
        found = {hit.note.id for hit in ask(store, text).hits}
        assert ("mine" in found) == bool(mine.words)
