"""An installer's files are written all together or not at all, and what could not be put back is named."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from remora.errors import DiskFull, EnvironmentTrouble
from remora.hosts.changes import Change
from remora.surfaces.cli import together

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def tree(folder: Path) -> dict[str, str | None]:
    found = sorted(folder.rglob("*"))
    return {str(one.relative_to(folder)): one.read_text("utf-8") if one.is_file() else None for one in found}


@pytest.fixture
def changes(tmp_path: Path) -> list[Change]:
    """A file that changes, one that goes, and one in a folder that is not there yet."""
    (tmp_path / "settings.json").write_text("{}")
    (tmp_path / "old").write_text("old")
    return [
        Change(tmp_path / "settings.json", "{}", '{"a": 1}'),
        Change(tmp_path / "old", "old", None),
        Change(tmp_path / "skills" / "remora" / "plugin.json", None, "new"),
        Change(tmp_path / "skills" / "remora" / "commands" / "memory.md", None, "more"),
    ]


def test_all_of_it_is_done(tmp_path: Path, changes: list[Change]) -> None:
    together.write(changes)
    assert tree(tmp_path) == {
        "settings.json": '{"a": 1}', "skills": None, "skills/remora": None, "skills/remora/plugin.json": "new",
        "skills/remora/commands": None, "skills/remora/commands/memory.md": "more",
    }  # fmt: skip


@pytest.mark.parametrize(("room", "at"), [(0, 0), (1, 2), (2, 3)])
def test_a_disk_that_has_no_room_for_one_keeps_all_as_it_was(
    room: int, at: int, tmp_path: Path, changes: list[Change], mocker: MockerFixture
) -> None:
    before = tree(tmp_path)
    mocker.patch.object(os, "fsync", side_effect=[None] * room + [FULL])
    with pytest.raises(DiskFull) as caught:
        together.write(changes)
    assert caught.value.message.startswith(f"Nothing was changed: {changes[at].file} cannot be written (No space")
    assert caught.value.hint == "Free some space and repeat."
    assert tree(tmp_path) == before


def refusing(mocker: MockerFixture, file: Path, number: int) -> None:
    """Let nothing be moved into this file's place."""
    move = Path.replace

    def replace(self: Path, target: Path) -> Path:
        if target == file:
            raise PermissionError(number, os.strerror(number))
        return move(self, target)

    mocker.patch.object(Path, "replace", replace)


def test_what_was_moved_already_is_put_back(tmp_path: Path, changes: list[Change], mocker: MockerFixture) -> None:
    before = tree(tmp_path)
    refusing(mocker, changes[2].file, errno.EACCES)
    with pytest.raises(EnvironmentTrouble, match=r"Nothing was changed: .*plugin\.json cannot be written"):
        together.write(changes)
    assert tree(tmp_path) == before


def test_what_cannot_be_put_back_is_named(tmp_path: Path, changes: list[Change], mocker: MockerFixture) -> None:
    mocker.patch.object(Path, "unlink", side_effect=PermissionError(errno.EACCES, "Permission denied"))
    mocker.patch.object(os, "fsync", side_effect=[None, None, None, FULL])
    with pytest.raises(EnvironmentTrouble) as caught:
        together.write(changes)
    assert caught.value.message == (
        f"Not all was changed: {tmp_path / 'old'} cannot be written (Permission denied), and "
        f"{tmp_path / 'settings.json'} could not be put back."
    )


def test_a_file_that_was_never_touched_needs_not_be_put_back(
    tmp_path: Path, changes: list[Change], mocker: MockerFixture
) -> None:
    """As with one that is sealed (`chattr +i`): it can be neither replaced nor put back, and is as it was."""
    before = tree(tmp_path)
    refusing(mocker, changes[0].file, errno.EPERM)
    with pytest.raises(EnvironmentTrouble, match=r"^Nothing was changed: ") as caught:
        together.write(changes)
    assert "put back" not in caught.value.message
    assert tree(tmp_path) == before


def test_a_link_stays_one_and_a_second_name_keeps_its_file(tmp_path: Path) -> None:
    real = tmp_path / "real.json"
    real.write_text("{}")
    (tmp_path / "link.json").symlink_to(real)
    os.link(real, tmp_path / "name.json")
    together.write([Change(tmp_path / "link.json", "{}", "[]")])
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "name.json").read_text() == real.read_text() == "[]"


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "codex"
    monkeypatch.setenv("CODEX_HOME", str(made))
    return made


def test_a_full_memory_leaves_the_host_as_it_is(remora: Any, host: Path, mocker: MockerFixture) -> None:
    mocker.patch.object(os, "fsync", side_effect=[None, FULL])  # the host's own file, then our record of it
    outcome = remora("install", "codex", "--yes")
    assert outcome.code == 3
    assert "error: Nothing was changed: " in outcome.err
    assert "hosts/codex.json cannot be written (No space left on device)" in outcome.err
    assert not host.exists()


def test_a_disk_too_full_for_the_client_is_told_as_such(remora: Any, host: Path, mocker: MockerFixture) -> None:
    mocker.patch.object(Path, "replace", side_effect=FULL)
    outcome = remora("install", "codex", "--yes")
    assert "The hook client was not installed: " in outcome.err
    assert "hint: Free some space and repeat." in outcome.err
    assert not host.exists()


def test_a_client_that_cannot_be_installed_leaves_the_host_as_it_is(remora: Any, host: Path, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "hooks").write_text("a file")
    outcome = remora("install", "codex", "--yes")
    assert outcome.code == 3
    assert "The hook client was not installed" in outcome.err
    assert not host.exists()
