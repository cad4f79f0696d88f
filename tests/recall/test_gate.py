"""Admission: coverage by hand, the content-word rule, and what a single rare word may do."""

import math
from collections.abc import Callable

import pytest
from recall.making import even, known

from remora.recall import Recalled, preset_named
from remora.recall.gate import (
    ONE_COMMON_WORD,
    TRIVIAL,
    Coverage,
    admission,
    floor_among,
    heard,
    measured_by,
    silence,
)
from remora.recall.voices import question
from remora.text import content

WORDS = preset_named("words")


def test_coverage_is_the_idf_share_of_the_words_held() -> None:
    # N 100: idf port (df 10) = ln(1 + 90.5/10.5) = 2.263745, server (df 40) = ln(1 + 60.5/40.5) = .913818
    counted = known(100, port=10, server=40)
    assert Coverage(even("port", "server"), counted).of({"port": 3}) == pytest.approx(0.712416, abs=1e-6)
    assert Coverage(even("port", "server"), counted).of({"server": 1}) == pytest.approx(0.287584, abs=1e-6)
    assert Coverage(even("port", "server"), counted).of({"port": 1, "server": 1}) == 1.0
    assert Coverage(even("port", "server"), counted).of({}) == 0.0


def test_a_word_that_nobody_holds_counts_in_full() -> None:
    # unknown word: ln(1 + 100.5/.5) = 5.308268; port 2.263745 / 7.572013
    assert Coverage(even("port", "zeppelin"), known(100, port=10)).of({"port": 1}) == pytest.approx(0.298962, abs=1e-6)


def test_a_handful_of_notes_is_weighed_as_fifty() -> None:
    # port: ln(1 + 49.5/1.5) = 3.526361, unknown: ln(1 + 50.5/.5) = 4.624973
    for few in (1, 7, 50):
        covered = Coverage(even("port", "zeppelin"), known(few, port=1))
        assert covered.of({"port": 1}) == pytest.approx(0.432611, abs=1e-6)
    assert Coverage(even("port", "zeppelin"), known(51, port=1)).of({"port": 1}) > 0.4327


def test_the_pieces_of_a_path_weigh_as_one_word() -> None:
    # test and the path, of whose three pieces nobody holds any: one word of two. idf test (df 10 of 100) 2.263745,
    # unknown 5.308268; each piece of the path a third: 2.263745 / (2.263745 + 3 · 5.308268 / 3)
    words = measured_by(question("tests in shop/cart"), content("tests in shop/cart"))
    assert words == pytest.approx({"test": 1.0, "shop/cart": 1 / 3, "shop": 1 / 3, "cart": 1 / 3})
    assert Coverage(words, known(100, test=10)).of({"test": 1}) == pytest.approx(0.298962, abs=1e-6)


def test_a_note_that_holds_only_soft_words_is_about_something_else() -> None:
    about = content("where do I see the logs?")
    counted = known(100, see=3, log=3)
    words = measured_by(question("where do I see the logs?"), about)
    assert Coverage(words, counted, about.soft).of({"see": 1}) == 0.0
    assert Coverage(words, counted, about.soft).of({"log": 1}) == pytest.approx(0.5)


def test_coverage_without_words_is_nothing() -> None:
    assert Coverage(even(), known(10)).of({"port": 1}) == 0.0


def test_with_words_alone_coverage_is_the_gate() -> None:
    assert admission({"cov": 0.42, "words": 1.0, "bm25": 9.0}, WORDS) == 0.42


def test_a_turn_without_content_is_silent() -> None:
    assert silence(content("run it again"), known(100)) == TRIVIAL


def test_two_content_words_may_speak_however_common() -> None:
    assert silence(content("server port?"), known(100, server=90, port=90)) == ""


@pytest.mark.parametrize(
    ("notes", "held", "speaks"),
    [(3, 2, True), (3, 3, False), (200, 2, True), (200, 3, False), (1000, 10, True), (1000, 11, False), (50, 0, True)],
)
def test_one_content_word_speaks_only_when_rare(notes: int, held: int, speaks: bool) -> None:
    assert silence(content("which port?"), known(notes, port=held)) == ("" if speaks else ONE_COMMON_WORD)


def test_two_han_characters_are_one_word() -> None:
    assert silence(content("端口是多少？"), known(100, 端口=50)) == ONE_COMMON_WORD
    assert silence(content("端口是多少？"), known(100, 端口=1)) == ""
    assert silence(content("部署端口"), known(100, 部署=50, 署端=50, 端口=50)) == ""


def test_a_search_without_content_is_measured_by_all_its_words() -> None:
    for query, words in (("run again", ("run", "again")), ("the port", ("port",))):
        assert measured_by(question(query), content(query)) == even(*words)


def test_a_soft_word_is_heard_only_where_a_note_holds_it() -> None:
    about = content("how do I run the tests with zeppelin?")
    assert about.words == ("run", "test", "zeppelin")
    assert heard(about, known(9, test=3, run=1)).words == ("run", "test", "zeppelin")
    assert heard(about, known(9, test=3)).words == ("test", "zeppelin")


@pytest.mark.parametrize(
    ("turn", "thing"),
    [
        ("Turn on the new checkout flag", ("checkout", "flag")),
        ("Rename the feature flag", ("featur", "flag")),
        ("Create a button component", ("button", "compon")),
    ],
)
def test_what_is_to_be_done_says_less_than_with_what(turn: str, thing: tuple[str, ...]) -> None:
    assert heard(content(turn), known(20, **dict.fromkeys(thing, 1))).words == thing


def test_a_soft_word_that_nobody_holds_does_not_make_two_words_of_one() -> None:
    about = content("stop the server")
    assert silence(heard(about, known(100, server=20)), known(100, server=20)) == ONE_COMMON_WORD
    assert silence(heard(about, known(100, server=20, stop=4)), known(100, server=20, stop=4)) == ""


def test_relevance_does_not_know_age() -> None:
    counted = known(10, port=1)
    assert math.isclose(Coverage(even("port"), counted).of({"port": 1}), 1.0)


@pytest.mark.parametrize(("notes", "floor"), [(0, 0.44), (20, 0.44), (55, 0.47), (150, 0.5), (100_000, 0.5)])
def test_the_floor_sinks_among_few_notes(notes: int, floor: float) -> None:
    # 55 is the geometric mean of 20 and 150, half the way: .5 − .06 / 2
    assert floor_among(notes, 0.5) == pytest.approx(floor, abs=1e-3)


def test_without_a_vector_the_floor_stands(turn: Callable[..., Recalled]) -> None:
    assert turn("server port").floor == 0.5
