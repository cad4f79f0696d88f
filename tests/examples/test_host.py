"""The host in thirty lines, run as a process of its own, as a reader would run it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from children import environment

from remora.surfaces.cli.main import main

HERE = Path(__file__).parent
HOST = HERE.parents[1] / "examples" / "host.py"
UNRELATED = (HERE / "unrelated_turns.txt").read_text(encoding="utf-8")
RELATED = (HERE / "related_turns.txt").read_text(encoding="utf-8")
ENTRY = re.compile(r"^- .*\[([0-9a-z]{8})\]", re.MULTILINE)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home that holds the notes of one project, `tmp_path/project`."""
    (tmp_path / "project").mkdir()
    home = tmp_path / "home"
    notes, folder = str(HERE / "notes.md"), str(tmp_path / "project")
    assert main(["import", notes, "--project", folder, "--home", str(home), "--json"]) == 0
    return home


def run(
    home: Path, turns: str, *, folder: Path | None = None, lines: list[str] | None = None, **variables: str
) -> list[tuple[str, list[str]]]:
    """Each turn with the ids of the notes it was shown. The host must end with 0 and say nothing on its way.

    `lines`: those of the turns that are printed, where some are not.
    """
    done = subprocess.run(
        [sys.executable, HOST],
        input=turns, capture_output=True, text=True, cwd=folder or home.parent / "project", timeout=60,
        env=environment(REMORA_HOME=str(home), **variables),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    parts, rest = [], done.stdout
    for turn in lines or turns.splitlines():
        _, _, rest = rest.partition(turn + "\n")
        parts.append((turn, rest))
    bounds = [len(rest) for _, rest in parts[1:]] + [0]
    return [(turn, ENTRY.findall(rest[: len(rest) - end])) for (turn, rest), end in zip(parts, bounds, strict=True)]


def test_it_is_thirty_lines_long() -> None:
    assert len(HOST.read_text(encoding="utf-8").splitlines()) <= 30


@pytest.mark.parametrize(("level", "most"), [("low", 1), ("default", 3), ("high", 5), ("max", 8)])
def test_related_turns_are_shown_some_notes_and_no_more_than_the_level_allows(
    home: Path, level: str, most: int
) -> None:
    shown = run(home, RELATED, REMORA_LEVEL=level)

    first_time = shown[:-1]  # the last turn repeats the first, and may be shown what did not fit then
    assert all(1 <= len(notes) <= most for _, notes in first_time), first_time
    assert max(len(notes) for _, notes in shown) == most
    every = [note for _, notes in shown for note in notes]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("level", ["low", "default", "high", "max"])
def test_unrelated_turns_are_shown_nothing(home: Path, level: str) -> None:
    shown = run(home, UNRELATED, REMORA_LEVEL=level)

    assert len(shown) == 10
    assert [turn for turn, notes in shown if notes] == []


COMPACTED = """\
Which port does the staging database listen on?
Thanks.
/compact We looked for the port of the staging database. The rest of the work goes on tomorrow.
Thanks, go on.
Thanks again.
"""


@pytest.mark.parametrize(("variables", "back"), [({"REMORA_LEVEL": "high"}, True), ({"REMORA_RESEARCH": "1"}, True),
                                                 ({}, False)])  # fmt: skip
def test_what_a_compaction_dropped_is_back_in_the_next_turn_where_that_is_on(
    home: Path, variables: dict[str, str], back: bool
) -> None:
    turns = [line for line in COMPACTED.splitlines() if not line.startswith("/")]
    done = run(home, COMPACTED, lines=turns, REMORA_EMBEDDER="none", **variables)

    (_, asked), (_, before), (_, after), (_, later) = done
    assert asked
    assert before == later == []
    assert (set(asked) & set(after) != set()) is back


def test_the_model_can_remember_and_the_next_session_knows(home: Path) -> None:
    run(home, "!The billing service is written in Rust\n")

    ((_, notes),) = run(home, "Which language is the billing service written in?\n")

    assert len(notes) == 1


def test_another_project_is_shown_nothing_of_it(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()

    assert [notes for _, notes in run(home, RELATED, folder=other) if notes] == []


@pytest.mark.parametrize(
    "trouble", ["a file in the way", "a foreign file", "a folder in its place", "bad settings", "no home"]
)
def test_without_a_usable_home_it_goes_on_without_memory(trouble: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    variables = {}
    if trouble == "a file in the way":
        home.write_text("not a folder", encoding="utf-8")
    elif trouble == "no home":
        home = Path("/proc/nowhere/home")
    else:
        home.mkdir()
    if trouble == "a foreign file":
        (home / "memory.db").write_text("my shopping list", encoding="utf-8")
    if trouble == "a folder in its place":
        (home / "memory.db").mkdir()
    if trouble == "bad settings":
        variables["REMORA_LEVEL"] = "enormous"

    assert [notes for _, notes in run(home, RELATED, folder=tmp_path, **variables) if notes] == []


def test_a_home_that_cannot_be_written_costs_the_memory_alone(home: Path) -> None:
    """Somebody else's home where the tests run as root, whom no permission stops; a read-only one elsewhere."""
    everything = [home, *home.rglob("*")]
    for path in everything:
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
        else:
            path.chmod(0o500 if path.is_dir() else 0o400)
    before = {path: path.stat().st_mtime_ns for path in everything}

    shown = run(home, RELATED)

    home.chmod(0o700)
    assert [notes for _, notes in shown if notes] == []
    assert {path: path.stat().st_mtime_ns for path in [home, *home.rglob("*")]} == before
