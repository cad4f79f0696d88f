"""Project keys: one a repository, shared by its worktrees, never won by naming somebody else's repository."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from remora.project import is_nowhere, key_of, place_of, root_of

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git makes the repositories that are read here")


@pytest.fixture(autouse=True)
def person(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("GIT_DIR", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    return home


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(person: Path) -> Path:
    folder = person / "work" / "My Shop!"
    (folder / "src" / "deep").mkdir(parents=True)
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def test_a_folder_without_git_is_a_project_of_its_own(person: Path) -> None:
    one, two = person / "one", person / "two"
    (one / "below").mkdir(parents=True)
    two.mkdir()
    assert re.fullmatch(r"one-[0-9a-f]{8}", key_of(one) or "")
    assert len({key_of(one), key_of(two), key_of(one / "below")}) == 3


@needs_git
def test_every_folder_of_a_repository_has_one_key_named_after_it(repository: Path) -> None:
    key = key_of(repository)
    assert re.fullmatch(r"my-shop-[0-9a-f]{8}", key or "")
    assert key_of(repository / "src" / "deep") == key


@needs_git
def test_a_folder_that_becomes_a_repository_keeps_its_key(person: Path) -> None:
    folder = person / "shop"
    folder.mkdir()
    before = key_of(folder)
    git(folder, "init", "-q")
    assert key_of(folder) == before


@needs_git
def test_worktrees_share_the_key(repository: Path, person: Path) -> None:
    git(repository, "worktree", "add", "-q", str(person / "elsewhere"))
    assert key_of(person / "elsewhere") == key_of(repository)


@needs_git
def test_a_submodule_is_a_project_of_its_own(repository: Path, person: Path) -> None:
    library = person / "library"
    library.mkdir()
    git(library, "init", "-q")
    git(library, "commit", "-q", "--allow-empty", "-m", "first")
    git(repository, "submodule", "add", "-q", str(library), "lib")
    key = key_of(repository / "lib")
    assert key is not None
    assert key.startswith("lib-")
    assert key != key_of(repository)
    assert place_of(repository / "lib") == repository / "lib"


@needs_git
def test_a_project_lies_where_its_git_folder_lies(repository: Path, person: Path) -> None:
    git(repository, "worktree", "add", "-q", str(person / "elsewhere"))
    assert place_of(repository / "src" / "deep") == place_of(person / "elsewhere") == repository
    assert place_of(person / "plain") == person / "plain"


def test_home_and_what_is_above_are_nowhere_and_a_missing_folder_is_not(person: Path) -> None:
    (person / "work").mkdir()
    found = {folder: is_nowhere(folder) for folder in (person, person.parent, Path("/"), person / "work", person / "x")}
    assert found == {person: True, person.parent: True, Path("/"): True, person / "work": False, person / "x": False}


@needs_git
def test_links_lead_to_the_real_folder(repository: Path, person: Path) -> None:
    (person / "link").symlink_to(repository / "src")
    assert key_of(person / "link") == key_of(repository)


@needs_git
@pytest.mark.parametrize("names", ["git", "worktree"])
def test_a_git_file_that_names_somebody_elses_repository_gains_nothing(
    repository: Path, person: Path, names: str
) -> None:
    git(repository, "worktree", "add", "-q", str(person / "elsewhere"))
    target = repository / ".git" / ("" if names == "git" else "worktrees/elsewhere")
    hostile = person / "downloads" / "archive"
    hostile.mkdir(parents=True)
    (hostile / ".git").write_text(f"gitdir: {target}\n")
    assert key_of(hostile) not in (None, key_of(repository))
    assert (key_of(hostile) or "").startswith("archive-")


@needs_git
def test_a_hostile_git_folder_cannot_borrow_another_repository_either(repository: Path, person: Path) -> None:
    hostile = person / "archive"
    (hostile / ".git").mkdir(parents=True)
    (hostile / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (hostile / ".git" / "commondir").write_text(str(repository / ".git"))
    assert key_of(hostile) not in (None, key_of(repository))


@needs_git
def test_an_archive_that_brings_its_own_worktree_folder_gains_nothing(repository: Path, person: Path) -> None:
    hostile = person / "archive"
    private = hostile / "worktrees" / "mine"
    private.mkdir(parents=True)
    (hostile / ".git").write_text(f"gitdir: {private}\n")
    (private / "gitdir").write_text(f"{hostile / '.git'}\n")
    (private / "commondir").write_text(f"{repository / '.git'}\n")
    (private / "HEAD").write_text("ref: refs/heads/main\n")
    assert (key_of(hostile) or "").startswith("archive-")


@needs_git
def test_a_git_folder_that_links_to_another_repository_gains_nothing(repository: Path, person: Path) -> None:
    hostile = person / "archive"
    hostile.mkdir()
    (hostile / ".git").symlink_to(repository / ".git")
    assert key_of(hostile) not in (None, key_of(repository))


def test_home_and_what_lies_above_are_no_projects(person: Path) -> None:
    assert key_of(person) is None
    assert key_of(person.parent) is None
    assert key_of(Path("/")) is None


@needs_git
def test_dotfiles_in_the_home_folder_do_not_swallow_the_projects_below(person: Path) -> None:
    git(person, "init", "-q")
    (person / "one").mkdir()
    assert key_of(person) is None
    assert (key_of(person / "one") or "").startswith("one-")


def test_what_is_no_folder_has_no_key_or_that_of_the_folder_it_lies_in(person: Path) -> None:
    (person / "one").mkdir()
    (person / "one" / "file.txt").touch()
    assert key_of(person / "gone") is None
    assert key_of(Path("nul\x00byte")) is None
    assert key_of(person / "one" / "file.txt") == key_of(person / "one")
    (person / "loop").symlink_to(person / "loop")
    assert key_of(person / "loop") is None


@pytest.mark.parametrize("content", ["", "gitdir:", "gitdir: /nowhere", "\x00", "gitdir: " + "x" * 9_000, "gitdir: ."])
def test_a_broken_git_file_is_no_repository(person: Path, content: str) -> None:
    folder = person / "one"
    folder.mkdir()
    (folder / ".git").write_text(content)
    assert root_of(folder) == folder


def test_nothing_is_written_anywhere(person: Path) -> None:
    (person / "one").mkdir()
    key_of(person / "one")
    assert list((person / "one").iterdir()) == []


def test_a_name_without_latin_letters_still_has_a_key(person: Path) -> None:
    (person / "店").mkdir()
    assert re.fullmatch(r"project-[0-9a-f]{8}", key_of(person / "店") or "")
