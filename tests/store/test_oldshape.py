"""Stores of the earlier program: opened, their notes found, the old file kept as a backup, nothing left twice."""

import json
from pathlib import Path

import apsw
import pytest
from faults.harness import Acknowledge, Remains, opened, walk
from store import workers
from store.making import NOW, PROJECT

from remora.errors import ForeignStore
from remora.learn import masked
from remora.notes import GLOBAL
from remora.store import Store, fulltext, history, maintenance, notes, oldshape
from remora.text import terms

MINIMAL = "CREATE TABLE memories (id TEXT PRIMARY KEY, text TEXT, namespace TEXT, created_at INTEGER)"
FULL = """
    CREATE TABLE notes (id TEXT, content TEXT, namespace TEXT, created_at TEXT, importance REAL, source TEXT, vector)
"""


def old_store(home: Path, create: str, rows: list[tuple[object, ...]], *more: str) -> Path:
    path = home / "memory.db"
    db = apsw.Connection(str(path))
    db.execute(create)
    for statement in more:
        db.execute(statement)
    table = create.split()[2]
    for row in rows:
        db.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
    db.close()
    return path


def upgraded(home: Path) -> dict[str, notes.Note]:
    store = Store.open(home, clock=lambda: NOW)
    assert maintenance.integrity(store.read()) == []
    found = {note.text: note for note in notes.all_notes(store.read())}
    store.close()
    return found


def test_notes_without_importance_and_source_are_neutral_and_unknown(home: Path) -> None:
    old_store(home, MINIMAL, [("m1", "deploys need approval", PROJECT, 1_700_000_000_000)])
    note = upgraded(home)["deploys need approval"]
    assert (note.importance, note.provenance.trigger, note.namespace) == (None, "unknown", PROJECT)
    assert note.created_at == 1_700_000_000_000
    assert note.provenance.recorded_at == NOW


def test_they_are_found_by_their_words(home: Path) -> None:
    old_store(home, MINIMAL, [("m1", "deploys need approval", PROJECT, 1), ("m2", "部署需要批准", "global", 2)])
    store = Store.open(home)
    assert len(fulltext.holders(store.read(), PROJECT, terms("approval"), 5)["approv"]) == 1
    assert len(fulltext.holders(store.read(), GLOBAL, terms("部署"), 5)["部署"]) == 1
    store.close()


def test_importance_source_and_every_way_of_writing_a_time(home: Path) -> None:
    source = json.dumps({"trigger": "capture:shutdown", "sessionId": "s9"})
    old_store(
        home,
        FULL,
        [
            ("1", "iso", "global", "2024-03-01T12:00:00Z", 0.9, source, b"\x00" * 8),
            ("2", "naive", "global", "2024-03-01 12:00:00", 7, "manual", None),
            ("3", "seconds", "global", 1_709_294_400, None, None, None),
            ("4", "text of a number", "global", "1709294400.5", None, "[1]", None),
            ("5", "no time", "global", "yesterday", None, None, None),
            ("6", "   ", "global", 1, None, None, None),
        ],
    )
    found = upgraded(home)
    at = 1_709_294_400_000
    assert {text: note.created_at - at for text, note in found.items() if text != "no time"} == {
        "iso": 0,
        "naive": 0,
        "seconds": 0,
        "text of a number": 500,
    }
    assert found["no time"].created_at == NOW
    assert (found["iso"].importance, found["naive"].importance) == (0.9, None)
    assert found["iso"].provenance.trigger == "capture:shutdown"
    assert found["iso"].provenance.session_id == "s9"
    assert found["naive"].provenance.trigger == "manual"
    assert found["text of a number"].provenance.trigger == "unknown"


def test_folders_become_project_keys_and_former_ids_stay_known(home: Path, tmp_path: Path) -> None:
    project = tmp_path / "shop"
    project.mkdir()
    ours = "abcdefghijklmnop"
    old_store(
        home,
        MINIMAL,
        [("old-1", "by folder", str(project), 1), (ours, "by key", "project:x", 2), ("old-3", "user", "", 3)],
    )
    found = upgraded(home)
    assert found["by folder"].namespace.startswith("shop-")
    assert found["by key"].namespace == "x"
    assert found["user"].namespace == GLOBAL
    assert found["by key"].id == ours
    store = Store.open(home)
    assert history.of(store.read(), found["by folder"])[1].detail == {"id": "old-1"}
    store.close()


def test_the_old_file_is_kept_whole_and_no_text_stays_twice_in_ours(home: Path) -> None:
    path = old_store(
        home,
        MINIMAL,
        [("m1", "the needle in the haystack", PROJECT, 1)],
        "CREATE VIRTUAL TABLE memories_fts USING fts5(text)",
        "INSERT INTO memories_fts VALUES ('the needle in the haystack')",
        "CREATE TRIGGER t AFTER DELETE ON memories BEGIN DELETE FROM memories_fts; END",
        "CREATE TABLE meta (mine TEXT)",
        "INSERT INTO meta VALUES ('kept')",
    )
    before = path.read_bytes()
    store = Store.open(home, clock=lambda: NOW)
    (backup,) = (home / "backups").iterdir()
    copy = apsw.Connection(str(backup), flags=apsw.SQLITE_OPEN_READONLY)
    assert copy.execute("SELECT text FROM memories").get == "the needle in the haystack"
    copy.close()
    assert len(before) == backup.stat().st_size
    db = store.read()
    assert db.execute("SELECT mine FROM old_meta").get == "kept"
    assert db.pragma("page_size") == 8192
    assert db.pragma("journal_mode") == "wal"
    maintenance.checkpoint(db)
    assert path.read_bytes().count(b"the needle in the haystack") == 1
    store.close()


def test_vector_tables_whose_module_is_missing_are_left_alone(home: Path) -> None:
    path = old_store(home, MINIMAL, [("m1", "a fact", PROJECT, 1)], "CREATE TABLE vectors_chunks (v BLOB)")
    db = apsw.Connection(str(path))
    db.pragma("writable_schema", True)
    db.execute(
        "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) "
        "VALUES ('table', 'vectors', 'vectors', 0, 'CREATE VIRTUAL TABLE vectors USING vec0(v float[4])')"
    )
    db.close()
    assert list(upgraded(home)) == ["a fact"]
    db = apsw.Connection(str(path))
    assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'vectors%'").get == 2
    db.close()


def test_text_that_is_not_utf8_is_taken_as_far_as_it_can_be_read(home: Path) -> None:
    path = old_store(home, MINIMAL, [])
    db = apsw.Connection(str(path))
    db.execute("INSERT INTO memories VALUES ('m', CAST(x'66C3' AS TEXT), 'global', 1)")
    db.close()
    assert list(upgraded(home)) == ["f\ufffd"]


def test_eight_processes_upgrade_it_once(home: Path) -> None:
    old_store(home, MINIMAL, [(f"m{n}", f"old note {n}", PROJECT, n) for n in range(20)])
    assert workers.run(8, home, notes_each=1) == [0] * 8
    assert len(upgraded(home)) == 28


@pytest.mark.parametrize("extra", ["", ", importance", ", source", ", importance, source, embedding", ", vector BLOB"])
def test_the_shapes_that_the_earlier_program_had(extra: str) -> None:
    for text in ("text", "content"):
        db = apsw.Connection(":memory:")
        db.execute(f"CREATE TABLE memories (id, {text}, namespace, created_at{extra})")
        assert oldshape.table(db) is not None


@pytest.mark.parametrize(
    "create",
    [
        "CREATE TABLE memories (id TEXT, text TEXT)",
        "CREATE TABLE todo (id, text, namespace, created_at)",
        "CREATE TABLE notes (id, content, project, created_at, tags, done)",
        "CREATE TABLE notes (id, content, project, created_at)",
        "CREATE TABLE notes (id, text, namespace, created_at, tags)",
        "CREATE TABLE notes (id, text, content, namespace, created_at)",
    ],
)
def test_other_shapes_are_somebody_elses_and_stay_as_they_are(home: Path, create: str) -> None:
    path = old_store(home, create, [])
    before = path.read_bytes()
    with pytest.raises(ForeignStore):
        Store.open(home)
    assert path.read_bytes() == before


def test_secrets_are_masked_as_in_any_other_note(home: Path) -> None:
    secret = "DB_PASSWORD=tr0ub4dor!3"
    path = old_store(home, FULL, [("1", f"staging has {secret}", "global", 1, None, secret, None)])
    store = Store.open(home, clean=masked)
    (note,) = notes.all_notes(store.read())
    assert "tr0ub4dor" not in note.text + note.words + note.provenance.trigger
    assert notes.same_text(store.read(), GLOBAL, notes.digest_of(note.text)) == note
    maintenance.checkpoint(store.read())
    store.close()
    assert b"tr0ub4dor" not in path.read_bytes()


@pytest.mark.parametrize("mode", ["kill", "torn", "full"])
def test_an_upgrade_that_dies_anywhere_loses_no_note(tmp_path: Path, mode: str) -> None:
    def setup(home: Path) -> None:
        old_store(home, MINIMAL, [(f"m{n}", f"old note {n}", PROJECT, n) for n in range(30)])

    def upgrade(home: Path, acknowledge: Acknowledge) -> None:
        Store.open(home).close()
        acknowledge("upgraded")

    def check(remains: Remains) -> None:
        assert {note.text for note in opened(remains)} == {f"old note {n}" for n in range(30)}

    walk(upgrade, folder=tmp_path, setup=setup, check=check, mode=mode, every=3)  # type: ignore[arg-type]
