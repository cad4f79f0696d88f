"""The demo: two recorded sessions through the real bus, in a home of their own."""

import json
import re
import socket
import tempfile
from pathlib import Path
from typing import Any

import pytest

from remora.surfaces.cli.replay import recording
from remora.surfaces.cli.script import SESSION_ONE, SESSION_TWO


@pytest.fixture
def sessions(remora: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What both sessions' turns were shown, as the demo's document tells it, with the bundled model."""
    monkeypatch.setenv("REMORA_EMBEDDER", "minilm")
    outcome = remora("demo", "--home", str(tmp_path / "demo"), "--json")
    assert outcome.code == 0, outcome
    found: list[dict[str, Any]] = outcome.document["sessions"]
    return found


def test_session_two_is_shown_what_session_one_learned(sessions: list[dict[str, Any]]) -> None:
    injected = {turn["user"]: turn["injected"] for turn in sessions[1]["turns"]}

    assert "bd ready" in injected["Which issues are ready to work on?"]
    assert "mix credo --strict" in injected["Commit this; what must pass before?"]
    assert "lazy_html" in injected["Now write the LiveView tests."]
    assert "--set-upstream" in injected["Get this new branch onto the git server."]


def test_turns_that_no_note_is_about_are_shown_nothing(sessions: list[dict[str, Any]]) -> None:
    silent = [turn["user"] for turn in sessions[1]["turns"] if not turn["injected"]]

    assert silent == [turn.text for turn in SESSION_TWO if turn.expect.startswith("nothing")]


def test_without_a_model_all_is_shown_but_what_takes_meaning(remora: Any) -> None:
    turns = remora("demo", "--json").document["sessions"][1]["turns"]
    silent = [turn["user"] for turn in turns if not turn["injected"]]

    assert silent == [turn.text for turn in SESSION_TWO if turn.expect.startswith(("nothing", "by meaning"))]
    assert len([turn for turn in turns if turn["injected"]]) == 3


def test_no_note_is_shown_twice_in_a_session(sessions: list[dict[str, Any]]) -> None:
    for session in sessions:
        shown = [note for turn in session["turns"] for note in turn["shown"]]
        assert len(shown) == len(set(shown))


def test_every_lesson_is_stored_by_the_memory_tool(sessions: list[dict[str, Any]], remora: Any, tmp_path: Path) -> None:
    lessons = [lesson.text for turn in SESSION_ONE for lesson in turn.lessons]
    written = [text for turn in sessions[0]["turns"] for ran in turn["commands"] for text in ran["remembered"]]
    notes = remora("list", "--all", "--home", str(tmp_path / "demo"), "--json").document["notes"]

    assert written == lessons
    assert sorted(note["text"] for note in notes) == sorted(lessons)
    assert all(note["provenance"]["session_id"].startswith("web-app.258c7280") for note in notes)


def test_people_are_told_whose_words_the_turns_are(remora: Any) -> None:
    told = remora("demo")

    assert told.code == 0
    assert "The recordings hold no user turns: the turns are\nwritten by us" in told.out
    assert "marot/spotter, MIT" in told.out


def test_nothing_stays_behind_without_a_home(remora: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = set(tmp_path.iterdir())

    assert remora("demo", "--json").document["home"] is None

    assert set(tmp_path.iterdir()) == before
    told = remora("demo").out
    assert str(tmp_path) not in told
    assert "5 notes in a home that goes with the demo" in told


def test_the_network_is_not_used(remora: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the demo opened a connection")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)

    assert remora("demo").code == 0


def test_it_can_be_run_twice_in_one_home(remora: Any, tmp_path: Path) -> None:
    first, second = (remora("demo", "--home", str(tmp_path / "demo"), "--json").document for _ in range(2))

    assert len(first["notes"]) == len(second["notes"])
    ids = {turn["session"] for run in (first, second) for part in run["sessions"] for turn in part["turns"]}
    assert len(ids) == 4


def test_a_second_run_says_what_the_first_left(remora: Any, tmp_path: Path) -> None:
    first, second = (remora("demo", "--home", str(tmp_path / "demo")).out for _ in range(2))

    assert "Session one: memory is empty" in first
    assert "Session one: memory holds 5 notes of an earlier run" in second
    assert f"What the store holds: 5 notes in {tmp_path / 'demo'}" in second


@pytest.mark.parametrize(("name", "script"), [("session_one", SESSION_ONE), ("session_two", SESSION_TWO)])
def test_turns_and_lessons_stand_beside_recorded_rows_in_their_order(name: str, script: Any) -> None:
    rows = recording(name)
    told = [seq for turn in script for seq in turn.rows]

    assert told == sorted(set(told))
    assert set(told) == set(rows)
    for turn in script:
        assert {lesson.after for lesson in turn.lessons} <= set(turn.rows)


def test_the_recordings_come_with_their_licence_and_without_names() -> None:
    from importlib.resources import files

    folder = files("remora.surfaces.cli") / "recorded"
    assert "MIT License" in (folder / "LICENSE").read_text(encoding="utf-8")
    for name in ("session_one", "session_two"):
        text = json.dumps(list(recording(name).values()))
        assert re.search(r"[\w.]+@(?!example\.com)[\w-]+\.\w+|/home/(?!user/)\w+", text) is None
