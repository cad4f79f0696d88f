"""Nearness in meaning, by hand: cosines, what all notes share taken out, one scale for every model."""

import math

import numpy as np
import pytest
from recall.making import NOW, PROJECT, candidate, even, fill, known, note

from remora.recall import Request, preset_named, recall
from remora.recall.meaning import ENOUGH_FOR_A_MEAN, centre, nearness
from remora.recall.nearness import Nearness, Sense
from remora.recall.score import rank
from remora.recall.trigrams import alike, bm25
from remora.store import Store, notes, vectors
from remora.store.matrix import Matrix
from remora.store.vectors import Identity

HYBRID = preset_named("hybrid")
EAST, NORTH = (1.0, 0.0), (0.0, 1.0)


@pytest.fixture
def identity(store: Store) -> Identity:
    with store.write() as db:
        return vectors.put_identity(db, "test/flat@2#none", lo=0.2, hi=0.8, dup=0.92)


def give(store: Store, identity: Identity, note_id: str, vector: tuple[float, float]) -> None:
    with store.write() as db:
        found = notes.by_id(db, note_id)
        assert found is not None
        vectors.put(db, found, identity, vector, 2)


def unit(degrees: float) -> tuple[float, float]:
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def sense(identity: Identity, vector: tuple[float, float]) -> Sense:
    return Sense(np.array(vector, np.float32), identity, Matrix(identity, 2))


def test_u_is_0_for_strangers_and_1_for_a_question_and_its_note(identity: Identity) -> None:
    scale = sense(identity, EAST)
    assert [scale.u(cosine) for cosine in (0.2, 0.5, 0.8)] == pytest.approx([0.0, 0.5, 1.0])


def test_a_note_without_a_vector_is_as_near_as_its_words_say(identity: Identity) -> None:
    assert sense(identity, EAST).supposed(0.5) == Nearness(pytest.approx(0.5), pytest.approx(0.5))


def test_the_mean_is_taken_out_of_both_sides() -> None:
    # q = (1, 0), v = (0, 1), m = (.5, 0): q − m = (.5, 0), v − m = (−.5, 1); their cosine is −.25 / (.5 · 1.118034)
    lines, query = np.array([NORTH], np.float32), np.array(EAST, np.float32)
    centred = centre(lines, query, np.vecdot(lines, query), np.array([0.5, 0.0]))
    assert centred == pytest.approx([-0.447214], abs=1e-6)


def test_under_fifty_notes_the_plain_cosine_counts(store: Store, identity: Identity) -> None:
    fill(store, [note(f"fact {at}", note_id=f"n{at:02}") for at in range(ENOUGH_FOR_A_MEAN)])
    for at in range(ENOUGH_FOR_A_MEAN - 1):
        give(store, identity, f"n{at:02}", unit(at))
    found = nearness(store.read(), PROJECT, sense(identity, EAST), (), 100)
    assert len(found) == ENOUGH_FOR_A_MEAN - 1
    assert all(one.centred == one.cosine for one in found.values())
    give(store, identity, f"n{ENOUGH_FOR_A_MEAN - 1:02}", unit(90))
    found = nearness(store.read(), PROJECT, sense(identity, EAST), (), 100)
    assert any(abs(one.centred - one.cosine) > 0.1 for one in found.values())


def test_the_hybrid_score_by_hand(identity: Identity) -> None:
    # "port" is in one of the two. Its bm25 is the best, so words = 1, and of the trigrams _po por ort rt_ it holds all,
    # so tri = 1; the other holds none. The lone word is all the content there is: cov 1 and 0.
    # with word: .75·.1 + .15·1 + .10·1 = .325; near in meaning: .75·.9 = .675; both new project notes, unrated.
    # gate: .5·(.1 − .2)/.6 + .5·1 = .416667 and .5·(.9 − .2)/.6 = .583333
    heard, felt = candidate(note("port", note_id="word"), "port"), candidate(note("quay", note_id="mean"), "port")
    pool = [_near(heard, 0.1), _near(felt, 0.9)]
    first, second = rank(pool, ("port",), even("port"), known(2, port=1), NOW, HYBRID, sense(identity, EAST))
    assert (first.candidate.note.id, second.candidate.note.id) == ("mean", "word")
    assert (first.score, second.score) == pytest.approx((0.675, 0.325))
    assert (first.stages["u"], second.stages["u"]) == pytest.approx((0.7 / 0.6, -0.1 / 0.6))
    assert (first.stages["importance"], second.stages["importance"]) == (0.0, 0.0)


def _near(made, cosine):
    return type(made)(made.note, made.counts, made.length, Nearness(cosine, cosine))


def test_trigrams_by_hand() -> None:
    # Query "cat": _ca cat at_. Notes "cat" (_cat_, 5 letters) and "dog" (_dog_, 5): each is in one of two notes,
    # idf ln(1 + 1.5/1.5) = .693147; damping 1.2 · (.25 + .75·5/5) = 1.2: 3 · .693147 · 2.2 / 2.2 = 2.079442
    scores, whole = bm25(["cat", "dog"], ["cat"])
    assert scores == pytest.approx([2.079442, 0.0], abs=1e-6)
    assert whole == pytest.approx(2.079442, abs=1e-6)
    assert alike(["cat", "dog"], ["cat"]) == [1.0, 0.0]


def test_the_best_of_a_few_notes_may_be_far() -> None:
    # Query "cats": _ca cat ats ts_. "cab" (_cab_) holds _ca alone: idf ln(1 + 1.5/1.5) = .693147, damping 1.2.
    # The other three are in neither note: ln(1 + 2.5/.5) = 1.791759 each, so whole = .693147 + 5.375278 = 6.068426,
    # and the best counts as having half of that: .693147 / 3.034213 = .228444
    assert alike(["cab", "dog"], ["cats"]) == [1.0, 0.0]
    assert alike(["cab", "dog"], ["cats"], 0.5) == pytest.approx([0.228444, 0.0], abs=1e-6)


def test_trigrams_find_a_relative_in_another_language() -> None:
    (english, other), _ = bm25(["configuration of the server", "birthday cake"], ["konfiguration"])
    assert english > other == 0.0


def test_a_note_that_shares_no_word_is_found_by_meaning(store: Store, identity: Identity) -> None:
    fill(store, [note("The quay opens at dawn", note_id="aaaa"), note("Lunch is at noon", note_id="bbbb")])
    give(store, identity, "aaaa", unit(10))
    give(store, identity, "bbbb", unit(80))
    request = Request(query="harbour schedule", now=NOW, project=PROJECT, floor=0.5)
    felt = recall(store, request, HYBRID, lambda query: sense(identity, EAST))
    assert felt.mode == "hybrid"
    assert [hit.note.id for hit in felt.hits] == ["aaaa"]
    heard = recall(store, request, HYBRID)
    assert (heard.mode, heard.preset, heard.hits) == ("words", "words", ())


def test_a_sixty_day_old_exact_match_is_recalled(store: Store, identity: Identity) -> None:
    fill(store, [note("Deploys go through the blue script", note_id="aaaa", days_old=60)])
    give(store, identity, "aaaa", unit(5))
    request = Request(query="how do deploys go through?", now=NOW, project=PROJECT, floor=0.5)
    assert [hit.note.id for hit in recall(store, request, HYBRID, lambda query: sense(identity, EAST)).hits] == ["aaaa"]


def test_only_the_query_s_own_identity_is_compared(store: Store, identity: Identity) -> None:
    with store.write() as db:
        other = vectors.put_identity(db, "other/flat@2#none", lo=0.2, hi=0.8, dup=0.92)
    fill(store, [note("The quay opens at dawn", note_id="aaaa")])
    give(store, other, "aaaa", EAST)
    assert nearness(store.read(), PROJECT, sense(identity, EAST), (), 10) == {}
