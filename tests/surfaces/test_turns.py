"""`why --turn`: this project's newest turn, others only where they are asked for."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from remora.settings import load
from remora.store import turnlog
from remora.wiring import build
from remora_hookspecs import Session, Turn

ASKED = "Is the Deploy of TypeScript services ready?"
FACT = "The staging database listens on port 6543"
QUESTION = "which port does the staging database use?"


def turn_in(folder: Path, home: Path, session: str, text: str = QUESTION) -> None:
    opened = build(load(home=home, environ={}), host="tests")
    opened.bus.context(Turn(session=Session(id=session, cwd=str(folder)), id="1", text=text))
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


def test_the_words_that_count_are_told_as_they_were_written(
    remora: Any, stored: Any, project: Path, tmp_path: Path
) -> None:
    stored("TypeScript services are deployed by ops/ship.sh")
    turn_in(project, tmp_path / "home", "here", ASKED)
    out = remora("why", "--turn").out
    assert "words that count: Deploy, TypeScript, Type, Script, services, ready;" in out
    assert re.search(r"Deploy,\s+TypeScript,\s+Type,\s+Script,\s+services\b", out.split("words it holds")[1])
    assert "deploi" not in out
    asked = remora("explain", ASKED).out
    assert "Deploy (1), TypeScript (1), Type (1), Script (1), services (1), ready (0)" in asked
    document = remora("why", "--turn", "--json").document["turn"]
    assert document["content_words"][0] == "deploi"
    assert document["written"]["deploi"] == "Deploy"


def test_the_log_keeps_no_words_for_it_and_tells_terms_where_the_question_is_not_kept(
    remora: Any, project: Path, tmp_path: Path
) -> None:
    turn_in(project, tmp_path / "home", "here", ASKED + " " + "." * turnlog.QUERY_CHARS + " unreadable readings")
    with closing(sqlite3.connect(tmp_path / "home" / "memory.db")) as db, db:
        ((query, record),) = db.execute("SELECT query, record FROM turn_log").fetchall()
    assert "unreadable" not in query + record
    assert "written" not in json.loads(record)
    out = remora("why", "--turn").out
    assert "services, ready, unread, read;" in out  # the first are in the part that is kept


@pytest.mark.parametrize("lost", ["UPDATE turn_log SET query = ''", "UPDATE turn_log SET record = '{}'"])
def test_a_row_that_lacks_the_question_or_the_words_is_told_all_the_same(
    remora: Any, project: Path, tmp_path: Path, lost: str
) -> None:
    turn_in(project, tmp_path / "home", "here", ASKED)
    with closing(sqlite3.connect(tmp_path / "home" / "memory.db")) as db, db:
        db.execute(lost)
    outcome = remora("why", "--turn", "--all")
    assert outcome.code == 0
    assert ("words that count: deploi," if "query" in lost else "words that count: none") in outcome.out
