"""The score, against numbers worked out by hand."""

import math

import pytest
from recall.making import DAY, GLOBAL, NOW, candidate, even, known, note

from remora.recall import preset_named
from remora.recall.score import bm25, importance_bonus, rank, recency, source_weight

WORDS = preset_named("words")


def test_idf_is_the_logarithm_of_one_plus_the_odds_against() -> None:
    counted = known(10, port=1, server=4)
    assert counted.idf("port") == pytest.approx(math.log(1 + 9.5 / 1.5))  # 1.99243
    assert counted.idf("port") == pytest.approx(1.992430164690206)
    assert counted.idf("server") == pytest.approx(math.log(1 + 6.5 / 4.5))  # 0.89382
    assert counted.idf("nobody") == pytest.approx(math.log(1 + 10.5 / 0.5))  # 3.09104


def test_a_word_in_every_note_still_weighs_a_little() -> None:
    assert known(3, port=3).idf("port") == pytest.approx(math.log(1 + 0.5 / 3.5))
    assert known(3, port=5).idf("port") > 0  # counts read a moment apart may disagree


def test_bm25_by_hand() -> None:
    # "port server" over: A = port port server (3 terms), B = server room x y z (5 terms). N 10, df port 2, server 4.
    # idf port = ln(1 + 8.5/2.5) = 1.481605, server = ln(1 + 6.5/4.5) = 0.893818; average length 4.
    # A: damping = 1.2·(.25 + .75·3/4) = .975: port 1.481605·2·2.2/2.975 = 2.191280, server .893818·2.2/1.975 = .995645
    # B: damping = 1.2·(.25 + .75·5/4) = 1.425: server .893818·2.2/2.425 = .810886
    pool = [
        candidate(note("port port server"), "port server"),
        candidate(note("server room x y z"), "port server"),
    ]
    assert bm25(pool, ("port", "server"), known(10, port=2, server=4), WORDS) == pytest.approx([3.186925, 0.810886])


def test_bm25_of_an_empty_pool_is_empty() -> None:
    assert bm25([], ("port",), known(0), WORDS) == []


@pytest.mark.parametrize(
    ("days", "factor"),
    [(0, 1.0), (1, 0.905724), (3, 0.742997), (3.5, 0.707107), (3.7, 0.7), (7, 0.7), (60, 0.7), (3650, 0.7)],
)
def test_recency_halves_in_a_week_and_never_falls_below_seven_tenths(days: float, factor: float) -> None:
    assert recency(note("x", days_old=days), NOW, WORDS) == pytest.approx(factor, abs=1e-6)


def test_global_notes_do_not_age() -> None:
    assert recency(note("x", namespace=GLOBAL, days_old=900), NOW, WORDS) == 1.0


def test_a_note_from_the_future_is_as_good_as_new() -> None:
    assert recency(note("x", days_old=-5), NOW, WORDS) == 1.0


def test_a_project_note_counts_in_full_and_a_global_one_nine_tenths() -> None:
    assert source_weight(note("x"), WORDS) == 1.0
    assert source_weight(note("x", namespace=GLOBAL), WORDS) == 0.9


@pytest.mark.parametrize(("rating", "bonus"), [(None, 0.0), (0.5, 0.0), (1.0, 0.05), (0.0, -0.05), (0.8, 0.03)])
def test_a_rating_moves_the_score_by_a_twentieth_at_most(rating: float | None, bonus: float) -> None:
    assert importance_bonus(note("x", importance=rating), WORDS) == pytest.approx(bonus, abs=1e-12)


def test_an_unrated_note_gets_exactly_nothing() -> None:
    assert importance_bonus(note("x", importance=None), WORDS) == 0.0


def test_the_whole_score_by_hand() -> None:
    # Both hold "port" once among two terms, so both have the best bm25 and "words" is 1.
    # project, one day old, rated 1: 1 · 1.0 · .5^(1/7) + .05 = .955724; global, old, unrated: 1 · .9 · 1 + 0 = .9
    pool = [
        candidate(note("port 80", note_id="gggg", namespace=GLOBAL, days_old=400), "port"),
        candidate(note("port 81", note_id="pppp", days_old=1, importance=1.0), "port"),
    ]
    first, second = rank(pool, ("port",), even("port"), known(2, port=2), NOW, WORDS)
    assert (first.candidate.note.id, second.candidate.note.id) == ("pppp", "gggg")
    assert first.score == pytest.approx(0.955724, abs=1e-6)
    assert second.score == pytest.approx(0.9)
    assert first.stages == pytest.approx(
        {
            "bm25": math.log(1.2),
            "words": 1.0,
            "cov": 1.0,
            "source": 1.0,
            "recency": 0.905724,
            "importance": 0.05,
            "score": 0.955724,
        },
        abs=1e-6,
    )


def test_the_same_words_score_the_share_of_the_best() -> None:
    pool = [candidate(note("port server", note_id="best"), "port server"), candidate(note("port x"), "port server")]
    first, second = rank(pool, ("port", "server"), even("port", "server"), known(4, port=2, server=1), NOW, WORDS)
    assert first.score == 1.0
    # idf port = ln(1 + 2.5/2.5) = .693147, server = ln(1 + 3.5/1.5) = 1.203973: .693147 / 1.897120
    assert second.score == pytest.approx(0.365368, abs=1e-6)


@pytest.mark.parametrize(("newer", "older"), [(0, 1), (10, 60), (400, 800)])
def test_at_equal_relevance_the_newer_note_wins(newer: float, older: float) -> None:
    notes = [note("port 80", note_id="aold", days_old=older), note("port 81", note_id="bnew", days_old=newer)]
    for order in (notes, notes[::-1]):
        ranked = rank([candidate(one, "port") for one in order], ("port",), even("port"), known(2, port=2), NOW, WORDS)
        assert [one.candidate.note.id for one in ranked] == ["bnew", "aold"]


def test_at_equal_time_the_lower_id_comes_first() -> None:
    pool = [candidate(note("port 80", note_id=name), "port") for name in ("cccc", "aaaa", "bbbb")]
    ranked = rank(pool, ("port",), even("port"), known(3, port=3), NOW, WORDS)
    assert [one.candidate.note.id for one in ranked] == ["aaaa", "bbbb", "cccc"]


def test_a_better_match_of_last_quarter_beats_a_poor_one_of_today() -> None:
    pool = [
        candidate(note("database server port", note_id="good", days_old=90), "database server port"),
        candidate(note("port of Hamburg", note_id="poor"), "database server port"),
    ]
    words = ("databas", "server", "port")
    ranked = rank(pool, words, even(*words), known(9, databas=1, server=1, port=2), NOW, WORDS)
    assert ranked[0].candidate.note.id == "good"
    assert NOW - ranked[0].candidate.note.created_at == 90 * DAY
