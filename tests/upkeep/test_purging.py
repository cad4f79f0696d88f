"""Purge deletes for good: after it no byte of the text is left in the store, with `everywhere` not in the home."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from store.making import new_note

from remora import signals
from remora.errors import HomeUnavailable, UnknownNote
from remora.learn import Draft, learn
from remora.notes import Note
from remora.store import Outbox, Store, backups, fulltext, maintenance, notes, spool, tombstones
from remora.upkeep import blocked, doctoring, purging
from remora.upkeep.forgetting import forget
from remora.upkeep.purging import purge
from remora_hookspecs import Entry, Verdict

SHOP = "shop-0a1b2c3d"
TEXT = 'the zanzibarine deploy "key" lives in vault'
WORDS = (b"zanzibarin", b"lives in vault")


@pytest.fixture
def outbox(store: Store) -> Outbox:
    return Outbox(store)


@pytest.fixture
def note(store: Store) -> Note:
    learn(store, Draft(text="tests need postgres", namespace=SHOP))
    return learn(store, Draft(text=TEXT, namespace=SHOP)).note


def left(folder: Path) -> list[str]:
    """The files that hold anything of the text, in whatever form."""
    return sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*")
        if path.is_file() and any(word in path.read_bytes() for word in WORDS)
    )  # fmt: skip


def leave_traces(outbox: Outbox, note: Note) -> None:
    outbox.put("shown", session="s1", notes=[note.id])
    outbox.put("turn", session="s1", turn="t1", query=TEXT, record={"hits": [{"id": note.id}]})
    outbox.put("kept", session="s1", block={"source": "x", "entries": [{"text": TEXT, "note_id": note.id}]})
    outbox.put("event", session="s1", event="turn", event_id="e1", record={"text": f"you said: {TEXT}"})
    outbox.put("verdict", note=note.id, rules_version=1, digest="d", action="block", attack="role", rule="r")
    assert outbox.flush(1_000)


def test_row_index_log_and_records_go(store: Store, outbox: Outbox, note: Note) -> None:
    leave_traces(outbox, note)
    assert left(store.home)
    done = purge(store, outbox, [note])
    assert [one.id for one in done.notes] == [note.id]
    assert done.traces == 5
    assert done.clean
    assert left(store.home) == []
    assert notes.by_id(store.read(), note.id) is None
    assert [one.text for one in notes.all_notes(store.read())] == ["tests need postgres"]


def test_a_record_that_still_waits_goes_too(store: Store, outbox: Outbox, note: Note) -> None:
    outbox.put("event", session="s1", event="turn", event_id="e1", record={"text": TEXT})
    spool.write(store.home, [{"what": "event", "session": "s1", "event": "turn", "event_id": "e2", "at": 1,
                              "record": {"text": TEXT}}])  # fmt: skip
    purge(store, outbox, [note])
    assert left(store.home) == []


def test_everywhere_cleans_what_lies_beside_the_store(store: Store, outbox: Outbox, note: Note) -> None:
    backups.backup(store.path, backups.folder(store.home) / "old.db")
    for name in spool.INNER:
        (store.home / spool.FOLDER / name).mkdir(parents=True)
        (store.home / spool.FOLDER / name / "one.json").write_text(f'{{"x": "{TEXT}"}}', encoding="utf-8")
    (store.home / spool.FOLDER / spool.BAD / "other.json").write_text("{", encoding="utf-8")
    blocked.record(store.home, Entry(text=TEXT, note_id=note.id), Verdict(action="block", kind="role"), exit="context")
    blocked.record(store.home, Entry(text="another", note_id="x"), Verdict(action="block", kind="role"), exit="context")
    assert len(left(store.home)) == 7
    done = purge(store, outbox, [note], everywhere=True)
    assert done.files >= 6
    assert left(store.home) == []
    assert [event.prefix for event in blocked.read(store.home)] == ["another"]
    assert (store.home / spool.FOLDER / spool.BAD / "other.json").exists()


def test_an_archived_note_can_be_purged_and_one_named_twice_is_purged_once(
    store: Store, outbox: Outbox, note: Note
) -> None:
    gone = forget(store, note)
    assert len(purge(store, outbox, [gone, gone]).notes) == 1
    assert left(store.home) == []


def test_nothing_automatic_stores_a_purged_text_again(store: Store, outbox: Outbox, note: Note) -> None:
    purge(store, outbox, [note])
    assert tombstones.has(store.read(), SHOP, notes.digest_of(TEXT))


def test_watchers_hear_that_it_is_for_good(store: Store, outbox: Outbox, note: Note) -> None:
    heard: list[tuple[str, bool]] = []

    def hear(sender: object, note_id: str, purged: bool) -> None:
        heard.append((note_id, purged))

    with signals.note_forgotten.connected_to(hear):
        purge(store, outbox, [note])
    assert heard == [(note.id, True)]


@pytest.fixture
def reader_in_the_way(store: Store, note: Note) -> Iterator[None]:
    """Another connection that holds an older view of the file, as a backup program does."""
    began, end = Event(), Event()

    def hold() -> None:
        db = store.read()
        db.execute("BEGIN")
        list(notes.all_notes(db))
        began.set()
        end.wait(30)
        db.execute("ROLLBACK")

    thread = Thread(target=hold)
    thread.start()
    began.wait(30)
    yield
    end.set()
    thread.join()


@pytest.mark.usefixtures("reader_in_the_way")
def test_a_reader_in_the_way_is_told(store: Store, outbox: Outbox, note: Note, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging, "CHECKPOINT_SECONDS", 0.05)
    assert not purge(store, outbox, [note]).clean
    assert notes.by_id(store.read(), note.id) is None


def pieces(folder: Path) -> list[str]:
    """The files that hold the beginning of a doomed text or one of its index terms."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path.name for path in files if b"zanzibarin" in path.read_bytes()]


def a_life(store: Store, outbox: Outbox) -> list[Note]:
    """Notes of many sizes that come and go, so that pages are split, filled anew and shrunk; returns the doomed."""
    chance, found = Random(7), []
    for number in range(150):
        words = " ".join(f"zanzibarine{chance.randint(0, 99)}" for _ in range(chance.choice([1, 5, 30, 200])))
        found.append(learn(store, Draft(text=f"zanzibarine {number} {words}", namespace=SHOP)).note)
        learn(store, Draft(text=f"fill {number} " + f"pad{number} " * chance.randint(1, 300), namespace=SHOP))
        if chance.random() < 0.4:
            forget(store, chance.choice(found))
    return found


def test_no_piece_of_a_text_and_no_stem_of_its_words_is_left_anywhere(store: Store, outbox: Outbox) -> None:
    doomed = a_life(store, outbox)
    assert pieces(store.home)
    purge(store, outbox, doomed[:70])
    assert purge(store, outbox, doomed[70:], everywhere=True).clean
    assert pieces(store.home) == []
    assert maintenance.integrity(store.read()) == []
    assert maintenance.facts(store.read()).free_pages == 0


def test_an_id_is_no_longer_named_by_what_is_left(store: Store, outbox: Outbox, note: Note) -> None:
    other = learn(store, Draft(text="an older way to deploy", namespace=SHOP)).note
    with store.write() as db:
        notes.archive(db, other, 1, superseded_by=note.id)
    purge(store, outbox, [note], everywhere=True)
    left = notes.by_id(store.read(), other.id)
    assert left is not None
    assert left.superseded_by is None
    assert note.id.encode() not in store.path.read_bytes()


def test_what_an_interrupted_purge_left_is_told_and_finished(
    store: Store, outbox: Outbox, note: Note, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_traces(outbox, note)
    with monkeypatch.context() as patch:
        patch.setattr(purging, "merge_words", lambda store, **more: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            purge(store, outbox, [note], everywhere=True)
    assert purging.unfinished(store).ids == {note.id}
    told = {check.name: check for check in doctoring.examine(store, outbox).checks}["purge"]
    assert not told.ok
    assert "--vacuum" in told.hint
    assert purging.found(store, [note.id[:6]]) == []
    with pytest.raises(UnknownNote):
        purging.found(store, ["zzzzzz"])
    assert purge(store, outbox, []).clean
    assert left(store.home) == []
    assert purging.unfinished(store).ids == frozenset()
    assert {check.name: check for check in doctoring.examine(store, outbox).checks}["purge"].ok


def test_a_vacuum_finishes_it_too(store: Store, outbox: Outbox, note: Note, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(purging, "emptied", lambda store: False)
        assert not purge(store, outbox, [note], everywhere=True).clean
    assert all(check.ok for check in doctoring.examine(store, outbox, vacuum=True).checks)
    assert left(store.home) == []


def test_where_a_file_beside_it_stays_nothing_is_deleted(store: Store, outbox: Outbox, note: Note) -> None:
    (store.home / backups.FOLDER).symlink_to(store.home)  # no folder of ours, so that it is not emptied
    with pytest.raises(HomeUnavailable, match="Nothing was deleted"):
        purge(store, outbox, [note], everywhere=True)
    assert notes.by_id(store.read(), note.id) is not None


def test_a_long_merge_lets_other_writers_in(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fulltext, "MERGE_PAGES", 5)
    for batch in range(40):
        with store.write() as db:
            for number in range(batch * 60, batch * 60 + 60):
                notes.insert(db, new_note(" ".join(f"word{number * each % 7919}" for each in range(1, 30))))
    steps = 0
    begin = more = True
    while more:
        with store.write() as db:
            more, begin = fulltext.merge(db, begin=begin), False
        steps += 1
    assert steps > 3
    assert maintenance.integrity(store.read()) == []


def test_half_of_many_notes_go_at_once_and_the_rest_is_whole(store: Store, outbox: Outbox) -> None:
    found = [learn(store, Draft(text=f"fact number {n}", namespace=SHOP)).note for n in range(300)]
    purge(store, outbox, found[::2])
    assert {one.text for one in notes.all_notes(store.read())} == {one.text for one in found[1::2]}
    assert maintenance.integrity(store.read()) == []
