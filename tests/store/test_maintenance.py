"""The file as a whole: small for many projects, smaller after a purge, empty of what was erased, copied alive."""

from pathlib import Path

import apsw
from store.making import NOW, PROJECT, new_note

from remora.store import Outbox, Store, backups, fulltext, maintenance, notes


def home_bytes(home: Path) -> int:
    return sum(path.stat().st_size for path in home.rglob("*") if path.is_file())


def test_two_hundred_projects_with_a_note_each_stay_under_five_megabytes(home: Path, store: Store) -> None:
    for number in range(200):
        with store.write() as db:
            notes.insert(db, new_note(f"the build of service {number} needs make", namespace=f"service-{number:08x}"))
    assert home_bytes(home) < 5_000_000
    store.close()
    assert home_bytes(home) < 1_000_000


def test_a_vacuum_after_purging_half_of_ten_thousand_notes_shrinks_the_file(store: Store) -> None:
    with store.write() as db:
        for number in range(10_000):
            notes.insert(db, new_note(f"fact {number}: the {number % 97} step of build {number % 89} needs {number}"))
    maintenance.checkpoint(store.read())
    before = store.path.stat().st_size
    with store.write() as db:
        for note in list(notes.all_notes(db))[::2]:
            notes.delete(db, note)
        fulltext.optimize(db)
    assert maintenance.facts(store.read()).free_pages > 0
    maintenance.vacuum(store.read())
    assert maintenance.checkpoint(store.read())
    facts = maintenance.facts(store.read())
    assert store.path.stat().st_size == facts.size < before * 0.62
    assert facts.free_pages == 0
    assert maintenance.integrity(store.read()) == []


def test_a_reader_in_the_way_of_a_checkpoint_is_told(home: Path, store: Store) -> None:
    other = Store.open(home)
    other.read().execute("BEGIN")
    other.read().execute("SELECT count(*) FROM notes").fetchall()
    with store.write() as db:
        notes.insert(db, new_note("a fact"))
    store.read().set_busy_timeout(0)
    assert not maintenance.checkpoint(store.read())
    other.read().execute("COMMIT")
    assert maintenance.checkpoint(store.read())
    assert (home / "memory.db-wal").stat().st_size == 0
    other.close()


def test_a_purged_text_is_in_no_byte_of_the_home(home: Path, store: Store) -> None:
    text = 'the "passphrase" of the vault is xylophone-quartz'
    outbox = Outbox(store)
    with store.write() as db:
        note = notes.insert(db, new_note(text))
        for number in range(50):
            notes.insert(db, new_note(f"an innocent fact {number}"))
        notes.restore(db, notes.archive(db, note, NOW), NOW)
    outbox.put("shown", session="s", notes=[note.id])
    outbox.put("turn", session="s", turn="1", query=f"is it so: {text}", record={"hits": [note.id]})
    outbox.put("turn", session="s", turn="2", query="else", record={"text": text})
    outbox.put("turn", session="s", turn="3", query="innocent", record={})
    outbox.put("kept", session="s", block={"entries": [{"text": text}]})
    outbox.put("event", session="s", event="turn", event_id="1", record={"text": f"please remember {text}!"})
    outbox.put("event", session="s", event="turn", event_id="2", record={"text": "innocent"})
    outbox.put("verdict", note=note.id, rules_version=1, digest="d", action="pass")
    assert outbox.flush(1_000)
    with store.write() as db:
        traces = maintenance.traces(db, [note], {note.id})
        assert sum(maintenance.erase(db, trace) for trace in traces) == 4
        assert maintenance.forget_marks(db, note.id) == 2
        notes.delete(db, note)
        fulltext.optimize(db)
    assert maintenance.checkpoint(store.read())
    for path in home.rglob("*"):
        content = path.read_bytes()
        for needle in (b"xylophon", b"quartz", note.id.encode()):
            assert needle not in content, (path, needle)
    db = store.read()
    assert db.execute("SELECT turn FROM turn_log").get == "3"
    assert db.execute("SELECT event_id FROM journal").get == "2"
    size = db.execute("SELECT sum(length(record)) FROM journal").get
    assert db.execute("SELECT value FROM counters WHERE name = 'journal_bytes'").get == size
    assert maintenance.integrity(db) == []


def test_wrong_counts_of_live_notes_are_seen(store: Store) -> None:
    with store.write() as db:
        notes.insert(db, new_note("a fact"))
        db.execute("UPDATE namespaces SET live = 5")
    assert maintenance.integrity(store.read()) == [f"the count of live notes is wrong in {PROJECT}"]


def test_a_backup_of_a_store_in_use_is_one_whole_private_file(home: Path, store: Store) -> None:
    with store.write() as db:
        notes.insert(db, new_note("a fact"))
    target = backups.folder(home) / "copy.db"
    backups.backup(store.path, target)
    assert list(target.parent.iterdir()) == [target]
    assert target.stat().st_mode & 0o777 == 0o600
    copy = apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READONLY)
    assert copy.execute("SELECT text FROM notes").get == "a fact"
    copy.close()
