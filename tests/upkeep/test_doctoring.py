"""The doctor names what is wrong and what to do; a healthy store passes every check."""

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import as_somebody
import pytest
from pytest_mock import MockerFixture

from remora.errors import HomeUnavailable
from remora.learn import Draft, learn
from remora.store import Outbox, Store, spool
from remora.upkeep.doctoring import Check, Report, examine, examine_closed
from remora.upkeep.purging import purge

SHOP = "shop-0a1b2c3d"


@pytest.fixture
def outbox(store: Store) -> Outbox:
    store.home.chmod(0o700)
    return Outbox(store)


def checks(store: Store, outbox: Outbox, *, vacuum: bool = False) -> dict[str, Check]:
    return {check.name: check for check in examine(store, outbox, vacuum=vacuum).checks}


def test_a_healthy_store_passes(store: Store, outbox: Outbox) -> None:
    learn(store, Draft(text="deploys need approval", namespace=SHOP))
    report = examine(store, outbox)
    assert report.ok, report
    assert [check.name for check in report.checks] == [
        "integrity", "undo", "log", "space", "spool", "purge", "unreadable spool files", "access", "owner",
        "permissions", "file system", "disk",
    ]  # fmt: skip


def test_a_full_disk_is_named(store: Store, outbox: Outbox, mocker: MockerFixture) -> None:
    mocker.patch.object(os, "fsync", side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    found = checks(store, outbox)["disk"]
    assert (found.ok, found.hint) == (False, "Free some space.")
    assert "nothing can be written" in found.detail
    assert list(store.home.glob(".doctor-*")) == []


def test_a_home_that_is_mounted_read_only_is_told_once_for_all_its_files(
    store: Store, outbox: Outbox, mocker: MockerFixture
) -> None:
    store.home.chmod(0o700)
    mocker.patch.object(os, "statvfs", return_value=SimpleNamespace(f_flag=os.ST_RDONLY))
    mocker.patch.object(os, "fsync", side_effect=OSError(errno.EROFS, os.strerror(errno.EROFS)))
    report = examine_closed(store.home, HomeUnavailable("not opened", "see below"))
    found = {check.name: check for check in report.checks}
    assert found["access"].detail == "the file system is mounted read-only"
    for name in ("access", "disk"):
        assert (found[name].ok, "Mount it writable" in found[name].hint, "chmod" in found[name].hint) == (
            False, True, False,
        )  # fmt: skip


def test_an_index_that_disagrees_is_named(store: Store, outbox: Outbox) -> None:
    note = learn(store, Draft(text="deploys need approval", namespace=SHOP)).note
    with store.write() as db:
        db.execute("UPDATE notes SET words = 'something else' WHERE n = ?", (note.row,))
    found = checks(store, outbox)["integrity"]
    assert not found.ok
    assert "full-text index disagrees with 1" in found.detail
    assert "remora export" in found.hint


def test_what_waits_in_the_spool_is_written(store: Store, outbox: Outbox) -> None:
    spool.write(store.home, [{"what": "reset_shown", "session": "s1", "at": 1}])
    assert checks(store, outbox)["spool"] == Check(name="spool", ok=True, detail="nothing waits")
    assert outbox.backlog() == 0


def test_spool_files_that_nobody_can_read_are_counted(store: Store, outbox: Outbox) -> None:
    (store.home / spool.FOLDER).mkdir()
    (store.home / spool.FOLDER / "1.json").write_text("{", encoding="utf-8")
    found = checks(store, outbox)["unreadable spool files"]
    assert (found.ok, found.detail) == (False, "1 kept aside")


def test_a_home_that_others_may_read_is_named(store: Store, outbox: Outbox) -> None:
    store.home.chmod(0o755)
    found = checks(store, outbox)["permissions"]
    assert not found.ok
    assert "chmod" in found.hint


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_files_of_somebody_else_are_named(store: Store, outbox: Outbox) -> None:
    foreign = store.home / "memory.db.old"
    foreign.touch()
    os.chown(foreign, 12345, -1)
    found = checks(store, outbox)["owner"]
    assert not found.ok
    assert found.detail.startswith(f"1 file of somebody else: {foreign} (owner 12345, mode 0")
    assert found.hint == f"`sudo chown -R {os.geteuid()} {store.home}`"


def test_a_conflicted_copy_of_a_synchroniser_is_named(store: Store, outbox: Outbox) -> None:
    (store.home / "memory (conflicted copy 2026-01-01).db").touch()
    found = checks(store, outbox)["file system"]
    assert not found.ok
    assert "conflicted" in found.detail


def test_a_synchronised_folder_is_named(tmp_path: Path) -> None:
    home = tmp_path / "Dropbox" / "remora"
    home.mkdir(parents=True, mode=0o700)
    store = Store.open(home)
    assert "Dropbox" in checks(store, Outbox(store))["file system"].detail
    store.close()


def test_a_vacuum_gives_the_room_of_purged_notes_back(store: Store, outbox: Outbox) -> None:
    found = [learn(store, Draft(text=f"fact {n} " + "word " * 600, namespace=SHOP)).note for n in range(200)]
    purge(store, outbox, found[:150])
    before = store.path.stat().st_size
    report = checks(store, outbox, vacuum=True)
    assert next(iter(report)) == "vacuum"
    assert store.path.stat().st_size < before / 2
    assert report["integrity"].ok


def test_a_store_that_does_not_open_is_looked_at_from_outside() -> None:
    with as_somebody.folder() as home:

        def work() -> Report:
            Store.open(home).close()
            (home / "memory.db").chmod(0o400)
            with pytest.raises(HomeUnavailable) as caught:
                Store.open(home)
            return examine_closed(home, caught.value)

        report = as_somebody.run(work)
        found = {check.name: check for check in report.checks}
        assert list(found) == ["store", "access", "owner", "permissions", "file system", "disk"]
        assert "mode 0400" in found["store"].detail
        assert found["access"].detail.startswith(f"you may not read and write {home}/memory.db (owner ")
        assert found["access"].hint == f"`chmod u+rw {home}/memory.db`"
        assert found["owner"].ok
        assert not report.ok


def test_a_home_where_this_user_may_not_look_has_one_thing_to_say() -> None:
    with as_somebody.folder() as place:

        def work() -> Report:
            (place / "shut").mkdir(mode=0)
            return examine_closed(place / "shut" / "home", HomeUnavailable("It was not opened.", "Make it."))

        assert [check.name for check in as_somebody.run(work).checks] == ["store"]


def test_a_home_that_is_not_there_has_one_thing_to_say(tmp_path: Path) -> None:
    report = examine_closed(tmp_path / "none", HomeUnavailable("It was not opened.", "Make it."))
    assert [(check.name, check.detail, check.hint) for check in report.checks] == [
        ("store", "It was not opened", "Make it.")
    ]
