"""Maximal marginal relevance, by hand: of notes that say nearly the same, all but the best stand back."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from recall.making import NOW, PROJECT, note

from remora.notes import Note
from remora.recall import Recalled, Request, Sense, preset_named, recall
from remora.recall.diversity import spread
from remora.recall.likeness import by_words
from remora.recall.request import Hit
from remora.recall.select import BELOW, Weighed
from remora.store import Store, notes, vectors
from remora.store.matrix import Matrix
from remora.wiring import build, settings_of

HYBRID, WORDS = preset_named("hybrid"), preset_named("words")


def ranked(*scores: float, why: Sequence[int] = ()) -> list[Weighed]:
    """Notes a, b, c … with these scores; those in `why` have a reason against them."""
    made = [note(f"note {at}", note_id=chr(ord("a") + at), row=at) for at in range(len(scores))]
    return [
        Weighed(Hit(one, score, score, {}), BELOW if at in why else "")
        for at, (one, score) in enumerate(zip(made, scores, strict=True))
    ]


def pairs(**likeness: float) -> Callable[[Note, Note], float]:
    """`ab=.9`: a and b are so alike; other pairs are not alike at all."""
    return lambda one, other: likeness.get("".join(sorted((one.id, other.id))), 0.0)


def order(found: Sequence[Weighed]) -> str:
    return "".join(one.hit.note.id for one in found)


def test_a_near_twin_of_a_better_note_stands_back() -> None:
    # a: .7·.9 = .63 · then b: .7·.8 − .3·.95 = .275, c: .7·.6 − 0 = .42
    found = spread(ranked(0.9, 0.8, 0.6), 2, 0.7, pairs(ab=0.95))
    assert order(found) == "acb"
    assert [one.hit.stages.get("mmr") for one in found] == [pytest.approx(0.63), pytest.approx(0.42), None]


def test_the_greatest_likeness_to_any_note_before_it_counts() -> None:
    # after a and c: b stands at .7·.8 − .3·.95, d at .7·.5 − .3·.2 = .29: d is said third
    assert order(spread(ranked(0.9, 0.8, 0.6, 0.5), 3, 0.7, pairs(ab=0.95, bc=0.1, ad=0.1, cd=0.2))) == "acdb"


def test_a_twin_is_said_where_there_is_nothing_else_to_say() -> None:
    assert order(spread(ranked(0.9, 0.8), 3, 0.7, pairs(ab=1.0))) == "ab"


def test_what_may_not_be_said_takes_no_place_and_nobody_stands_back_for_it() -> None:
    found = spread(ranked(0.9, 0.8, 0.6, why=[0]), 2, 0.7, pairs(ab=0.95))
    assert order(found) == "bca"
    assert found[-1].why == BELOW


@given(st.lists(st.floats(0, 1), max_size=8), st.integers(0, 9), st.floats(0, 1))
def test_nothing_is_lost_or_said_twice_and_the_best_comes_first(scores: list[float], limit: int, weight: float) -> None:
    before = ranked(*sorted(scores, reverse=True))
    found = spread(before, limit, weight, lambda one, other: 0.5)
    assert sorted(order(found)) == sorted(order(before))
    if scores and limit:
        assert found[0].hit.score == max(scores)


def test_by_words_the_share_of_terms_that_both_hold_counts() -> None:
    assert by_words(note("server port eighty"), note("server port ninety")) == pytest.approx(2 / 4)
    assert by_words(note("server port"), note("server port")) == 1.0


TWINS = ("the staging server listens on port 80", "the staging server still listens on port 80")
OTHER = "port 80 of the staging server is behind a proxy of the north region"


def test_a_turn_by_words_says_two_things_where_it_is_asked_to(
    store: Store, remember: Callable[..., None], texts: Callable[[Recalled], list[str]]
) -> None:
    remember(*(note(text, note_id=f"n{at:03}", days_old=at / 100) for at, text in enumerate([*TWINS, OTHER])))
    request = Request(query="staging server port", now=NOW, project=PROJECT, limit=2, floor=0.5)
    assert texts(recall(store, request, WORDS)) == list(TWINS)
    assert texts(recall(store, request, replace(WORDS, diversity=0.7))) == [TWINS[0], OTHER]


def test_a_turn_by_meaning_compares_the_notes_own_vectors(
    store: Store, remember: Callable[..., None], texts: Callable[[Recalled], list[str]]
) -> None:
    with store.write() as db:
        identity = vectors.put_identity(db, "test/flat@3#none", lo=0.0, hi=1.0, dup=0.92)
    places = {"east": (1.0, 0.0, 0.0), "east too": (0.99, 0.14, 0.0), "south east": (0.9, 0.0, -0.436)}
    remember(*(note(text, note_id=f"n{at:03}") for at, text in enumerate(places)))
    with store.write() as db:
        for at, place in enumerate(places.values()):
            found = notes.by_id(db, f"n{at:03}")
            assert found is not None
            vectors.put(db, found, identity, (np.array(place) / np.linalg.norm(place)).tolist(), 3)
    sense = Sense(np.array((1, 0, 0), np.float32), identity, Matrix(identity, 3))
    request = Request(query="which way leads east", now=NOW, project=PROJECT, limit=2, floor=0.0)
    assert texts(recall(store, request, HYBRID, lambda query: sense)) == ["east", "east too"]
    diverse = replace(HYBRID, diversity=0.3)
    assert texts(recall(store, request, diverse, lambda query: sense)) == ["east", "south east"]


@pytest.mark.parametrize(("mmr", "second"), [(False, TWINS[1]), (True, OTHER)])
def test_the_setting_turns_it_on_for_turns_alone(mmr: bool, second: str, tmp_path: Path) -> None:
    settings = settings_of(home=tmp_path / "home", explicit={"embedder": "none", "mmr": mmr, "notes_per_turn": 2})
    remora = build(settings)
    try:
        for text in reversed([*TWINS, OTHER]):
            remora.memory.add(text, project=PROJECT)
        found = remora.memory.explain("staging server port", project=PROJECT)
        assert [hit.note.text for hit in found.hits] == [TWINS[0], second]
        searched = remora.memory.search("staging server port", project=PROJECT)
        assert [hit.note.text for hit in searched.hits] == [*TWINS, OTHER]
    finally:
        remora.close()
