"""From the journal to lessons: each outcome once, whoever wrote it, in whatever order calls end."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remora import signals
from remora.learn.journal import outcome_record
from remora.learn.lessons import following
from remora.learn.lessons.following import Pair
from remora.store import Outbox, Store, lessons
from remora_hookspecs import Session, ToolCall, ToolResult

SHOP = "shop-0a1b2c3d"


@dataclass
class Journal:
    """Outcomes as wiring writes them, without the bus."""

    store: Store

    def __post_init__(self) -> None:
        self.outbox, self.written = Outbox(self.store), itertools.count()

    def note(
        self, session: str, command: str, *, code: int = 0, ran: bool = True, output: str = "", tool: str = "bash",
        project: str | None = SHOP, event: str = "", began: int | None = None, ended: int | None = None,
    ) -> None:  # fmt: skip
        call = ToolCall(session=Session(id=session), id=event, tool=tool, command=command or None)
        record = outcome_record(ToolResult(call=call, ran=ran, exit_code=code, output=output))
        record.update(process="p", began=began, ended=ended)
        self.outbox.put("session", id=session, project=project)
        name = event or f"call-{next(self.written)}"
        self.outbox.put("event", session=session, event="tool", event_id=name, record=record)
        assert self.outbox.flush(1_000)

    def learn(self) -> list[lessons.Lesson]:
        while following.follow(self.store, wait_ms=1_000):
            pass
        return list(lessons.all_lessons(self.store.read()))


@pytest.fixture
def journal(store: Store) -> Journal:
    return Journal(store)


@pytest.fixture
def pairs() -> Iterator[list[Pair]]:
    found: list[Pair] = []

    def paired(sender: object, pair: Pair) -> None:
        found.append(pair)

    with signals.lesson_paired.connected_to(paired):
        yield found


def test_a_failure_is_a_lesson_and_what_fixed_it_stands_with_it(journal: Journal) -> None:
    journal.note("s1", "make app", code=2, output="make: *** No rule to make target 'app'")
    journal.note("s1", "make configure && make app")
    (lesson,) = journal.learn()
    assert (lesson.kind, lesson.command, lesson.follow) == ("fix", "make app", "make configure && make app")
    assert (lesson.namespace, lesson.sessions, lesson.pairs) == (SHOP, 1, 1)
    assert lesson.error == "make: *** No rule to make target 'app'"


def test_reading_the_journal_again_teaches_nothing_twice(journal: Journal) -> None:
    journal.note("s1", "make app", code=2)
    before = journal.learn()
    assert following.follow(journal.store, wait_ms=1_000) == 0
    journal.note("s1", "make app", code=2, event="c1")
    journal.note("s1", "make app", code=2, event="c1")
    assert [(one.id, one.sessions) for one in journal.learn()] == [(before[0].id, 1)]


@pytest.mark.parametrize(
    "outcome",
    [{"ran": False}, {"code": 130}, {"output": "The user doesn't want to proceed with this tool use.", "code": 0}],
)
def test_a_call_that_did_not_run_teaches_nothing(journal: Journal, outcome: dict[str, object]) -> None:
    journal.note("s1", "make app", **{"code": 2, **outcome} if "ran" in outcome else outcome)  # type: ignore[arg-type]
    assert journal.learn() == []


def test_probes_and_tools_without_a_command_teach_nothing(journal: Journal) -> None:
    journal.note("s1", "grep TODO src", code=1)
    journal.note("s1", "", code=1, tool="Edit", output="Error: not read yet")
    assert journal.learn() == []


def test_a_failure_behind_or_true_is_seen_by_its_text(journal: Journal) -> None:
    journal.note("s1", "npm test || true", output="npm ERR! Test failed.")
    assert [lesson.command for lesson in journal.learn()] == ["npm test || true"]


def test_a_session_without_a_project_teaches_nothing(journal: Journal) -> None:
    journal.note("s1", "make app", code=2, project=None)
    assert journal.learn() == []


def test_the_same_command_passing_later_settles_the_lesson(journal: Journal) -> None:
    journal.note("s1", "mix test", code=1)
    journal.note("s1", "", tool="Edit")
    journal.note("s1", "mix test")
    (lesson,) = journal.learn()
    assert lesson.kind == "alone"
    assert lesson.resolved_at is not None
    journal.note("s2", "mix test", code=1)
    (lesson,) = journal.learn()
    assert (lesson.resolved_at, lesson.sessions) == (None, 2)


def test_success_elsewhere_speaks_against_a_lesson_and_a_new_failure_takes_that_back(journal: Journal) -> None:
    journal.note("s1", "make app", code=2)
    journal.note("s2", "make app")
    journal.note("s2", "make app")
    assert [one.passes for one in journal.learn()] == [1]
    journal.note("s3", "make app", code=2)
    assert [(one.passes, one.sessions) for one in journal.learn()] == [(0, 2)]


def test_a_pair_seen_in_a_second_session_counts_double(journal: Journal) -> None:
    for session in ("s1", "s2"):
        journal.note(session, "make app", code=2)
        journal.note(session, "make configure && make app")
    assert [(one.sessions, one.pairs) for one in journal.learn()] == [(2, 2)]


def test_a_fix_that_fails_elsewhere_is_less_than_a_fix(journal: Journal) -> None:
    journal.note("s1", "gcc main.c -o app", code=1)
    journal.note("s1", "gcc main.c -o app -lm")
    journal.note("s2", "gcc main.c -o app -lm", code=1)
    kinds = {one.command: one.kind for one in journal.learn()}
    assert kinds["gcc main.c -o app"] == "tried_next"
    journal.note("s3", "gcc main.c -o app -lm", code=1)
    kinds = {one.command: one.kind for one in journal.learn()}
    assert kinds["gcc main.c -o app"] == "alone"


def test_a_forgotten_lesson_is_not_brought_back_by_the_same_failure(journal: Journal) -> None:
    journal.note("s1", "make app", code=2)
    (lesson,) = journal.learn()
    with journal.store.write() as db:
        lessons.forget(db, lesson.row, 5)
    journal.note("s2", "make app", code=2)
    assert [one.forgotten_at for one in journal.learn()] == [5]


def test_secrets_are_masked_before_anything_is_stored(journal: Journal) -> None:
    token = "ghp_" + "a1B2" * 9
    journal.note("s1", f"curl -H 'Authorization: token {token}' x.sh", code=22, output=f"error: token {token} denied")
    journal.note("s1", f"sudo curl -H 'Authorization: token {token}' x.sh")
    journal.learn()
    journal.store.close()
    for file in journal.store.home.rglob("*"):
        assert not file.is_file() or token.encode() not in file.read_bytes(), file


def test_two_projects_do_not_share_lessons(journal: Journal) -> None:
    journal.note("s1", "make app", code=2)
    journal.note("s2", "make app", code=2, project="blog-99887766")
    assert sorted((one.namespace, one.sessions) for one in journal.learn()) == [("blog-99887766", 1), (SHOP, 1)]


def test_lessons_are_bounded_and_the_oldest_go(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("remora.store.lessons.KEEP", 5)
    for number in range(12):
        journal.store.clock.now += 1  # type: ignore[attr-defined]
        journal.note("s1", f"make part{number}", code=2)
    assert [one.command for one in journal.learn()] == [f"make part{number}" for number in range(7, 12)]


# Interleavings. Each lane is one session and tool: a failure, then its fix or other work. Calls of lanes overlap in any
# way; within a lane one call ends before the next begins, as an agent's do.

LANES = [("s1", "bash"), ("s1", "terminal"), ("s2", "bash"), ("s2", "terminal")]
STEPS = st.lists(st.sampled_from(["fail", "fix", "other", "denied"]), min_size=1, max_size=5)


def commands_of(lane: int, steps: list[str]) -> list[tuple[str, int, bool]]:
    """(command, exit code, ran) of a lane's steps."""
    target = "make everything"  # the same in all lanes: only session and tool keep them apart
    said = {
        "fail": (f"{target}", 2, True),
        "fix": (f"make lane{lane} && {target}", 0, True),
        "other": (f"cp a{lane} b{lane}", 0, True),
        "denied": (f"make lane{lane} && {target}", 0, False),
    }
    return [said[step] for step in steps]


def reference(steps: list[str]) -> list[tuple[int, int]]:
    """Of one lane alone: each failure with the first fix behind it, if it comes within six attempts."""
    ran = [(place, step) for place, step in enumerate(steps) if step != "denied"]
    found = []
    for at, (place, step) in enumerate(ran):
        fixes = [other for other, what in ran[at + 1 : at + 7] if what == "fix"]
        if step == "fail" and fixes:
            found.append((place, fixes[0]))
    return found


@settings(max_examples=60, deadline=None)
@given(lanes=st.tuples(STEPS, STEPS, STEPS, STEPS), data=st.data())
def test_any_interleaving_of_tools_and_sessions_pairs_each_lane_with_itself(
    lanes: tuple[list[str], ...], data: st.DataObject
) -> None:
    events = [(lane, place, edge) for lane, steps in enumerate(lanes) for place in range(len(steps)) for edge in (0, 1)]
    left = {lane: [event for event in events if event[0] == lane] for lane in range(len(lanes))}
    found: set[tuple[str, str]] = set()

    def paired(sender: object, pair: Pair) -> None:
        found.add((pair.failed, pair.followed))

    with TemporaryDirectory() as folder, signals.lesson_paired.connected_to(paired):
        store = Store.open(Path(folder), clock=lambda: 1_000)
        journal = Journal(store)
        began: dict[tuple[int, int], int] = {}
        for count in range(len(events)):
            lane = data.draw(st.sampled_from([each for each, rest in left.items() if rest]))
            _, place, edge = left[lane].pop(0)
            if edge == 0:
                began[lane, place] = count
                continue
            command, code, ran = commands_of(lane, lanes[lane])[place]
            session, tool = LANES[lane]
            journal.note(
                session, command, code=code, ran=ran, tool=tool, event=f"{lane}-{place}",
                began=began[lane, place], ended=count,
            )  # fmt: skip
            if data.draw(st.booleans()):
                journal.learn()
        journal.learn()
        store.close()
    wanted = {
        (f"{lane}-{failed}", f"{lane}-{fixed}")
        for lane, steps in enumerate(lanes)
        for failed, fixed in reference(steps)
    }
    assert found == wanted


@settings(max_examples=30, deadline=None)
@given(began=st.integers(0, 9))
def test_a_call_that_ran_beside_the_failure_is_no_answer(began: int) -> None:
    found: list[Pair] = []

    def paired(sender: object, pair: Pair) -> None:
        found.append(pair)

    with TemporaryDirectory() as folder, signals.lesson_paired.connected_to(paired):
        store = Store.open(Path(folder), clock=lambda: 1_000)
        journal = Journal(store)
        journal.note("s1", "make app", code=2, event="f", began=0, ended=5)
        journal.note("s1", "make configure && make app", event="g", began=began, ended=10)
        journal.learn()
        store.close()
    assert bool(found) == (began > 5)
