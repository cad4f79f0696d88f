"""When capture happens: at boundaries alone, once for what was said, for people's sessions, and only where it is on."""

from pathlib import Path

import pytest
from learn.capture.making import PATIENCE, SHOP, Host, Model, Row, facts, opened, repeating, texts

from remora.capture import MOST_REST_MS, QUIET_MS, REST_MS, SILENT
from remora.learn.capture.recipe import TRIES, capture
from remora.scan import scan
from remora.settings import load
from remora.wiring import build
from remora_hookspecs import Compaction, Session, Turn, hookimpl

PORT = "The staging database listens on port 5433."
LINT = "Everything is formatted with ruff before a commit."
FIVE_MINUTES = QUIET_MS + 1_000


def later(riding, milliseconds: int) -> None:
    now = riding.store.clock
    riding.store.clock = lambda: now() + milliseconds


@pytest.fixture
def model() -> Model:
    return Model(repeating)


@pytest.fixture
def riding(tmp_path: Path, model: Model):
    made = opened(tmp_path / "home", model)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("boundary", "trigger"), [("compact", "capture:before_compact"), ("shutdown", "capture:shutdown")]
)
def test_a_boundary_turns_what_was_said_into_notes(boundary: str, trigger: str, riding) -> None:
    host = Host(riding, "one")
    host.turn(PORT)
    getattr(host, boundary)()
    (note,) = riding.memory.listing(project=SHOP)
    assert note.text == PORT
    assert (note.provenance.trigger, note.provenance.session_id, note.provenance.host) == (trigger, "one", "tests")
    captured = riding.memory.why(note.id).history[-1]
    assert captured.what == "captured"
    assert captured.detail["quote"] == PORT
    assert captured.detail["said_by"] == "user"


def test_however_often_a_boundary_comes_the_model_is_asked_once_for_what_was_said(riding, model: Model) -> None:
    host = Host(riding, "one")
    host.turn(PORT)
    for _ in range(5):
        host.compact()
        host.shutdown()
    assert len(model.prompts) == 1
    host.turn(LINT)
    host.shutdown()
    assert len(model.prompts) == 2
    assert PORT not in model.prompts[1]
    assert texts(riding) == sorted([PORT, LINT])


def test_an_empty_journal_asks_nobody(riding, model: Model) -> None:
    host = Host(riding, "one")
    host.compact()
    host.shutdown()
    assert model.prompts == []
    assert texts(riding) == []


@pytest.mark.parametrize("role", ["subagent", "scheduled", "review"])
def test_what_a_host_does_by_itself_is_not_captured(role: str, riding, model: Model) -> None:
    host = Host(riding, "one", role=role)
    host.turn(PORT)
    host.compact()
    host.shutdown()
    later(riding, FIVE_MINUTES)
    Host(riding, "two")
    assert riding.memory.capture.settle(PATIENCE)
    assert model.prompts == []


def test_a_session_that_ended_silently_is_captured_when_the_next_begins(tmp_path: Path, model: Model) -> None:
    first = opened(tmp_path / "home")
    Host(first, "one").turn(PORT)
    first.close()
    riding = opened(tmp_path / "home", model)
    Host(riding, "two")
    assert riding.memory.capture.settle(PATIENCE)
    assert model.prompts == []  # it may still be going on, in a process of its own
    later(riding, FIVE_MINUTES)
    Host(riding, "three")
    assert riding.memory.capture.settle(PATIENCE)
    (note,) = riding.memory.listing(project=SHOP)
    assert (note.text, note.provenance.trigger) == (PORT, "capture:session_start")
    assert note.provenance.session_id == "one"
    riding.close()


def test_a_shutdown_without_a_model_is_made_up_for_at_the_next_start(tmp_path: Path, model: Model) -> None:
    first = opened(tmp_path / "home")
    host = Host(first, "one")
    host.turn(PORT)
    host.shutdown()
    assert texts(first) == []
    first.close()
    riding = opened(tmp_path / "home", model)
    Host(riding, "two")
    assert riding.memory.capture.settle(PATIENCE)
    (note,) = riding.memory.listing(project=SHOP)
    assert (note.text, note.provenance.trigger) == (PORT, "capture:shutdown")
    riding.close()


def test_one_start_makes_up_for_few_sessions_and_the_next_for_the_others(tmp_path: Path, model: Model) -> None:
    first = opened(tmp_path / "home")
    for number in range(SILENT + 2):
        Host(first, f"s{number}").turn(f"Region {number} is served from the data centre {number}.")
    first.close()
    riding = opened(tmp_path / "home", model)
    later(riding, FIVE_MINUTES)
    Host(riding, "next")
    assert riding.memory.capture.settle(PATIENCE)
    assert len(model.prompts) == SILENT
    Host(riding, "after")
    assert riding.memory.capture.settle(PATIENCE)
    assert len(model.prompts) == SILENT + 2
    riding.close()


def test_commands_alone_are_no_words_to_make_up_for(tmp_path: Path, model: Model) -> None:
    first = opened(tmp_path / "home", capture=False)
    host = Host(first, "one")
    host.tool("make deploy", 2, "make: no rule")
    host.turn(PORT)
    first.close()
    riding = opened(tmp_path / "home", model)
    later(riding, FIVE_MINUTES)
    Host(riding, "two")
    assert riding.memory.capture.settle(PATIENCE)
    assert model.prompts == []
    riding.close()


def test_it_is_off_by_default_and_then_keeps_no_word(tmp_path: Path, model: Model) -> None:
    settings = load(home=tmp_path / "home", environ={}, explicit={"embedder": "none"})
    riding = build(settings, host="tests")
    riding.bus.register(model, "test:model")
    host = Host(riding, "one")
    host.turn(PORT, LINT, messages=(("user", LINT),))
    host.compact()
    host.shutdown()
    assert model.prompts == []
    assert riding.memory.events("one") == ()
    assert texts(riding) == []
    riding.close()


@pytest.mark.parametrize("level", ["high", "max"])
def test_the_higher_levels_turn_it_on_and_a_switch_turns_it_off_again(level: str, tmp_path: Path) -> None:
    assert load(home=tmp_path, environ={}, explicit={"level": level}).capture
    assert not load(home=tmp_path, environ={}, explicit={"level": level, "autoCapture": False}).capture


def test_nothing_happens_in_a_turn(tmp_path: Path, model: Model, monkeypatch, capsys) -> None:
    monkeypatch.setenv("REMORA_TRACE", "1")
    riding = opened(tmp_path / "home", model)
    host = Host(riding, "one")
    host.turn(PORT, LINT)
    host.tool("make", 2, "error: no rule")
    told = capsys.readouterr().err
    boundaries = {line.split(":")[1].strip() for line in told.splitlines() if line.startswith("remora:   ")}
    assert not any("remora:capture" in line or "remora:research" in line for line in told.splitlines()
                   if not line.startswith("remora:   session_"))  # fmt: skip
    assert any(name.startswith("context remora") for name in boundaries)
    assert model.prompts == []
    host.compact()
    assert "session_compact remora:capture: None" in capsys.readouterr().err
    riding.close()


def test_what_the_model_sets_off_is_not_captured_and_asks_nobody(tmp_path: Path) -> None:
    riding = opened(tmp_path / "home")
    session = Session(id="inner", project=SHOP)

    class Nested:
        """A cheap model that is itself an agent with our hooks in it."""

        asked = 0

        @hookimpl
        def cheap_query(self, prompt: str) -> str:
            Nested.asked += 1
            riding.bus.session_start(session)
            riding.bus.turn_end(Turn(session=session, id="1", text=LINT), LINT)
            riding.bus.session_compact(Compaction(session=session, phase="before"))
            riding.bus.session_shutdown(session)
            assert riding.bus.cheap_query("and again", timeout_ms=1_000) is None
            return repeating([{"n": 1, "text": PORT}])

    riding.bus.register(Nested(), "test:nested")
    host = Host(riding, "one")
    host.turn(PORT)
    host.shutdown()
    assert Nested.asked == 1
    assert riding.memory.events("inner") == ()
    assert texts(riding) == [PORT]
    riding.close()


def test_an_answer_that_nobody_can_read_is_asked_for_a_few_times(tmp_path: Path) -> None:
    model = Model(lambda rows: "I would rather talk about fish.")
    riding = opened(tmp_path / "home", model)
    host = Host(riding, "one")
    host.turn(PORT)
    for _ in range(TRIES + 2):
        host.compact()
    assert len(model.prompts) == TRIES
    riding.close()


def test_a_model_that_was_away_is_asked_again(tmp_path: Path) -> None:
    answers: list[str | None] = [None] * (TRIES + 2)
    model = Model(lambda rows: answers.pop() if answers else repeating(rows))
    riding = opened(tmp_path / "home", model)
    host = Host(riding, "one")
    host.turn(PORT)
    for _ in range(TRIES + 3):
        host.compact()
    assert texts(riding) == [PORT]
    riding.close()


MINUTE = 60_000


def quiet(home: Path, model: Model, **said: str):
    """A memory with sessions that ended silently, in a process whose clock a test moves."""
    riding = opened(home, model)
    now = riding.store.clock()
    riding.store.clock = lambda: now
    for name, text in said.items():
        Host(riding, name).turn(text)
    assert riding.memory.capture.settle(PATIENCE)
    moved = now + FIVE_MINUTES
    riding.store.clock = lambda: moved
    return riding


def looks(riding, minutes: int) -> None:
    """The resident process's look at what waits, once a minute."""
    for _ in range(minutes):
        now = riding.store.clock() + MINUTE
        riding.store.clock = lambda now=now: now
        riding.memory.capture.begun(Session(id=""))
        assert riding.memory.capture.settle(PATIENCE)


def test_a_model_that_is_away_is_not_looked_for_every_minute(tmp_path: Path) -> None:
    model = Model(lambda rows: None)
    riding = quiet(tmp_path / "home", model, one=PORT, two=PORT, three=PORT)
    looks(riding, 1)
    assert len(model.prompts) == 3
    looks(riding, REST_MS // MINUTE - 1)
    assert len(model.prompts) == 3
    looks(riding, 1)
    assert len(model.prompts) == 6
    looks(riding, 2 * REST_MS // MINUTE - 1)
    assert len(model.prompts) == 6  # twice as long
    looks(riding, 24 * 60)
    assert len(model.prompts) < 50  # what a day may cost
    model.writes = repeating
    looks(riding, MOST_REST_MS // MINUTE)
    assert texts(riding) == [PORT]
    riding.close()


def test_a_session_that_begins_looks_for_it_all_the_same_and_once_it_answers_all_are_caught_up_with(
    tmp_path: Path,
) -> None:
    model = Model(lambda rows: None)
    riding = quiet(tmp_path / "home", model, one=PORT, two=LINT)
    looks(riding, 1)
    asked = len(model.prompts)
    Host(riding, "three")
    assert riding.memory.capture.settle(PATIENCE)
    assert len(model.prompts) == asked + 1  # one of those that wait, to see whether there is a model again
    model.writes = repeating
    Host(riding, "four")
    assert riding.memory.capture.settle(PATIENCE)
    looks(riding, 1)
    assert texts(riding) == sorted([PORT, LINT])
    riding.close()


def test_a_long_session_is_read_piece_by_piece_and_nothing_of_it_is_skipped(tmp_path: Path) -> None:
    def last_words(rows: list[Row]) -> str:
        found = [row for row in rows if "listens on port" in row["text"]]
        return facts({"text": row["text"][-60:].strip(), "n": row["n"], "quote": row["text"][-40:]} for row in found)

    model = Model(last_words)
    riding = opened(tmp_path / "home", model)
    host = Host(riding, "one")
    ports = [f"Service number {number} listens on port {5000 + number}." for number in range(30)]
    for port in ports:
        host.turn("blah " * 700 + "\n" + port)
    for _ in range(4):
        host.compact()
    assert len(model.prompts) > 1
    assert max(map(len, model.prompts)) < 60_000
    assert len(texts(riding)) == 30
    riding.close()


def test_a_boundary_counts_though_its_mark_is_not_written_yet(riding) -> None:
    Host(riding, "one").turn(PORT)
    cheap = riding.memory.cheap
    done = capture(
        riding.store, "one", ask=cheap.ask, readable=lambda lines: cheap.readable(lines, exit="capture"), judge=scan,
        trigger="capture:shutdown",
    )  # fmt: skip
    assert [fact.note.provenance.trigger for fact in done.facts if fact.note] == ["capture:shutdown"]


def test_purging_a_captured_note_takes_the_words_it_came_from_along(tmp_path: Path) -> None:
    said = "By the way, port 5433 is where the staging database is listening nowadays."
    model = Model(lambda rows: facts([{"text": PORT, "n": 1, "quote": rows[0]["text"]}]))
    riding = opened(tmp_path / "home", model)
    host = Host(riding, "one")
    host.turn(said)
    host.turn("Something else that was said.")
    host.shutdown()
    (note,) = riding.memory.listing(project=SHOP)
    riding.memory.purge([note.id])
    assert [event.record["text"] for event in riding.memory.events("one")] == ["Something else that was said."]
    riding.close()


def test_two_processes_at_one_session_capture_it_once(tmp_path: Path, model: Model) -> None:
    riding, other = opened(tmp_path / "home", model), opened(tmp_path / "home")
    inner: list[int] = []

    class Slow:
        @hookimpl
        def cheap_query(self, prompt: str) -> str | None:
            (done,) = other.memory.capture.now()[:1] or (None,)
            inner.append(0 if done is None else 1)
            return None

    riding.bus.register(Slow(), "test:slow")
    host = Host(riding, "one")
    host.turn(PORT)
    host.shutdown()
    assert inner == [0]
    assert texts(riding) == [PORT]
    riding.close()
    other.close()
