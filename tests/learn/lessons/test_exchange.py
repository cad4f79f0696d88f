"""failures.json: what an earlier program left is taken in, what we leave can be read, nothing of others is lost."""

import json
from pathlib import Path

import pytest

from remora.errors import Refused
from remora.learn.lessons import exchange
from remora.store import Store, lessons

SHOP = "shop-0a1b2c3d"
ENTRY = {"command": "git push", "error": "no upstream", "fix": "git push -u origin x", "at": "2025-01-02T03:04:05Z"}


def known(store: Store) -> list[lessons.Lesson]:
    return list(lessons.all_lessons(store.read()))


def written(store: Store) -> dict[str, dict[str, dict[str, object]]]:
    document: dict[str, dict[str, dict[str, object]]] = json.loads((store.home / exchange.FILE).read_text())
    return document


def put(store: Store, content: object) -> Path:
    path = store.home / exchange.FILE
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_the_seeds_own_file_is_taken_in(store: Store) -> None:
    path = put(store, {SHOP: {"ab" * 32: ENTRY}})
    assert exchange.import_file(store, path) == exchange.Exchanged(added=1)
    (lesson,) = known(store)
    assert (lesson.command, lesson.error, lesson.kind, lesson.follow) == (
        "git push", "no upstream", "fix", "git push -u origin x",
    )  # fmt: skip
    assert (lesson.namespace, lesson.last_at, lesson.sessions) == (SHOP, 1_735_787_045_000, 1)
    assert exchange.import_file(store, path) == exchange.Exchanged(known=1)


@pytest.mark.parametrize("at", [1_735_787_045, 1_735_787_045_000, 1_735_787_045.0, "2025-01-02T03:04:05"])
def test_times_come_in_several_ways(store: Store, at: object) -> None:
    exchange.import_file(store, put(store, {SHOP: {"x": {**ENTRY, "at": at}}}))
    assert known(store)[0].last_at == 1_735_787_045_000


@pytest.mark.parametrize("at", [None, "soon", True, [], 1e300, float("nan"), "9999-12-31T00:00:00Z"])
def test_a_time_that_is_none_is_now(store: Store, at: object) -> None:
    exchange.import_file(store, put(store, {SHOP: {"x": {**ENTRY, "at": at}}}))
    assert known(store)[0].last_at == store.clock()


def test_entries_that_are_none_are_counted_and_the_rest_is_taken(store: Store) -> None:
    bad = {"1": 3, "2": {"fix": "x"}, "3": {"command": "  "}, "4": {"command": ["a"]}}
    content = {SHOP: {**bad, "5": ENTRY}, "../x y": {"6": ENTRY}, "global": {"7": ENTRY}}
    assert exchange.import_file(store, put(store, content)) == exchange.Exchanged(added=1, refused=6)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"a": 3}', "[" * 100_000, "\x00"])
def test_a_file_that_is_none_is_refused_where_a_person_names_it(store: Store, content: str) -> None:
    with pytest.raises(Refused):
        exchange.import_file(store, put(store, content))


def test_secrets_in_it_are_masked(store: Store) -> None:
    token = "ghp_" + "a1B2" * 9
    entry = {"command": f"curl -H 'token {token}'", "error": f"denied {token}", "fix": f"curl -u x:{token}"}
    exchange.import_file(store, put(store, {SHOP: {"x": entry}}))
    assert token not in repr(known(store))


def test_a_home_without_lessons_gets_no_file(store: Store) -> None:
    assert not exchange.keep(store)
    assert not (store.home / exchange.FILE).exists()


def test_the_homes_file_holds_what_is_known_and_is_written_only_after_a_change(store: Store, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps({SHOP: {"x": ENTRY}}))
    exchange.import_file(store, other)
    assert exchange.keep(store)
    ((key, entry),) = written(store)[SHOP].items()
    assert key == known(store)[0].key.hex()
    assert {name: entry[name] for name in ENTRY} == ENTRY
    assert (store.home / exchange.FILE).stat().st_mode & 0o777 == 0o600
    assert not exchange.keep(store)


def test_what_was_written_comes_in_elsewhere_as_it_was(store: Store, tmp_path: Path) -> None:
    exchange.import_file(store, put(store, {SHOP: {"x": ENTRY, "y": {"command": "make", "tried_next": "make -k"}}}))
    text = exchange.dump(store)
    (tmp_path / "second").mkdir(mode=0o700)
    second = Store.open(tmp_path / "second", clock=store.clock)
    (tmp_path / "out.json").write_text(text)
    exchange.import_file(second, tmp_path / "out.json")
    assert exchange.dump(second) == text
    second.close()


def test_a_file_of_the_earlier_program_in_the_home_is_taken_in_before_it_is_written_over(store: Store) -> None:
    put(store, {SHOP: {"x": ENTRY}})
    assert exchange.keep(store)
    assert [one.command for one in known(store)] == ["git push"]
    assert list(written(store)) == [SHOP]


def test_an_unreadable_file_counts_as_empty_and_is_kept_aside(store: Store, tmp_path: Path) -> None:
    for content in ("{ broken", "also broken"):
        put(store, content)
        other = tmp_path / "other.json"
        other.write_text(json.dumps({SHOP: {"x": ENTRY}}))
        exchange.import_file(store, other)
        assert exchange.keep(store)
    aside = sorted(path.read_text() for path in store.home.glob("failures.json.unreadable-*"))
    assert aside == ["also broken", "{ broken"]
    assert list(written(store)) == [SHOP]


def test_what_was_forgotten_comes_back_only_if_a_person_brings_it(store: Store) -> None:
    path = put(store, {SHOP: {"x": ENTRY}})
    exchange.import_file(store, path)
    with store.write() as db:
        lessons.forget(db, known(store)[0].row, 5)
    put(store, {SHOP: {"x": ENTRY}})
    assert exchange.keep(store)
    assert known(store)[0].forgotten_at == 5
    assert written(store) == {}
    exchange.import_file(store, put(store, {SHOP: {"x": ENTRY}}))
    assert known(store)[0].forgotten_at is None
