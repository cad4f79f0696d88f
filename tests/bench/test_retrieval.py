"""`remora bench retrieval` on files small enough to count by hand, with the embedder that needs no model."""

import json
from pathlib import Path

import pytest

from remora.bench.run import Plan, run
from remora.errors import UsageError

NOTES = [
    {"set": "s", "project": "one", "id": "a", "text": "The staging database listens on port 6543"},
    {"set": "s", "project": "one", "id": "b", "text": "Deploys happen on Tuesdays through ops/deploy.sh"},
    {"set": "s", "project": "one", "id": "b2", "text": "Deploys happen on Tuesdays through ops/deploy.sh"},
    {"set": "s", "project": "two", "id": "c", "text": "Birthday cakes are ordered from the bakery"},
]
QUERIES = [
    {"set": "s", "project": "one", "text": "which port does the staging database use", "gold": ["a"]},
    {"set": "s", "project": "one", "text": "on which Tuesdays do deploys happen", "gold": ["b2"]},
    {"set": "s", "project": "two", "text": "where are birthday cakes ordered", "gold": ["c"]},
    {"set": "s", "project": "two", "text": "who ate the cake", "gold": ["c"], "kind": "adversarial"},
]


def written(path: Path, rows: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    asked = written(tmp_path / "queries.jsonl", QUERIES)
    return Plan(notes=written(tmp_path / "notes.jsonl", NOTES), queries=asked, unrelated=(asked,), embedder="hashing")


def quiet(step: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def test_each_voice_and_the_preset_find_what_shares_its_words(plan: Plan) -> None:
    (found,) = run(plan, quiet).sets
    assert (found.name, found.notes, found.queries) == ("s", 4, 3)  # the adversarial question has no right note
    assert list(found.methods) == ["vector", "bm25", "preset"]
    for score in found.methods.values():
        assert (score.r1, score.r10, score.mrr) == (1.0, 1.0, 1.0)


def test_questions_speak_at_home_and_stay_silent_elsewhere(plan: Plan) -> None:
    (found,) = run(plan, quiet).sets
    assert found.injects == found.injects_right == 1.0
    assert found.unrelated_injects == 0.0
    assert found.ms_per_query > 0


def test_the_result_names_preset_and_vectors(plan: Plan) -> None:
    assert run(plan, quiet).preset == "hybrid"


@pytest.mark.parametrize("form", ["observation"])
def test_a_form_that_no_note_has_is_an_error(plan: Plan, form: str) -> None:
    with pytest.raises(UsageError, match="no notes of this form"):
        run(Plan(notes=plan.notes, queries=plan.queries, form=form), quiet)


@pytest.mark.parametrize(
    ("line", "said"),
    [("not json", "not JSON lines"), ("[1]", "it is no object"), ('{"set": "s"}', "line 1 .* has no 'project'")],
)
def test_a_line_that_is_no_note_is_named(plan: Plan, tmp_path: Path, line: str, said: str) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(line + "\n")
    with pytest.raises(UsageError, match=said):
        run(Plan(notes=wrong, queries=plan.queries), quiet)


def test_times_are_read_as_iso_or_as_chats_write_them(tmp_path: Path) -> None:
    from remora.bench.rows import notes

    rows = [{**NOTES[0], "time": said} for said in ("2022-12-17T11:01:00", "11:01 am on 17 December, 2022", "soon")]
    times = [note.time for note in notes(written(tmp_path / "n.jsonl", rows), None)]
    assert times == ["2022-12-17T11:01:00", "2022-12-17T11:01:00", ""]
