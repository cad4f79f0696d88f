"""What is kept of a session: its project, blocks for its next turn, events, verdicts; across processes and forks."""

from pathlib import Path

from memory.conftest import Open

from remora.memory import Memory
from remora.project import key_of
from remora.store import Store, journal
from remora_hookspecs import Block, Entry, Session, Turn

SHOP = "shop-0a1b2c3d"
SESSION = Session(id="s1", host="tests", project=SHOP)


def test_a_session_keeps_the_project_of_its_first_event(memory: Memory, reopen: Open, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first = memory.project_of(Session(id="s1", cwd=str(tmp_path / "one")))
    assert first == key_of(tmp_path / "one")
    later = Session(id="s1", cwd=str(tmp_path / "two"))
    assert memory.project_of(later) == first
    memory.flush()
    assert reopen().project_of(later) == first


def test_the_settings_name_the_project_of_hosts_without_a_folder(reopen: Open, tmp_path: Path) -> None:
    memory = reopen(project="crate")
    assert memory.project_of(Session(id="s1", cwd=str(tmp_path))) == "crate"
    assert memory.projects.at(tmp_path) == "crate"


def test_a_session_without_folder_or_with_the_reserved_name_has_no_project(memory: Memory) -> None:
    assert memory.project_of(Session(id="s1")) is None
    assert memory.project_of(Session(id="s2", project="global")) is None
    assert memory.project_of(Session(id="", cwd="/nowhere/at/all")) is None


def test_kept_blocks_are_handed_over_once_in_whatever_process(memory: Memory, reopen: Open) -> None:
    blocks = [
        Block(entries=(Entry(text="We agreed on Postgres.", note_id="abcd", detail="x"), Entry(text="And tabs."))),
        Block(entries=(Entry(text="second"),), source="other:plugin"),
    ]
    memory.keep_for_next_turn(SESSION, blocks)
    memory.flush()
    other = reopen()
    assert other.kept_for(Session(id="s2")) == ()
    assert list(other.kept_for(SESSION)) == blocks
    assert other.kept_for(SESSION) == ()
    other.flush()
    assert memory.kept_for(SESSION) == ()


def test_what_waits_in_the_spool_is_known_to_the_next_process(memory: Memory, reopen: Open, home: Path) -> None:
    note = memory.add("the staging database listens on port 6543", project=SHOP).note
    turn = Turn(session=SESSION, id="t1", text="which port does the staging database listen on?")
    assert reopen().recall_for(turn)
    other = Store.open(home)
    with other.write():
        memory.keep_for_next_turn(SESSION, [Block(entries=(Entry(text="We agreed on Postgres."),))])
        memory.mark_shown(SESSION, [note.id])
        assert not memory.flush(wait_ms=0)
        later = reopen()
        assert later.recall_for(turn) is None
        assert [block.entries[0].text for block in later.kept_for(SESSION)] == ["We agreed on Postgres."]
        assert not later.flush(wait_ms=0)
        assert reopen().kept_for(SESSION) == ()
    other.close()
    assert later.flush()
    assert reopen().kept_for(SESSION) == ()


def test_blocks_of_two_processes_are_each_handed_over_once(memory: Memory, reopen: Open) -> None:
    one, two = (Block(entries=(Entry(text=text),)) for text in ("one", "two"))
    other = reopen()
    memory.keep_for_next_turn(SESSION, [one])
    memory.flush()
    assert memory.kept_for(SESSION) == (one,)
    other.keep_for_next_turn(SESSION, [two])  # before the first process says what it handed over
    other.flush()
    memory.flush()
    assert memory.kept_for(SESSION) == (two,)


def test_a_turn_under_way_is_not_logged_by_the_end_of_anothers(memory: Memory) -> None:
    note = memory.add("the staging database listens on port 6543", project=SHOP).note
    other = Session(id="s2", host="tests", project=SHOP)
    assert memory.recall_for(Turn(session=SESSION, id="t1", text="which port does the staging database listen on?"))
    memory.flush(session=other)
    memory.mark_shown(SESSION, [note.id])
    memory.flush(session=SESSION)
    turn = memory.last_turn("s1")
    assert turn is not None
    assert turn.record["delivered"] == [note.id]


def test_an_event_counts_once_by_its_id_and_always_without_one(memory: Memory, home: Path) -> None:
    for _ in range(2):
        memory.journal(SESSION, "tool", {"command": "make"}, event_id="e1")
        memory.journal(SESSION, "tool", {"command": "ls"})
    memory.flush()
    store = Store.open(home)
    commands = [event.record["command"] for event in journal.since(store.read(), "s1")]
    store.close()
    assert sorted(map(str, commands)) == ["ls", "ls", "make"]


def test_verdicts_are_remembered_and_releases_asked(memory: Memory) -> None:
    note = memory.add("deploys need approval", project=SHOP).note
    assert memory.withheld.verdicts([note.id]) == {}
    memory.withheld.store_verdict(note.id, rules_version=3, digest="d", action="block", kind="role", rule="r1")
    memory.flush()
    stored = memory.withheld.verdicts([note.id, "unknown"])[note.id]
    assert (stored.rules_version, stored.digest, stored.action, stored.kind, stored.rule) == (
        3,
        "d",
        "block",
        "role",
        "r1",
    )
    assert memory.withheld.released([note.id]) == frozenset()
    assert memory.withheld.verdicts([]) == {}


def test_many_sessions_do_not_grow_the_process(memory: Memory) -> None:
    for number in range(600):
        memory.project_of(Session(id=f"s{number}", project=SHOP))
    memory.flush()
    assert memory.project_of(Session(id="s0")) == SHOP
    assert memory.stats().sessions == 600
