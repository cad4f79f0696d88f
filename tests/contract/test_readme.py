"""The README's commands do what it says they print, and its first code comes early."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from children import environment

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
INSTALL_AND_DEMO = "python3 -m venv .venv && .venv/bin/pip install '.[minilm]' && .venv/bin/remora demo"
INSTALL_AND_TEST = ".venv/bin/pip install -e '.[dev]' && .venv/bin/pytest"
WORDS_BEFORE_CODE = 95  # a reader decides within half a minute


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCK.findall(README) if name == language]


def commands(console: str) -> list[tuple[str, list[str]]]:
    """Each command of a console block with the lines that it is said to print."""
    found: list[tuple[str, list[str]]] = []
    for line in console.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def steady(line: str) -> str:
    """The line without what differs from run to run: ids, times, durations, and the padding they cause."""
    line = re.sub(r"\b[a-z2-7]{8}\b(?=  )", "ID", line)
    line = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "TIME", line)
    return re.sub(r"\d+(\.\d+)? ms", "MS", line)


def test_the_first_code_comes_early_and_runs_the_demo() -> None:
    before, _, _ = README.partition("```")
    assert len(before.split()) <= WORDS_BEFORE_CODE
    assert blocks("sh")[0].strip() == INSTALL_AND_DEMO


def test_the_second_command_runs_the_tests_and_is_the_gates_own() -> None:
    assert blocks("sh")[1].strip() == INSTALL_AND_TEST
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert INSTALL_AND_TEST.replace("install -e", "install -q -e") in gate


@pytest.mark.parametrize("console", blocks("console"), ids=lambda text: text.splitlines()[0])
def test_the_commands_print_what_the_readme_shows(console: str, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    variables = environment() | {
        "REMORA_HOME": str(tmp_path / "home"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    variables["COLUMNS"] = "120"  # as wide as the page: without a terminal nothing is wrapped otherwise
    for command, said in commands(console):
        done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=project, env=variables)
        assert done.returncode == 0, done.stderr
        printed = iter(map(steady, done.stdout.splitlines()))
        if "…" not in said:
            assert list(printed) == list(map(steady, said))
        for line in map(steady, said):  # "…" leaves lines out; those that are there come in this order
            assert "…" not in said or line == "…" or line in printed


@pytest.mark.parametrize("embedder", ["auto", "none"])
@pytest.mark.parametrize("stored", [True, False])
def test_the_python_prints_the_note_that_the_readme_stores(tmp_path: Path, embedder: str, stored: bool) -> None:
    (code,) = blocks("python")
    adding = next(command for block in blocks("console") for command, _ in commands(block) if " add " in command)
    note = adding.removeprefix("remora add ").strip('"')
    variables = environment(REMORA_HOME=str(tmp_path / "home"), REMORA_EMBEDDER=embedder)
    if stored:
        subprocess.run([sys.executable, "-m", "remora", "add", note], cwd=tmp_path, env=variables, check=True)
    done = subprocess.run(
        [sys.executable, "-c", code.replace("/path/to/project", str(tmp_path))],
        capture_output=True, text=True, cwd=tmp_path, env=variables,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert (note in done.stdout) == stored
    assert stored or done.stdout == "\n"
