"""Files that this user may not write: refused before SQLite leaves others of the kind, with the one command to run."""

from pathlib import Path

import as_somebody
import pytest
from store.making import new_note

from remora.errors import HomeUnavailable
from remora.store import Store, notes


def made(home: Path) -> None:
    store = Store.open(home)
    with store.write() as db:
        notes.insert(db, new_note("deploys need approval"))
    store.close()


def error_of(home: Path) -> tuple[str, str]:
    with pytest.raises(HomeUnavailable) as caught:
        Store.open(home)
    return caught.value.message, caught.value.hint


def test_a_read_only_database_is_refused_and_nothing_is_left_beside_it() -> None:
    with as_somebody.folder() as home:

        def work() -> tuple[list[str], str, str, int]:
            made(home)
            database = home / "memory.db"
            database.chmod(0o444)
            message, hint = error_of(home)
            names = [path.name for path in home.iterdir()]
            database.chmod(0o600)
            made(home)
            store = Store.open(home)
            return names, message, hint, len(list(notes.all_notes(store.read())))

        names, message, hint, count = as_somebody.run(work)
        assert names == ["memory.db"]
        assert f"{home}/memory.db may not be read and written (owner " in message
        assert "mode 0444" in message
        assert hint == f"`chmod u+rw {home}/memory.db*` opens it."
        assert count == 2


@pytest.mark.parametrize("ending", ["-shm", "-wal"])
def test_a_read_only_file_beside_it_is_named(ending: str) -> None:
    with as_somebody.folder() as home:

        def work() -> tuple[str, str]:
            made(home)
            beside = home / f"memory.db{ending}"
            beside.touch()
            beside.chmod(0o444)
            return error_of(home)

        message, hint = as_somebody.run(work)
        assert f"memory.db{ending}" in message
        assert hint == f"`chmod u+rw {home}/memory.db*` opens it."
