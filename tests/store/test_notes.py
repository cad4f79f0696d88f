"""Notes as rows: what goes in comes out, changes keep every part in step, prefixes and times find them."""

from collections.abc import Callable

import apsw
import pytest
from store.making import NOW, OTHER, PROJECT, new_note

from remora.errors import UnknownNote
from remora.notes import GLOBAL, Note
from remora.store import Store, fulltext, history, maintenance, namespaces, notes

Add = Callable[..., Note]


@pytest.fixture
def add(store: Store) -> Add:
    def add_one(text: str, **keywords: object) -> Note:
        with store.write() as db:
            return notes.insert(db, new_note(text, **keywords))  # type: ignore[arg-type]

    return add_one


def texts(found: list[Note]) -> list[str]:
    return [note.text for note in found]


def test_a_note_comes_back_as_it_went_in(store: Store, add: Add) -> None:
    note = add("Die Straße 東京 🦈 \x00 ends")
    assert notes.by_id(store.read(), note.id) == note
    assert note.provenance.session_id == "s-1"
    assert note.scope == "project"


def test_an_id_cannot_be_taken_twice(store: Store, add: Add) -> None:
    add("one", note_id="a" * 16)
    with pytest.raises(apsw.ConstraintError):
        add("two", note_id="a" * 16)
    assert texts(list(notes.all_notes(store.read()))) == ["one"]
    assert maintenance.integrity(store.read()) == []


def test_a_prefix_finds_all_that_begin_so(store: Store, add: Add) -> None:
    add("one", note_id="abcd" + "a" * 12)
    add("two", note_id="abcd" + "7" * 12)
    add("three", note_id="abce" + "a" * 12)
    db = store.read()
    assert texts(notes.by_prefix(db, "ABCD")) == ["two", "one"]
    assert texts(notes.by_prefix(db, "abcda")) == ["one"]
    assert notes.by_prefix(db, "zzzz") == []
    assert notes.by_prefix(db, "%") == []
    assert notes.by_prefix(db, " ") == []
    assert len(notes.by_prefix(db, "abc", limit=2)) == 2


def test_rows_come_in_the_order_asked_for(store: Store, add: Add) -> None:
    one, two = add("one"), add("two")
    assert texts(notes.by_rows(store.read(), [two.row, 999, one.row])) == ["two", "one"]
    assert notes.by_rows(store.read(), []) == []


def test_the_same_text_is_known_in_its_namespace_while_it_lives(store: Store, add: Add) -> None:
    note = add("deploy  on\nFriday")
    db, digest = store.read(), notes.digest_of("deploy on Friday")
    assert notes.same_text(db, PROJECT, digest) == note
    assert notes.same_text(db, OTHER, digest) is None
    assert notes.digest_of("deploy on friday") != digest
    with store.write() as db:
        notes.archive(db, note, NOW)
    assert notes.same_text(store.read(), PROJECT, digest) is None


def test_the_newest_come_first_by_namespace(store: Store, add: Add) -> None:
    add("old", at=NOW - 5)
    add("new", at=NOW)
    add("everywhere", namespace=GLOBAL, at=NOW - 3)
    gone = add("gone", at=NOW + 1)
    with store.write() as db:
        notes.archive(db, gone, NOW)
    db = store.read()
    assert texts(notes.newest(db, [PROJECT, GLOBAL], 10)) == ["new", "everywhere", "old"]
    assert texts(notes.newest(db, None, 2)) == ["new", "everywhere"]
    assert texts(notes.newest(db, ["unknown"], 10)) == []
    assert texts(notes.newest(db, None, 10, archived=True)) == ["gone"]


def test_all_notes_come_by_time_then_id_over_many_slices(store: Store) -> None:
    with store.write() as db:
        for number in range(notes.SLICE + 50):
            notes.insert(db, new_note(f"note {number}", at=NOW - number // 2))
    listed = [(note.created_at, note.id) for note in notes.all_notes(store.read())]
    assert len(listed) == notes.SLICE + 50
    assert listed == sorted(listed)


def test_archiving_takes_a_note_out_of_the_index_and_restoring_puts_it_back(store: Store, add: Add) -> None:
    note = add("flaky integration tests")
    with store.write() as db:
        gone = notes.archive(db, note, NOW + 1)
    assert gone.archived_at == NOW + 1
    assert fulltext.frequencies(store.read(), PROJECT, ["flaki"]) == {"flaki": 0}
    assert fulltext.size(store.read(), PROJECT) == 0
    with store.write() as db:
        assert notes.archive(db, note, NOW + 9) == gone
        back = notes.restore(db, note, NOW + 2)
        assert notes.restore(db, note, NOW + 3) == back
    assert back == note
    assert fulltext.frequencies(store.read(), PROJECT, ["flaki"]) == {"flaki": 1}
    assert [(event.at, event.what) for event in history.of(store.read(), note)] == [
        (NOW, "stored"),
        (NOW + 1, "forgotten"),
        (NOW + 2, "restored"),
    ]
    assert maintenance.integrity(store.read()) == []


def test_a_superseded_note_says_by_whom_until_it_is_restored(store: Store, add: Add) -> None:
    old, new = add("postgres 14"), add("postgres 16")
    with store.write() as db:
        assert notes.archive(db, old, NOW, superseded_by=new.id).superseded_by == new.id
    assert history.of(store.read(), old)[-1].detail == {"by": new.id}
    with store.write() as db:
        assert notes.restore(db, old, NOW).superseded_by is None


def test_the_history_of_a_note_is_bounded(store: Store, add: Add) -> None:
    note = add("deploys need approval")
    with store.write() as db:
        for at in range(history.KEEP_EVENTS):
            note = notes.archive(db, note, at)
            note = notes.restore(db, note, at)
    told = history.of(store.read(), note)
    assert len(told) == history.KEEP_EVENTS + 1
    assert told[0].what == "stored"
    assert told[-1].at == history.KEEP_EVENTS - 1


def test_deleting_leaves_nothing_and_may_be_repeated(store: Store, add: Add) -> None:
    live, archived = add("one fact"), add("another fact")
    with store.write() as db:
        notes.archive(db, archived, NOW)
        for note in (live, archived, live):
            notes.delete(db, note)
    assert list(notes.all_notes(store.read())) == []
    assert fulltext.holders(store.read(), PROJECT, ["fact"], 10) == {"fact": []}
    assert store.read().execute("SELECT count(*) FROM history").get == 0
    assert maintenance.integrity(store.read()) == []


def test_what_is_gone_cannot_be_archived_nor_can_a_row_that_was_given_to_another(store: Store, add: Add) -> None:
    note = add("one fact")
    with store.write() as db:
        notes.delete(db, note)
    successor = add("another fact")
    assert successor.row == note.row
    with pytest.raises(UnknownNote), store.write() as db:
        notes.archive(db, note, NOW)
    with store.write() as db:
        notes.delete(db, note)
    assert notes.by_id(store.read(), successor.id) == successor


def test_a_moved_note_is_found_in_its_new_namespace_alone(store: Store, add: Add) -> None:
    note, archived = add("one fact"), add("another fact")
    with store.write() as db:
        notes.archive(db, archived, NOW)
        notes.move(db, note, OTHER, NOW)
        notes.move(db, archived, OTHER, NOW)
    db = store.read()
    assert fulltext.holders(db, OTHER, ["fact"], 10) == {"fact": [note.row]}
    assert fulltext.holders(db, PROJECT, ["fact"], 10) == {"fact": []}
    assert notes.counts(db) == {OTHER: notes.Count(1, 1), PROJECT: notes.Count(0, 0)}
    assert maintenance.integrity(db) == []


def test_a_renamed_namespace_keeps_its_notes_and_its_index(store: Store, add: Add) -> None:
    add("one fact")
    add("elsewhere", namespace=OTHER)
    with store.write() as db:
        assert not namespaces.rename(db, PROJECT, OTHER)
        assert not namespaces.rename(db, "unknown", "new")
        assert namespaces.rename(db, PROJECT, "moved-00000000")
    db = store.read()
    assert len(fulltext.holders(db, "moved-00000000", ["fact"], 10)["fact"]) == 1
    assert namespaces.all_live(db) == {"moved-00000000": 1, OTHER: 1}
