"""A note as JSON: one shape for exports and answers, which an import reads back to the same bytes."""

import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store.making import new_note

from remora.learn import Draft, import_lines, learn
from remora.notes import GLOBAL, Note, Provenance
from remora.store import Outbox, Store, new_id, notes
from remora.text.moments import here, minutes
from remora.text.terms import date_terms
from remora.upkeep import doctoring
from remora.upkeep.exporting import export
from remora.upkeep.forgetting import forget
from remora.upkeep.shape import iso, line, note_json

SHOP = "shop-0a1b2c3d"


def exported(store: Store) -> str:
    out = io.StringIO()
    count = export(store, out)
    assert count == out.getvalue().count("\n")
    return out.getvalue()


def imported(folder: Path, text: str) -> Store:
    folder.mkdir()
    store = Store.open(folder)
    base = Draft(text="", namespace="elsewhere-11112222", trigger="import", host="other")
    import_lines(store, io.StringIO(text, newline="\n"), base)
    return store


def test_the_shape_has_every_field_in_a_fixed_order() -> None:
    source = Provenance(trigger="manual", session_id="s1", host="pi", model=None, recorded_at=1_767_268_800_125)
    note = Note(
        row=1, id="abcdefgh23456722", text="café 🚀", namespace=GLOBAL, importance=0.5, created_at=0, archived_at=5,
        superseded_by=None, words="cafe", provenance=source,
    )  # fmt: skip
    assert note_json(note) == {
        "id": "abcdefgh23456722",
        "text": "café 🚀",
        "namespace": "global",
        "scope": "global",
        "importance": 0.5,
        "created_at": "1970-01-01T00:00:00.000Z",
        "archived": True,
        "identity": None,
        "provenance": {
            "trigger": "manual",
            "session_id": "s1",
            "host": "pi",
            "model": None,
            "recorded_at": "2026-01-01T12:00:00.125Z",
        },
    }
    assert line(note).startswith('{"id":"abcdefgh23456722","text":"café 🚀","namespace":"global"')


def test_times_keep_their_milliseconds() -> None:
    assert iso(1_767_268_800_007) == "2026-01-01T12:00:00.007Z"


def test_an_export_imported_into_an_empty_home_exports_to_the_same_bytes(store: Store, tmp_path: Path) -> None:
    for text, more in [
        ("deploys need approval", {}),
        ("prefers tabs", {"namespace": GLOBAL, "importance": 1.0}),
        ('line one\n\tline two \u2028 "quoted" \\ 在周二', {"trigger": "capture:shutdown", "session_id": "s9"}),
        ("API_KEY=4f0d9a7be1c2d3e4f5a6b7c8", {"trigger": "import", "host": "pi", "model": "m"}),
        ("an old fact", {"created_at": 1_600_000_000_001}),
    ]:
        learn(store, Draft(**{"text": text, "namespace": SHOP, **more}))  # type: ignore[arg-type]
    gone = learn(store, Draft(text="a forgotten fact", namespace=SHOP)).note
    forget(store, gone)
    learn(store, Draft(text="a forgotten fact", namespace=SHOP))  # the same text again, beside its archived twin
    first = exported(store)
    second = imported(tmp_path / "second", first)
    assert exported(second) == first
    assert first.count("\n") == 7
    assert json.loads(first.splitlines()[0])["created_at"] == "2020-09-13T12:26:40.001Z"
    second.close()


texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40)


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(texts, st.sampled_from([SHOP, GLOBAL]), st.none() | st.floats(0, 1), st.booleans()), max_size=8)
)
def test_any_store_survives_the_way_out_and_in(
    tmp_path_factory: object, rows: list[tuple[str, str, float | None, bool]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("round")  # type: ignore[attr-defined]
    said = (
        {"id": new_id(), "text": f"{text} x", "namespace": name, "importance": weight, "archived": gone}
        for text, name, weight, gone in rows
    )
    lines = "".join(json.dumps(row) + "\n" for row in said)
    first = imported(folder / "a", lines)
    second = imported(folder / "b", exported(first))
    assert exported(second) == exported(first)
    first.close()
    second.close()


@pytest.mark.parametrize("said", [0, -1, 10**14, -(10**14), 2**63 - 1, -(2**63)])
def test_a_moment_outside_all_calendars_is_written_all_the_same(said: int) -> None:
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", iso(said))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", minutes(here(said)))
    assert len(date_terms(said)) == 3


def test_a_damaged_page_costs_the_notes_on_it_alone(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    with store.write() as db:
        for number in range(400):
            notes.insert(db, new_note(f"fact {number} " + f"pad{number} " * 40, at=number))
    leaves = store.read().execute("SELECT pageno FROM dbstat WHERE name = 'notes' AND pagetype = 'leaf'").fetchall()
    store.close()
    whole = bytearray((tmp_path / "memory.db").read_bytes())
    at = (leaves[5][0] - 1) * 8192
    whole[at : at + 8192] = b"\xa5" * 8192
    (tmp_path / "memory.db").write_bytes(whole)
    store, out, unread = Store.open(tmp_path), io.StringIO(), list[int]()
    count = export(store, out, unread.append)
    assert count + sum(unread) == 400
    assert 0 < sum(unread) < 30
    report = doctoring.examine(store, Outbox(store))
    assert not report.ok
    assert len(report.checks) == 12
    store.close()


def test_an_empty_store_exports_nothing(store: Store) -> None:
    assert exported(store) == ""
