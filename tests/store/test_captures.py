"""Cursors of capture, the ledger of what sessions were told, and what models were asked a day."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store.making import NOW, PROJECT, new_note

from remora.store import Outbox, Store, captures, echoes, maintenance, notes, spending, spool
from remora.text import terms

SESSION = {"what": "session", "id": "s", "host": "tests", "project": PROJECT, "at": NOW}


def said(session: str, kind: str, at: int, event_id: str = "e") -> spool.Record:
    return {"what": "event", "session": session, "event": kind, "event_id": event_id, "at": at, "record": {"text": "x"}}


def put(store: Store, *records: spool.Record) -> None:
    with store.write() as db:
        assert all(spool.apply(db, record) for record in records)


def test_one_process_holds_a_session_until_it_lets_go_or_its_time_is_over(store: Store) -> None:
    with store.write() as db:
        assert captures.hold(db, "s", NOW, NOW + 60) == captures.Cursor()
        assert captures.hold(db, "s", NOW + 60 - 1, NOW + 120) is None
        assert captures.hold(db, "s", NOW + 60, NOW + 120) == captures.Cursor(held_until=NOW + 60)
        captures.done(db, "s", 7, NOW)
        assert captures.hold(db, "s", NOW + 1, NOW + 60) == captures.Cursor(upto=7)


def test_a_boundary_stays_due_until_it_was_dealt_with(store: Store) -> None:
    put(store, {"what": "due", "session": "s", "trigger": "capture:shutdown", "at": NOW})
    with store.write() as db:
        assert captures.cursor(db, "s").due == "capture:shutdown"
        captures.failed(db, "s", 2, NOW)
        assert captures.cursor(db, "s") == captures.Cursor(due="capture:shutdown", tries=2)
        captures.done(db, "s", 3, NOW, "capture:shutdown")
        assert captures.cursor(db, "s") == captures.Cursor(upto=3, due="capture:shutdown")
        captures.done(db, "s", 4, NOW)
        assert captures.cursor(db, "s") == captures.Cursor(upto=4)


@pytest.mark.parametrize(
    ("kind", "role", "due", "quiet", "waits"),
    [
        ("turn", "primary", True, False, True),
        ("turn", "primary", False, True, True),
        ("heard", "primary", False, True, True),
        ("turn", "primary", False, False, False),
        ("tool", "primary", True, True, False),
        ("turn", "subagent", True, True, False),
    ],
)
def test_which_sessions_wait_to_be_captured(
    kind: str, role: str, due: bool, quiet: bool, waits: bool, store: Store
) -> None:
    put(store, {**SESSION, "role": role}, said("s", kind, NOW))
    if due:
        put(store, {"what": "due", "session": "s", "trigger": "capture:shutdown", "at": NOW})
    since = NOW + 1 if quiet else NOW - 1
    db = store.read()
    assert captures.waiting(db, NOW, since, "", 9) == (["s"] if waits else [])
    assert captures.waiting(db, NOW, since, "s", 9) == []
    with store.write() as db:
        captures.hold(db, "s", NOW, NOW + 60)
    assert captures.waiting(store.read(), NOW, since, "", 9) == []


def test_who_was_captured_waits_no_more_until_something_new_is_said(store: Store) -> None:
    put(store, SESSION, said("s", "turn", NOW))
    with store.write() as db:
        captures.hold(db, "s", NOW, NOW)
        captures.done(db, "s", 1, NOW)
    assert captures.waiting(store.read(), NOW, NOW + 1, "", 9) == []
    put(store, said("s", "turn", NOW, "e2"))
    assert captures.waiting(store.read(), NOW, NOW + 1, "", 9) == ["s"]


def test_sessions_that_nobody_answers_for_stand_behind_those_that_were_not_tried(store: Store) -> None:
    for number, name in enumerate(("first", "second", "third")):
        at = NOW + number
        put(store, {**SESSION, "id": name, "at": at}, said(name, "turn", at))

    def waiting() -> list[str]:
        return captures.waiting(store.read(), NOW + 99, NOW + 99, "", 2)

    assert waiting() == ["first", "second"]
    for number, name in enumerate(("first", "second", "third")):
        with store.write() as db:
            captures.hold(db, name, NOW + 10 + number, NOW + 60)
            captures.failed(db, name, 0, NOW + 10 + number)
        assert waiting() == [["second", "third"], ["third", "first"], ["first", "second"]][number]


def test_a_session_was_told_notes_by_their_ids_and_other_texts_by_hashed_words(store: Store) -> None:
    key = echoes.key(store.read())
    secret = "The vault opens with swordfish"
    outbox = Outbox(store)
    outbox.put("told", session="s", notes=["n1", "n2"], texts=[echoes.packed(key, secret)])
    outbox.put("told", session="s", notes=["n1"], texts=[])
    assert outbox.flush(1_000)
    db = store.read()
    assert echoes.notes(db, "s") == ["n1", "n2"]
    assert echoes.texts(db, "s") == [echoes.hashed(key, set(terms(secret)))]
    assert echoes.notes(db, "other") == []
    file = store.path.read_bytes() + store.path.with_name("memory.db-wal").read_bytes()
    assert b"swordfish" not in file


def test_what_was_told_goes_with_the_note_and_with_time(store: Store) -> None:
    with store.write() as db:
        note = notes.insert(db, new_note("a fact of the shop"))
    put(store, {"what": "told", "session": "s", "notes": [note.id], "texts": [], "at": NOW})
    with store.write() as db:
        assert maintenance.forget_marks(db, note.id) == 1
    assert echoes.notes(store.read(), "s") == []
    put(store, {"what": "told", "session": "s", "notes": ["n1"], "texts": [], "at": NOW})
    put(store, {"what": "told", "session": "t", "notes": ["n2"], "texts": [], "at": NOW + echoes.KEEP_MS + 1})
    assert echoes.notes(store.read(), "s") == []
    assert echoes.notes(store.read(), "t") == ["n2"]


@given(st.text())
def test_packed_words_come_back_as_they_were(text: str) -> None:
    key = b"k" * 32
    packed = bytes.fromhex(echoes.packed(key, text))
    assert len(packed) % echoes.WORD_BYTES == 0
    assert {packed[at : at + 2] for at in range(0, len(packed), 2)} == echoes.hashed(key, set(terms(text)))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])  # each opens a store
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(0, 999)), max_size=20))
def test_a_days_spending_is_the_sum_of_its_calls(tmp_path_factory: pytest.TempPathFactory, spent) -> None:  # type: ignore[no-untyped-def]
    store = Store.open(tmp_path_factory.mktemp("home"))
    with store.write() as db:
        for day, calls, tokens in spent:
            spending.add(db, day * spending.DAY_MS + 5, calls, tokens)
        for day in range(4):
            of_day = [(calls, tokens) for each, calls, tokens in spent if each == day]
            total = spending.Spent(sum(calls for calls, _ in of_day), sum(tokens for _, tokens in of_day))
            assert spending.of(db, day * spending.DAY_MS) == total
    store.close()


def test_spending_never_falls_below_nothing_and_is_forgotten_after_a_quarter(store: Store) -> None:
    with store.write() as db:
        spending.add(db, 0, -1, -5)
        assert spending.of(db, 0) == spending.Spent()
        spending.add(db, 0, 1, 5)
        spending.add(db, 0, -2, -2)
        assert spending.of(db, 0) == spending.Spent(0, 3)
        spending.add(db, (spending.KEEP_DAYS + 1) * spending.DAY_MS, 1, 1)
        assert spending.of(db, 0) == spending.Spent()
