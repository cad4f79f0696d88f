"""What upkeep does to lessons beside their own verbs: they follow their project and go with a purged text."""

from pathlib import Path

import pytest

from remora.errors import AmbiguousLesson, UnknownLesson
from remora.learn import Draft, learn
from remora.project import key_of
from remora.store import Outbox, Store, lessons, namespaces
from remora.text.commands import digest
from remora.upkeep import lessons as keeping
from remora.upkeep import projects
from remora.upkeep.purging import purge

SHOP, BLOG = "shop-0a1b2c3d", "blog-99887766"


def put(store: Store, project: str, command: str, *, fix: str = "", at: int = 1) -> None:
    with store.write() as db:
        row = lessons.add(
            db, namespaces.number_for(db, project), key=digest(command), shape=digest(command), tool="bash",
            command=command, error="", error_key=None, at=at,
        )  # fmt: skip
        lessons.mark(db, row, "s1", "failed", at)
        if fix:
            lessons.follow(db, row, "fix", fix, digest(fix), 1)


def told(store: Store, project: str) -> list[tuple[str, str]]:
    return sorted((one.command, one.follow) for one in keeping.newest(store, [project], 50))


def test_a_merge_brings_the_lessons_and_keeps_the_better_of_two(store: Store) -> None:
    put(store, SHOP, "make a")
    put(store, SHOP, "make b", fix="make -k b")
    put(store, BLOG, "make b")
    put(store, BLOG, "make a", fix="make -k a")
    projects.merge(store, SHOP, BLOG)
    assert told(store, BLOG) == [("make a", "make -k a"), ("make b", "make -k b")]
    assert told(store, SHOP) == []


@pytest.mark.parametrize("known_there", [False, True])
def test_a_move_brings_the_lessons(store: Store, tmp_path: Path, known_there: bool) -> None:
    put(store, SHOP, "make a")
    there = tmp_path / "there"
    there.mkdir()
    key = key_of(there)
    assert key is not None
    if known_there:
        put(store, key, "make c")
    projects.move(store, SHOP, there)
    assert told(store, key) == [("make a", ""), *([("make c", "")] if known_there else [])]


def test_a_project_with_lessons_alone_is_known(store: Store) -> None:
    put(store, SHOP, "make a")
    assert [(line.key, line.notes, line.lessons) for line in projects.listing(store)] == [(SHOP, 0, 1)]


def test_a_purge_everywhere_of_a_note_takes_lessons_that_hold_its_text(store: Store) -> None:
    note = learn(store, Draft(text="the zanzibarine key", namespace=SHOP)).note
    put(store, SHOP, "echo the zanzibarine key")
    put(store, SHOP, "make a", fix="echo the zanzibarine key && make a")
    put(store, SHOP, "make b")
    purge(store, Outbox(store), [note], everywhere=True)
    assert told(store, SHOP) == [("make b", "")]
    assert b"zanzibarine" not in store.path.read_bytes()


def test_a_lesson_is_found_by_the_beginning_of_its_id(store: Store) -> None:
    put(store, SHOP, "make a")
    (lesson,) = keeping.newest(store, [SHOP], 1)
    assert keeping.find(store, lesson.id[:4]) == lesson
    with pytest.raises(UnknownLesson):
        keeping.find(store, "zzzz" if not lesson.id.startswith("zzzz") else "yyyy")


def test_several_that_begin_alike_are_named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = iter(["aaaabbbbccccdddd", "aaaabbbbccccddde"])
    monkeypatch.setattr("remora.store.lessons.new_id", lambda: next(ids))
    put(store, SHOP, "make a")
    put(store, SHOP, "make b")
    with pytest.raises(AmbiguousLesson):
        keeping.find(store, "aaaa")
