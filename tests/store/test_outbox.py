"""Records after the answer: into the store in one transaction, or into the spool, and from there exactly once."""

import json
from pathlib import Path

import pytest
from store.making import NOW, put_notes

from remora.errors import StoreLocked
from remora.store import Outbox, Store, codec, journal, kept, sessions, shown, spool, turnlog, verdicts


def count(store: Store, table: str) -> int:
    return int(store.read().execute(f"SELECT count(*) FROM {table}").get)


def one_of_each(outbox: Outbox) -> None:
    outbox.put("session", id="s", host="h", profile="", project="shop-0a1b2c3d", role="primary")
    outbox.put("shown", session="s", notes=["n1", "n2"])
    outbox.put("turn", session="s", turn="t1", query="how?", record={"hits": []})
    outbox.put("kept", session="s", block={"entries": [{"text": "later"}]})
    outbox.put("event", session="s", event="tool", event_id="c1", record={"outcome": "ok"})
    outbox.put("verdict", note="n1", rules_version=3, digest="ab", action="block", attack="role", rule="r1")


def test_all_kinds_are_written_in_one_flush_and_stamped_by_the_stores_clock(store: Store) -> None:
    outbox = Outbox(store)
    put_notes(store, "n1", "n2")
    one_of_each(outbox)
    assert count(store, "sessions") == 0
    assert outbox.flush(1_000)
    db = store.read()
    assert sessions.project_of(db, "s") == "shop-0a1b2c3d"
    assert shown.ids(db, "s") == {"n1", "n2"}
    turn = turnlog.last(db)
    assert turn is not None
    assert (turn.turn, turn.at, turn.query) == ("t1", NOW, "how?")
    assert [each.block for each in kept.pending(db, "s")] == [{"entries": [{"text": "later"}]}]
    assert journal.since(db, "s")[0].record == {"outcome": "ok"}
    assert verdicts.get_many(db, ["n1"])["n1"].rules_version == 3
    assert spool.waiting(store.home) == []


def test_an_empty_outbox_touches_nothing(home: Path, store: Store) -> None:
    other = Store.open(home)
    with other.write():
        assert Outbox(store).flush(0)
    other.close()


def test_a_record_that_nobody_knows_is_refused_at_once(store: Store) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        Outbox(store).put("nonsense")


def test_a_locked_store_sends_the_records_to_the_spool_and_the_next_flush_brings_all_in(
    home: Path, store: Store
) -> None:
    other, outbox = Store.open(home), Outbox(store)
    one_of_each(outbox)
    with other.write():
        assert not outbox.flush(0)
    assert count(store, "sessions") == 0
    assert outbox.backlog() == 1
    outbox.put("turn", session="s", turn="t2", query="later", record={})
    assert outbox.flush(1_000)
    assert [count(store, table) for table in ("sessions", "turn_log", "kept", "journal")] == [1, 2, 1, 1]
    assert outbox.backlog() == 0
    assert count(store, "drained") == 0
    other.close()


def test_a_spool_that_cannot_be_written_keeps_the_records_in_memory(home: Path, store: Store) -> None:
    (home / spool.FOLDER).write_text("in the way")
    other, outbox = Store.open(home), Outbox(store)
    outbox.put("session", id="s")
    with other.write():
        assert not outbox.flush(0)
    (home / spool.FOLDER).unlink()
    assert outbox.flush(1_000)
    assert count(store, "sessions") == 1
    other.close()


def test_older_spool_files_come_before_what_is_newer(store: Store) -> None:
    put_notes(store, "old", "new")
    spool.write(store.home, [{"what": "shown", "session": "s", "notes": ["old"], "at": 1}])
    outbox = Outbox(store)
    outbox.put("reset_shown", session="s")
    outbox.put("shown", session="s", notes=["new"])
    assert outbox.flush(1_000)
    assert shown.ids(store.read(), "s") == {"new"}


def test_a_file_that_was_applied_but_not_unlinked_is_not_applied_again(store: Store) -> None:
    file = spool.write(store.home, [{"what": "kept", "session": "s", "block": {"entries": []}, "at": 1}])
    with store.write() as db:
        spool.drain(db, [file], 5)
    assert file.exists()
    assert Outbox(store).drain() == 0
    assert not file.exists()
    assert count(store, "kept") == 1
    assert count(store, "drained") == 0


@pytest.mark.parametrize(
    "content", [b"{", b"", b"[]", b'{"records": 3}', b'{"records": [3]}', b"\xff\xfe", b"[" * 100_000]
)
def test_a_file_that_cannot_be_read_is_moved_aside_and_holds_nothing_up(store: Store, content: bytes) -> None:
    spool.write(store.home, [{"what": "session", "id": "before", "at": 1}])
    (store.home / spool.FOLDER / "00000000000000000000-1-bad.json").write_bytes(content)
    assert Outbox(store).drain() == 1
    assert spool.waiting(store.home) == []
    assert [path.read_bytes() for path in (store.home / spool.FOLDER / spool.BAD).iterdir()] == [content]


def test_records_of_a_newer_version_are_kept_aside(store: Store) -> None:
    strange = {"what": "dream", "plan": [1, 2]}
    spool.write(store.home, [strange, {"what": "session", "id": "s", "at": 1}, {"what": "turn", "at": 1}])
    assert Outbox(store).drain() == 1
    (aside,) = (store.home / spool.FOLDER / spool.ASIDE).iterdir()
    assert json.loads(aside.read_text()) == {"records": [strange, {"what": "turn", "at": 1}]}
    assert count(store, "sessions") == 1


def test_half_a_record_is_undone_while_the_others_of_the_flush_stay(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    outbox = Outbox(store)
    put_notes(store, "good")
    outbox.put("session", id="s")
    outbox.put("shown", session="s", notes=["good", 5])
    assert outbox.flush(1_000)
    assert count(store, "sessions") == 1
    assert shown.ids(store.read(), "s") == set()
    assert "shown" in caplog.text


class Odd:
    def __repr__(self) -> str:
        return "an odd exit code"


ODD_RECORDS: list[dict[str, object]] = [
    {"what": "turn", "session": "s", "turn": "t", "at": 2**70, "query": "q", "record": {}},
    {"what": "event", "session": "s", "event": "tool", "event_id": 7, "at": 1, "record": {}},
    {"what": "event", "session": "s", "event": "tool", "event_id": "e", "at": 1, "record": {"code": Odd()}},
    {"what": "event", "session": "s", "event": "tool", "event_id": "e", "at": 1, "record": {"of": {1: 2, "x": 3}}},
    {"what": "shown", "session": "s", "notes": 3, "at": 1},
    {"what": "verdict", "note": "good", "rules_version": 2**64, "digest": "d", "action": "block"},
    {"what": "kept", "session": "s", "block": [], "at": True},
]


def put_aside(home: Path) -> str:
    folder = home / spool.FOLDER / spool.ASIDE
    return "".join(path.read_text() for path in folder.iterdir()) if folder.is_dir() else ""


@pytest.mark.parametrize("odd", ODD_RECORDS, ids=lambda record: str(record["what"]))
def test_an_odd_record_is_put_aside_and_holds_up_no_other(store: Store, odd: dict[str, object]) -> None:
    outbox = Outbox(store)
    put_notes(store, "good")
    outbox.put(str(odd["what"]), **{key: value for key, value in odd.items() if key != "what"})
    outbox.put("session", id="by flush")
    assert outbox.flush(1_000)
    said = put_aside(store.home)
    assert str(odd["what"]) in said
    assert len(json.loads(said)["records"]) == 1
    spool.write(store.home, [odd, {"what": "session", "id": "by spool", "at": 1}])
    spool.write(store.home, [{"what": "session", "id": "later", "at": 1}])
    assert outbox.drain() == 2
    assert count(store, "sessions") == 3
    assert len(put_aside(store.home)) > len(said)
    assert outbox.backlog() == 0


def test_an_odd_record_waits_on_where_it_cannot_be_put_aside(store: Store) -> None:
    spool.write(store.home, [{"what": "dream", "at": 1}, {"what": "session", "id": "s", "at": 1}])
    (store.home / spool.FOLDER / spool.ASIDE).write_text("in the way")
    assert Outbox(store).drain() == 0
    assert count(store, "sessions") == 0
    (store.home / spool.FOLDER / spool.ASIDE).unlink()
    assert Outbox(store).drain() == 1


def test_a_fault_of_ours_in_a_flush_loses_no_record(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    outbox = Outbox(store)
    outbox.put("session", id="s")
    with monkeypatch.context() as patch:
        patch.setattr("remora.store.spool.apply", interrupted)
        with pytest.raises(KeyboardInterrupt):
            outbox.flush(1_000)
    assert outbox.drain() == 1
    assert count(store, "sessions") == 1


def test_many_files_are_drained_in_several_transactions(store: Store) -> None:
    for number in range(spool.FILES_A_DRAIN + 5):
        spool.write(store.home, [{"what": "session", "id": f"s{number}", "at": 1}])
    assert Outbox(store).drain() == spool.FILES_A_DRAIN + 5
    assert Outbox(store).backlog() == 0


def test_draining_a_locked_store_says_so(home: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("remora.store.outbox.DRAIN_WAIT_MS", 0)
    spool.write(home, [{"what": "session", "id": "s", "at": 1}])
    other = Store.open(home)
    with other.write(), pytest.raises(StoreLocked):
        Outbox(store).drain()
    assert Outbox(store).backlog() == 1
    other.close()


def test_text_that_utf8_cannot_hold_is_stored_without_it(store: Store) -> None:
    outbox = Outbox(store)
    outbox.put("turn", session="s", turn="t", query="half \ud83e emoji", record={"note": "\udc00", "of": {"a": (1, 2)}})
    assert outbox.flush(1_000)
    turn = turnlog.last(store.read())
    assert turn is not None
    assert turn.query == "half ? emoji"
    assert turn.record == {"note": "?", "of": {"a": [1, 2]}}


def test_spool_files_are_private(store: Store) -> None:
    file = spool.write(store.home, [])
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert codec.loads(file.read_text()) == {"records": []}
