"""Recall over a real store: what comes back, in which order, and what stays away."""

from collections.abc import Callable

import pytest
from recall.making import DAY, GLOBAL, NOW, OTHER, PROJECT, fill, note

from remora.recall import Recalled, Request, preset_named, recall
from remora.recall.gate import ONE_COMMON_WORD, TRIVIAL
from remora.recall.select import BELOW, SHOWN
from remora.store import Store, notes

Ask = Callable[..., Recalled]
Texts = Callable[[Recalled], list[str]]
Remember = Callable[..., None]


def test_a_related_turn_recalls_the_note_and_nothing_else(remember: Remember, turn: Ask, texts: Texts) -> None:
    remember(
        note("The staging database listens on port 5433", note_id="staging"),
        note("Release notes are written in German", note_id="release"),
    )
    assert texts(turn("On which port is the staging database?")) == ["The staging database listens on port 5433"]


def test_a_sixty_day_old_exact_match_is_still_injected(remember: Remember, turn: Ask, texts: Texts) -> None:
    remember(
        note("Deploys go through ops/deploy.sh", note_id="old", days_old=60),
        *(note(f"Fact number {n} about something else", note_id=f"new{n}") for n in range(30)),
    )
    found = turn("How do deploys go through ops/deploy.sh?")
    assert texts(found) == ["Deploys go through ops/deploy.sh"]
    assert found.hits[0].gate == 1.0
    assert found.hits[0].stages["recency"] == 0.7


def test_a_store_of_one_note_answers_a_question_in_other_words(remember: Remember, turn: Ask, texts: Texts) -> None:
    remember(note("The staging database listens on port 5433", note_id="staging"))
    assert texts(turn("Which port does our staging postgres use?")) == ["The staging database listens on port 5433"]


def test_at_equal_relevance_the_newer_wins(remember: Remember, turn: Ask) -> None:
    remember(
        note("The api port is 8001", note_id="older", days_old=90),
        note("The api port is 8002", note_id="newer", days_old=30),
    )
    assert [hit.note.id for hit in turn("what is the api port?").hits] == ["newer", "older"]


def test_two_projects_never_see_each_other_and_both_see_global_notes(
    remember: Remember, search: Ask, texts: Texts
) -> None:
    remember(
        note("deploy shop with make", note_id="shop"),
        note("deploy blog with rsync", note_id="blog", namespace=OTHER),
        note("deploy only on Tuesdays", note_id="both", namespace=GLOBAL),
    )
    assert set(texts(search("deploy"))) == {"deploy shop with make", "deploy only on Tuesdays"}
    assert set(texts(search("deploy", project=OTHER))) == {"deploy blog with rsync", "deploy only on Tuesdays"}
    assert texts(search("deploy", project=None)) == ["deploy only on Tuesdays"]
    assert texts(search("deploy", project="unknown-00000000")) == ["deploy only on Tuesdays"]


def test_words_are_weighed_by_all_notes_in_reach(remember: Remember, search: Ask) -> None:
    remember(
        note("port 1", note_id="a"), note("port 2", note_id="b", namespace=GLOBAL),
        note("port 3", note_id="c", namespace=OTHER), note("server", note_id="d", namespace=GLOBAL),
    )  # fmt: skip
    found = search("port server")
    assert found.notes == 3
    assert found.frequencies == {"port": 2, "server": 1}


def test_one_word_finds_a_note_only_while_it_is_rare(remember: Remember, turn: Ask, texts: Texts) -> None:
    remember(note("Postgres listens on port 5433", note_id="pg"), note("Redis needs no password", note_id="redis"))
    assert texts(turn("which port?")) == ["Postgres listens on port 5433"]
    remember(*(note(f"Service {n} has port {8000 + n}", note_id=f"s{n}") for n in range(5)))
    found = turn("which port?")
    assert found.hits == ()
    assert found.silence == ONE_COMMON_WORD
    assert {miss.why for miss in found.missed} == {ONE_COMMON_WORD}


@pytest.mark.parametrize(
    "prompt",
    ["ok", "run it again", "yes please do that", "thanks!", "continue", "好的，继续", "もう一度お願いします",
     "네, 계속해주세요", "да, давай ещё раз", "sí, hazlo otra vez", "oui merci", "ja bitte", "نعم شكرا", "", " ", "👍"],
)  # fmt: skip
def test_a_trivial_prompt_recalls_nothing(remember: Remember, turn: Ask, prompt: str) -> None:
    remember(*(note(text, note_id=f"n{n}") for n, text in enumerate((
        "ok run it again yes please do that thanks continue", "好的，继续", "もう一度お願いします", "네, 계속해주세요",
        "да, давай ещё раз", "sí, hazlo otra vez", "oui merci", "ja bitte", "نعم شكرا", "👍 means yes",
    ))))  # fmt: skip
    found = turn(prompt)
    assert found.hits == ()
    assert found.silence == TRIVIAL


def test_a_search_for_small_talk_finds_it_all_the_same(remember: Remember, search: Ask, texts: Texts) -> None:
    remember(note("thanks go to the platform team", note_id="t"), note("👍 means approved", note_id="e"))
    assert texts(search("thanks")) == ["thanks go to the platform team"]
    assert texts(search("👍")) == ["👍 means approved"]


def test_an_unrelated_turn_recalls_nothing_and_says_what_came_near(remember: Remember, turn: Ask) -> None:
    remember(note("The staging database listens on port 5433", note_id="staging"))
    found = turn("Write a limerick about a database of penguins")
    assert found.hits == ()
    assert found.silence == ""
    assert [(miss.note.id, miss.why) for miss in found.missed] == [("staging", BELOW)]
    assert found.missed[0].gate < 0.5


def test_a_note_shown_in_this_session_makes_way_for_the_next(remember: Remember, turn: Ask) -> None:
    remember(*(note(f"api port {n}", note_id=f"n{n}", days_old=n) for n in range(4)))
    found = turn("which api port?", limit=2, exclude=frozenset({"n0", "n1"}))
    assert [hit.note.id for hit in found.hits] == ["n2", "n3"]
    assert {miss.note.id: miss.why for miss in found.missed} == {"n0": SHOWN, "n1": SHOWN}


def test_archived_notes_are_silent_until_restored(remember: Remember, search: Ask, store: Store) -> None:
    remember(note("api port 80", note_id="only"))
    with store.write() as db:
        notes.archive(db, notes.by_id(db, "only"), NOW)  # type: ignore[arg-type]
    assert search("api port").hits == ()
    with store.write() as db:
        notes.restore(db, notes.by_id(db, "only"), NOW)  # type: ignore[arg-type]
    assert [hit.note.id for hit in search("api port").hits] == ["only"]


def test_a_higher_floor_lets_fewer_speak(remember: Remember, turn: Ask) -> None:
    remember(note("api server port retry timeout", note_id="all"), note("api server colours", note_id="half"))
    query = "api server port retry"
    assert [hit.note.id for hit in turn(query, floor=0.2).hits] == ["all", "half"]
    assert [hit.note.id for hit in turn(query, floor=0.65).hits] == ["all"]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("see schema.go. for tables", "schema.go"),
        ("see schema.go. for tables", "where is the schema"),
        ("parse with getUserName", "user name parsing"),
        ("edit src/remora/text.py", "text.py"),
        ("数据库的端口是5432", "数据库端口"),
        ("База данных слушает порт 5432", "порт базы ДАННЫХ"),
        ("قاعدة البيانات على المنفذ 5432", "المنفذ"),
        ("デプロイは火曜日", "デプロイ"),
        ("배포는 화요일에", "배포"),
        ('say "NEAR" and * with -- dashes', '"NEAR" * --dashes'),
        ("--no-verify is forbidden", "--no-verify"),
        ("nul\x00byte separates", "nul"),
        ("café crème", "CAFE CREME"),
        ("a" * 16_000, "a" * 16_000),
    ],
)
def test_a_search_finds_a_note_by_its_words(
    remember: Remember, search: Ask, texts: Texts, text: str, query: str
) -> None:
    remember(note(text, note_id="wanted"), note("something else entirely", note_id="other"))
    assert texts(search(query)) == [text]


@pytest.mark.parametrize(
    "query", ["", "*", '"', '""', "AND", "NEAR(", "a OR", "x:y", "{", "-", "^", "\x00", "\ud800", "'--"]
)
def test_no_query_is_a_syntax_error(remember: Remember, search: Ask, query: str) -> None:
    remember(note("plain words", note_id="n"))
    assert isinstance(search(query).hits, tuple)


def test_only_head_and_tail_of_a_pasted_text_are_asked(remember: Remember, search: Ask, texts: Texts) -> None:
    remember(note("zebra crossing", note_id="z"), note("walrus tusks", note_id="w"), note("okapi stripes", note_id="o"))
    found = search("zebra " + "filler " * 1000 + "okapi " + "filler " * 1000 + "walrus")
    assert set(texts(found)) == {"zebra crossing", "walrus tusks"}


def test_a_pasted_text_without_spaces_is_asked_too(remember: Remember, search: Ask, texts: Texts) -> None:
    remember(note("数据库端口", note_id="z"))
    assert texts(search("数据库端口" + "好" * 16_000)) == ["数据库端口"]


def test_a_limit_of_nothing_recalls_nothing(remember: Remember, turn: Ask) -> None:
    remember(note("api port 80", note_id="n"))
    assert turn("api port", limit=0).hits == ()


def test_work_is_bounded_in_a_namespace_where_a_word_is_everywhere(store: Store) -> None:
    fill(store, (note(f"api port {n}", note_id=f"n{n:05}", days_old=n / 100) for n in range(1200)))
    read: list[int] = []
    store.read().exec_trace = lambda _, sql, __: read.append(1) or True
    found = recall(store, Request(query="api port", now=NOW, project=PROJECT, floor=0.5), preset_named("words"))
    store.read().exec_trace = None
    assert len(found.hits) == 5
    assert len(found.missed) == 20
    assert len(read) < 30  # statements grow with the query's words, never with the notes
    assert found.hits[0].note.created_at > NOW - 12 * DAY
