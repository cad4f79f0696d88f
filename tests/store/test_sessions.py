"""What is remembered of a conversation: its first project, what it saw, what waits for it, and all of it bounded."""

import pytest
from store.making import NOW, put_notes

from remora.store import Store, journal, kept, sessions, shown, turnlog


def test_a_session_keeps_the_project_of_its_first_event(store: Store) -> None:
    with store.write() as db:
        sessions.put(db, "s", host="h", profile="", project=None, role="primary", at=5)
        sessions.put(db, "s", host="h", profile="", project="first-00000001", role="primary", at=9)
        sessions.put(db, "s", host="h", profile="", project="second-00000002", role="primary", at=7)
    db = store.read()
    assert sessions.project_of(db, "s") == "first-00000001"
    assert sessions.project_of(db, "unknown") is None
    assert sessions.count(db) == 1
    assert db.execute("SELECT started_at, last_at FROM sessions").get == (5, 9)


def test_sessions_are_bounded_and_the_newest_stay(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "KEEP_SESSIONS", 20)
    monkeypatch.setattr(sessions, "TRIM_AT_ONCE", 5)
    with store.write() as db:
        for number in range(100):
            sessions.apply(db, {"id": f"s{number}", "project": "p", "at": NOW + number})
        assert 20 <= sessions.count(db) < 25
        assert sessions.project_of(db, "s99") == "p"
        assert sessions.project_of(db, "s0") is None


def test_the_ledger_is_per_session_and_can_be_reset(store: Store) -> None:
    put_notes(store, "1", "2", "3")
    with store.write() as db:
        shown.apply(db, {"session": "a", "notes": ["1", "2"], "at": NOW})
        shown.apply(db, {"session": "a", "notes": ["2"], "at": NOW})
        shown.apply(db, {"session": "b", "notes": ["3"], "at": NOW})
        assert shown.ids(db, "a") == {"1", "2"}
        shown.reset(db, {"session": "a"})
    assert shown.ids(store.read(), "a") == set()
    assert shown.ids(store.read(), "b") == {"3"}


def test_the_ledger_names_no_note_that_is_not_there(store: Store) -> None:
    with store.write() as db:
        shown.apply(db, {"session": "a", "notes": ["invented"], "at": NOW})
    assert shown.ids(store.read(), "a") == set()


def test_the_ledger_forgets_what_is_months_old(store: Store) -> None:
    put_notes(store, "1", "2")
    with store.write() as db:
        shown.apply(db, {"session": "a", "notes": ["1"], "at": NOW})
        shown.apply(db, {"session": "a", "notes": ["2"], "at": NOW + shown.KEEP_MS + 1})
    assert shown.ids(store.read(), "a") == {"2"}


def test_the_last_turn_of_one_session_or_of_all(store: Store) -> None:
    with store.write() as db:
        for session, turn, at in (("a", "1", 1), ("b", "1", 3), ("a", "2", 2)):
            turnlog.apply(db, {"session": session, "turn": turn, "at": at, "query": turn, "record": {"n": at}})
        turnlog.apply(db, {"session": "a", "turn": "2", "at": 2, "query": "again", "record": {"n": 9}})
    db = store.read()
    newest, of_a = turnlog.last(db), turnlog.last(db, "a")
    assert newest is not None
    assert of_a is not None
    assert (newest.session, newest.record) == ("b", {"n": 3})
    assert (of_a.query, of_a.record) == ("again", {"n": 9})
    assert turnlog.last(db, "unknown") is None


def test_the_turn_log_is_bounded(store: Store) -> None:
    with store.write() as db:
        for number in range(10):
            turnlog.apply(db, {"session": "a", "turn": str(number), "at": number, "query": "", "record": {}})
        turnlog.trim(db, keep=3)
        assert db.execute("SELECT count(*), min(at) FROM turn_log").get == (3, 7)


def ids_of(found: list[kept.Kept]) -> list[str]:
    return [one.id for one in found]


def test_a_kept_block_is_delivered_once_and_one_of_the_same_moment_waits_on(store: Store) -> None:
    with store.write() as db:
        kept.apply(db, {"session": "a", "block": {"id": "one"}, "at": NOW})
        kept.apply(db, {"session": "b", "block": {"id": "two"}, "at": NOW})
        kept.apply(db, {"session": "a", "block": {"id": "three"}, "at": NOW})
        kept.apply(db, {"session": "a", "block": {"id": "one"}, "at": NOW})
        assert ids_of(kept.pending(db, "a")) == ["one", "three"]
        kept.deliver(db, {"session": "a", "at": NOW - 5, "blocks": ["one", "two"]})
        assert ids_of(kept.pending(db, "a")) == ["three"]
        assert ids_of(kept.pending(db, "b")) == ["two"]


def test_blocks_without_an_id_are_delivered_by_row_or_as_records_once_said_by_time(store: Store) -> None:
    with store.write() as db:
        for at in (NOW, NOW, NOW + 5):
            kept.apply(db, {"session": "a", "block": {}, "at": at})
        first, second, third = ids_of(kept.pending(db, "a"))
        kept.deliver(db, {"session": "a", "at": NOW, "blocks": [first]})
        assert ids_of(kept.pending(db, "a")) == [second, third]
        kept.deliver(db, {"session": "a", "at": NOW + 1})
        assert ids_of(kept.pending(db, "a")) == [third]


def test_records_that_wait_count_as_if_they_were_in_the_store(store: Store) -> None:
    put_notes(store, "n1", "n2", "n3")
    with store.write() as db:
        kept.apply(db, {"session": "a", "block": {"id": "one"}, "at": NOW})
        kept.apply(db, {"session": "a", "block": {"id": "two"}, "at": NOW})
        kept.deliver(db, {"session": "a", "at": NOW, "blocks": ["two"]})
        shown.apply(db, {"session": "a", "notes": ["n1"], "at": NOW})
    waiting: list[dict[str, object]] = [
        {"what": "kept", "session": "a", "block": {"id": "two"}, "at": NOW},
        {"what": "kept", "session": "a", "block": {"id": "three"}, "at": NOW},
        {"what": "kept", "session": "b", "block": {"id": "four"}, "at": NOW},
        {"what": "delivered", "session": "a", "blocks": ["one"], "at": NOW},
        {"what": "kept", "session": "a", "block": 5, "at": NOW},
        {"what": "reset_shown", "session": "a"},
        {"what": "shown", "session": "a", "notes": ["n2"]},
        {"what": "shown", "session": "b", "notes": ["n3"]},
        {"what": "shown", "session": "a", "notes": 5},
    ]
    assert ids_of(kept.pending(store.read(), "a", waiting)) == ["three"]
    assert shown.ids(store.read(), "a", waiting) == {"n2"}


def test_a_block_that_nobody_fetches_goes_in_the_end(store: Store) -> None:
    with store.write() as db:
        kept.apply(db, {"session": "a", "block": {}, "at": NOW})
        kept.apply(db, {"session": "b", "block": {}, "at": NOW + kept.KEEP_MS + 1})
        assert kept.pending(db, "a") == []


def event(session: str, event_id: str, at: int, **record: object) -> dict[str, object]:
    return {"session": session, "event": "tool", "event_id": event_id, "at": at, "record": record}


def test_an_event_that_a_host_sends_twice_counts_once(store: Store) -> None:
    with store.write() as db:
        journal.apply(db, event("a", "1", NOW, first=True))
        journal.apply(db, event("a", "1", NOW, first=False))
        journal.apply(db, event("b", "1", NOW))
    (only,) = journal.since(store.read(), "a")
    assert only.record == {"first": True}
    assert journal.count(store.read()) == 2


def test_events_are_read_on_from_a_number(store: Store) -> None:
    with store.write() as db:
        for number in range(5):
            journal.apply(db, event("a", str(number), NOW))
    db = store.read()
    first = journal.since(db, "a", limit=2)
    assert [each.event_id for each in journal.since(db, "a", after=first[-1].n)] == ["2", "3", "4"]


def test_the_journal_is_bounded_by_age_and_by_size(store: Store) -> None:
    with store.write() as db:
        for number in range(40):
            journal.apply(db, event("a", str(number), NOW, text="x" * 100))
        assert journal.trim(db, NOW, keep_bytes=1_500) == journal.TRIM_ROWS
        while journal.trim(db, NOW, keep_bytes=1_500):
            pass
        size = db.execute("SELECT sum(length(record)) FROM journal").get
        assert 1_300 < size <= 1_500
        assert db.execute("SELECT value FROM counters WHERE name = 'journal_bytes'").get == size
        journal.apply(db, event("a", "new", NOW + journal.KEEP_MS + 1))
    assert [each.event_id for each in journal.since(store.read(), "a")] == ["new"]
