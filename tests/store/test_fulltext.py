"""The index: found by any term, apart by namespace, safe from query syntax, in step with the rows whatever happens."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store.making import NOW, OTHER, PROJECT, new_note

from remora.store import Store, fulltext, maintenance, notes
from remora.text import terms


def put(store: Store, text: str, namespace: str = PROJECT) -> int:
    with store.write() as db:
        return notes.insert(db, new_note(text, namespace=namespace)).row


def test_each_term_brings_the_rows_that_hold_it_newest_first(store: Store) -> None:
    one, two = put(store, "redis cache"), put(store, "redis queue")
    assert fulltext.holders(store.read(), PROJECT, ["queue", "redi", "nothing"], 10) == {
        "queue": [two],
        "redi": [two, one],
        "nothing": [],
    }


def test_a_namespace_sees_only_its_own(store: Store) -> None:
    put(store, "redis cache")
    assert fulltext.holders(store.read(), OTHER, ["redi"], 10) == {"redi": []}
    put(store, "redis here too", OTHER)
    assert fulltext.frequencies(store.read(), PROJECT, ["redi", "too"]) == {"redi": 1, "too": 0}
    assert fulltext.size(store.read(), PROJECT) == 1
    assert fulltext.size(store.read(), "unknown") == 0


def test_a_common_term_brings_no_more_than_the_newest_few(store: Store) -> None:
    rows = [put(store, f"redis {n}") for n in range(5)]
    assert fulltext.holders(store.read(), PROJECT, ["redi"], 2) == {"redi": [rows[4], rows[3]]}


def test_no_query_is_a_syntax_error(store: Store) -> None:
    put(store, "quoted")
    hostile = [
        '"',
        "*",
        "NEAR(",
        "a OR b",
        "--",
        "'; DROP TABLE notes",
        "quot*",
        "\x00",
        "\ud800",
        "",
        "col:",
        "^a",
        "(a)",
    ]
    assert not any(fulltext.holders(store.read(), PROJECT, hostile, 10).values())
    assert fulltext.frequencies(store.read(), PROJECT, hostile) == dict.fromkeys(hostile, 0)


def test_a_note_without_terms_is_in_step_as_well(store: Store) -> None:
    row = put(store, "the of and")
    assert maintenance.integrity(store.read()) == []
    with store.write() as db:
        note = notes.by_row(db, row)
        assert note is not None
        notes.archive(db, note, NOW)
    assert maintenance.integrity(store.read()) == []


def test_the_integrity_check_sees_an_index_that_disagrees(store: Store) -> None:
    rows = [put(store, f"fact number {n}") for n in range(3)]
    with store.write() as db:
        fulltext.remove(db, rows[1], 1, "fact")
    assert fulltext.check(store.read()) == [rows[1]]
    assert maintenance.integrity(store.read()) == ["the full-text index disagrees with 1 note"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["add", "archive", "restore", "delete", "move"]), st.text(max_size=60), st.integers(0, 9)
        ),
        max_size=25,
    )
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rows_and_index_agree_after_any_life(store: Store, steps: list[tuple[str, str, int]]) -> None:
    change: dict[str, Callable[..., object]] = {
        "archive": lambda db, note: notes.archive(db, note, NOW),
        "restore": lambda db, note: notes.restore(db, note, NOW),
        "delete": notes.delete,
        "move": lambda db, note: notes.move(db, note, OTHER if note.namespace == PROJECT else PROJECT, NOW),
    }
    for what, text, which in steps:
        with store.write() as db:
            known = list(notes.all_notes(db))
            if what == "add":
                notes.insert(db, new_note(text.replace("\ud800", "")))
            elif known:
                change[what](db, known[which % len(known)])
    db = store.read()
    assert maintenance.integrity(db) == []
    for note in notes.all_notes(db):
        for term in terms(note.text):
            held = fulltext.holders(db, note.namespace, [term], 1_000)[term]
            assert (note.row in held) == (note.archived_at is None)
