"""`why --turn`: this project's newest turn, others only where they are asked for."""

from pathlib import Path
from typing import Any

import pytest

from remora.settings import load
from remora.wiring import build
from remora_hookspecs import Session, Turn

FACT = "The staging database listens on port 6543"
QUESTION = "which port does the staging database use?"


def turn_in(folder: Path, home: Path, session: str) -> None:
    opened = build(load(home=home, environ={}), host="tests")
    opened.bus.context(Turn(session=Session(id=session, cwd=str(folder)), id="1", text=QUESTION))
    opened.close()


@pytest.fixture
def elsewhere(project: Path, tmp_path: Path) -> Path:
    """Another project, whose session had the newer turn; this one's was `here`."""
    other = tmp_path / "other"
    other.mkdir()
    turn_in(project, tmp_path / "home", "here")
    turn_in(other, tmp_path / "home", "there")
    return other


def test_the_newest_turn_of_this_project_is_told(remora: Any, elsewhere: Path) -> None:
    def told(*arguments: str) -> str:
        turn = remora("why", "--turn", *arguments, "--json").document["turn"]
        return str(turn["session"])

    assert told() == "here"
    assert told("--project", str(elsewhere)) == "there"
    assert told("--all") == "there"
    assert told("--session", "there") == "there"


def test_a_project_without_turns_says_so(remora: Any, elsewhere: Path, tmp_path: Path) -> None:
    third = tmp_path / "third"
    third.mkdir()
    outcome = remora("why", "--turn", "--project", str(third), "--json")
    assert outcome.document == {"turn": None}
    assert "No turn of this project" in outcome.err


@pytest.mark.parametrize("extra", [("--session", "here"), ("--all",)])
def test_what_chooses_a_turn_is_refused_beside_a_note(remora: Any, stored: Any, extra: tuple[str, ...]) -> None:
    outcome = remora("why", stored(FACT)["id"], *extra)
    assert outcome.code == 2
    assert "a note's id was given" in outcome.err


def test_one_session_and_all_projects_are_two_things(remora: Any) -> None:
    assert remora("why", "--turn", "--all", "--session", "x").code == 2
