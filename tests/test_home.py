"""The home folder: found by rising precedence, made private, and every reason why not is a clear error."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from remora.errors import HomeUnavailable
from remora.home import check_usable, remedy, resolve_home, shut


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("REMORA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_explicit_beats_the_variable_beats_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert resolve_home(None) == tmp_path / ".remora"
    monkeypatch.setenv("REMORA_HOME", str(tmp_path / "by variable"))
    assert resolve_home(None) == tmp_path / "by variable"
    assert resolve_home(tmp_path / "deep" / "explicit") == tmp_path / "deep" / "explicit"


def test_an_empty_variable_is_no_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REMORA_HOME", "")
    assert resolve_home(None) == tmp_path / ".remora"


def test_a_new_home_is_private_and_an_old_one_keeps_its_rights(tmp_path: Path) -> None:
    assert resolve_home(None).stat().st_mode & 0o777 == 0o700
    (tmp_path / "shared").mkdir(mode=0o750)
    assert resolve_home(tmp_path / "shared").stat().st_mode & 0o777 == 0o750


def test_tilde_and_relative_names_become_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REMORA_HOME", "~/mine")
    assert resolve_home(None) == tmp_path / "mine"
    assert resolve_home(Path("here")) == tmp_path / "here"


def refused(home: Path | None, *words: str) -> None:
    with pytest.raises(HomeUnavailable) as caught:
        resolve_home(home)
    said = f"{caught.value.message} {caught.value.hint}"
    assert all(word in said for word in words), said
    assert "was not opened" in caught.value.message


def test_a_file_in_the_homes_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(tmp_path / "file", "is a file", "REMORA_HOME")
    refused(tmp_path / "file" / "below", "cannot be made", "REMORA_HOME")


def test_a_user_without_a_home_is_told_to_set_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(Path, "home", lambda: (_ for _ in ()).throw(RuntimeError("no home")))
    refused(None, "no home folder", "REMORA_HOME")


def test_a_home_of_somebody_else_is_refused_with_its_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    refused(tmp_path, "belongs to user", "chown", "REMORA_HOME")


def test_a_read_only_home_is_refused_with_the_command_that_opens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode & os.W_OK == 0)
    refused(tmp_path, "read-only", "chmod")


def test_a_home_on_a_file_system_that_takes_no_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = SimpleNamespace(f_flag=os.ST_RDONLY)
    monkeypatch.setattr(os, "statvfs", lambda path: sealed)
    check_usable(tmp_path)  # the flag alone shuts nobody out
    monkeypatch.setattr(os, "access", lambda path, mode: mode & os.W_OK == 0)
    with pytest.raises(HomeUnavailable) as caught:
        check_usable(tmp_path)
    assert caught.value.message == f"The memory was not opened: {tmp_path} lies on a read-only file system."
    assert caught.value.hint == "Mount it for writing, or set REMORA_HOME to another folder."


def test_a_file_that_goes_while_it_is_looked_at_is_not_shut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "memory.db-journal"
    journal.touch()

    def access(path: Path, mode: int) -> bool:
        journal.unlink()
        return False

    monkeypatch.setattr(os, "access", access)
    assert not shut(journal)
    assert remedy(journal) == f"`chmod u+rw {journal}`"


def test_a_home_that_went_away(tmp_path: Path) -> None:
    with pytest.raises(HomeUnavailable, match="cannot be read"):
        check_usable(tmp_path / "gone")


def test_a_dangling_link_is_an_error_of_ours(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "nowhere" / "at all")
    refused(tmp_path / "link", str(tmp_path / "link"))


def test_a_home_whose_name_sqlite_cannot_hold_is_told(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff"))
    try:
        odd.mkdir()
    except OSError:
        pytest.skip("this file system holds no such name")
    with pytest.raises(HomeUnavailable, match="is not UTF-8"):
        resolve_home(odd)
