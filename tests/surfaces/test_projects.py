"""`remora project …` and what other commands say of projects: a folder that was moved away is told."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def moved(stored: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of a project whose folder was moved, with the new folder as the working folder."""
    old, new = tmp_path / "shop", tmp_path / "shop-new"
    old.mkdir()
    key: str = stored("a fact about ships", "--project", str(old))["namespace"]
    old.rename(new)
    monkeypatch.chdir(new)
    return key


def test_a_project_without_notes_is_told_of_one_whose_folder_is_gone(remora: Any, moved: str) -> None:
    told = remora("list")
    assert (told.code, told.out) == (0, "")
    hint = f"Project {moved} lay in a folder that is gone: `remora project move {moved} .` if it is this one.\n"
    assert hint in told.err
    assert remora("project", "move", moved, ".").code == 0
    after = remora("list")
    assert "a fact about ships" in after.out
    assert after.err == ""


def test_global_notes_do_not_hide_the_hint_and_notes_of_ones_own_end_it(remora: Any, moved: str, stored: Any) -> None:
    stored("a fact for all", "--global")
    assert "folder that is gone" in remora("list").err
    stored("a fact of its own")
    assert remora("list").err == ""


def test_projects_whose_folder_is_there_or_that_have_no_notes_are_no_hint(
    remora: Any, stored: Any, tmp_path: Path
) -> None:
    (tmp_path / "shop").mkdir()
    note = stored("a fact about ships", "--project", str(tmp_path / "shop"))
    assert "gone" not in remora("list").err
    remora("purge", note["id"])
    (tmp_path / "shop").rmdir()
    assert "gone" not in remora("list").err


def test_the_list_of_projects_marks_a_folder_that_is_gone(remora: Any, moved: str, stored: Any, tmp_path: Path) -> None:
    stored("a fact of its own")
    lines = remora("project", "list", "--json").document["projects"]
    assert sorted((line["key"] == moved, line["gone"]) for line in lines) == [(False, False), (True, True)]
    assert [line for line in remora("project", "list").out.splitlines() if line.endswith(f"{tmp_path}/shop (gone)")]


def test_a_project_is_named_by_its_folder_or_by_its_key(
    remora: Any, stored: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("shop", "till", "yard"):
        (tmp_path / name).mkdir()
        stored(f"a fact about the {name}", "--project", str(tmp_path / name))
    monkeypatch.chdir(tmp_path / "till")
    key = {line["name"]: line["key"] for line in remora("project", "list", "--json").document["projects"]}
    assert remora("project", "link", "../shop", "--json").document["project"]["linked_to"] == key["shop"]
    assert remora("project", "link", "--own").code == 0
    assert remora("project", "link", key["shop"], "--json").document["project"]["linked_to"] == key["shop"]
    assert remora("project", "link", "--own").code == 0
    merged = remora("project", "merge", "../yard", ".", "--json").document
    assert (merged["moved"], merged["from"], merged["into"]) == (1, key["yard"], key["till"])
    assert "there is no project '../nowhere'" in remora("project", "link", "../nowhere").err
