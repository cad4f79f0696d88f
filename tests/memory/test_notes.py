"""The facade's verbs on notes: scope is kept on every read, provenance on every write."""

import io
import json
from pathlib import Path

import pytest

from remora.errors import AmbiguousNote, Refused, UnknownNote, UsageError
from remora.memory import Memory
from remora.notes import GLOBAL

SHOP, API = "shop-0a1b2c3d", "api-11112222"


def found(memory: Memory, query: str, project: str | None) -> list[str]:
    return [hit.note.text for hit in memory.search(query, project=project).hits]


def test_two_projects_never_see_each_others_notes_and_both_see_global_ones(memory: Memory) -> None:
    memory.add("the shop deploys on Tuesdays", project=SHOP)
    memory.add("the api deploys on Fridays", project=API)
    memory.add("deploys are announced in chat", project=SHOP, scope="global")
    assert set(found(memory, "when are deploys", SHOP)) == {
        "the shop deploys on Tuesdays",
        "deploys are announced in chat",
    }
    assert set(found(memory, "when are deploys", API)) == {
        "the api deploys on Fridays",
        "deploys are announced in chat",
    }
    assert found(memory, "when are deploys", None) == ["deploys are announced in chat"]
    shown = {note.text for note in memory.listing(project=API)}
    assert shown == {"the api deploys on Fridays", "deploys are announced in chat"}
    assert len(memory.listing(project=API, everywhere=True)) == 3
    assert [note.namespace for note in memory.listing(project=API, scope="global")] == [GLOBAL]


def test_a_note_says_where_it_came_from(memory: Memory) -> None:
    note = memory.add("deploys need approval", project=SHOP, session_id="s1", model="small").note
    told = memory.why(note.id[:6])
    assert (told.note.provenance.trigger, told.note.provenance.session_id) == ("manual", "s1")
    assert (told.note.provenance.host, told.note.provenance.model) == ("tests", "small")
    assert [event.what for event in told.history] == ["stored"]
    assert told.history[0].at == note.provenance.recorded_at


def test_forget_removes_from_search_and_undo_brings_back(memory: Memory) -> None:
    note = memory.add("deploys need approval", project=SHOP).note
    assert memory.forget(note.id[:8]).archived_at is not None
    assert found(memory, "deploys approval", SHOP) == []
    assert [one.id for one in memory.listing(project=SHOP, archived=True)] == [note.id]
    assert memory.undo(note.id[:8]) == note
    assert found(memory, "deploys approval", SHOP) == ["deploys need approval"]
    assert [event.what for event in memory.why(note.id).history] == ["stored", "forgotten", "restored"]


def test_a_purge_looks_up_every_id_before_it_deletes_the_first(memory: Memory) -> None:
    note = memory.add("deploys need approval", project=SHOP).note
    with pytest.raises(UnknownNote):
        memory.purge([note.id, "zzzzzzzz"])
    assert memory.find(note.id) == note
    assert [one.id for one in memory.purge([note.id]).notes] == [note.id]
    with pytest.raises(UnknownNote):
        memory.find(note.id)


def test_a_project_does_not_find_another_projects_note_by_its_id(memory: Memory) -> None:
    note = memory.add("the shop deploys on Tuesdays", project=SHOP).note
    assert memory.find_in(note.id, project=SHOP) == note
    with pytest.raises(UnknownNote):
        memory.find_in(note.id, project=API)


def test_outside_every_project_a_persons_note_is_global_and_an_automatic_one_is_refused(memory: Memory) -> None:
    assert memory.add("prefers tabs", project=None).note.namespace == GLOBAL
    with pytest.raises(Refused, match="there is no project here"):
        memory.add("prefers spaces", project=None, trigger="capture:shutdown")


def test_an_explicit_search_has_no_gate_and_an_explanation_has(memory: Memory) -> None:
    memory.add("the release branch is cut on Mondays", project=SHOP)
    query = "branch protection on github"
    assert [hit.gate < 0.5 for hit in memory.search(query, project=SHOP).hits] == [True]
    explained = memory.explain(query, project=SHOP)
    assert explained.hits == ()
    assert "floor" in explained.missed[0].why


@pytest.mark.parametrize(
    "query",
    ["", " ", '"', "*", "NEAR(a b)", "--", "a OR", "a\x00b", "\ud800", "'; DROP TABLE notes; --", "🚀", "在" * 900],
)
def test_no_query_is_a_syntax_error(memory: Memory, query: str) -> None:
    memory.add("deploys need approval", project=SHOP)
    assert len(memory.search(query, project=SHOP).hits) <= 5


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("部署之前需要审批", "部署 审批"), ("развёртывание требует одобрения", "развёртывание одобрения"),
        ("النشر يتطلب موافقة", "النشر موافقة"), ("launch is 🚀 day", "🚀"),
        ("never use --no-verify here", "--no-verify"),
        ("see src/schema.go.", "schema.go"),
    ],
)  # fmt: skip
def test_texts_of_all_scripts_are_found(memory: Memory, text: str, query: str) -> None:
    memory.add(text, project=SHOP)
    assert found(memory, query, SHOP) == [text]


def test_a_linked_project_shares_the_others_notes(memory: Memory) -> None:
    memory.add("the shop deploys on Tuesdays", project=SHOP)
    memory.projects.link(API, SHOP)
    assert found(memory, "shop deploys", API) == ["the shop deploys on Tuesdays"]
    assert memory.add("new fact", project=API).note.namespace == SHOP


def test_a_folder_is_a_project_and_nothing_is_written_into_it(memory: Memory, tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    key = memory.projects.at(folder)
    assert key is not None
    assert memory.projects.listing() == ()
    memory.add("deploys need approval", project=key)
    assert [(line.key, line.name, line.root, line.notes) for line in memory.projects.listing()] == [
        (key, "shop", str(folder), 1)
    ]
    assert list(folder.iterdir()) == []


def test_an_export_comes_back_by_an_import(memory: Memory, tmp_path: Path) -> None:
    memory.add("deploys need approval", project=SHOP)
    out = io.StringIO()
    assert memory.export(out) == 1
    path = tmp_path / "notes.jsonl"
    path.write_text(out.getvalue(), encoding="utf-8")
    assert memory.import_file(path, project=API).known == 1
    memory.purge([note.id for note in memory.listing(project=SHOP)])
    assert memory.import_file(path, project=API).added == 1
    assert found(memory, "deploys approval", SHOP) == ["deploys need approval"]


def test_ids_are_checked_before_anything_is_done(memory: Memory) -> None:
    lines = [json.dumps({"text": f"fact {letter}", "id": f"aaaa{letter}bbbbbbbbbbb"}) for letter in "cde"]
    assert memory.import_lines(lines, project=SHOP).added == 3
    with pytest.raises(AmbiguousNote):
        memory.forget("aaaa")
    with pytest.raises(UsageError, match="too short"):
        memory.forget("aaa")
    assert len(memory.listing(project=SHOP)) == 3
