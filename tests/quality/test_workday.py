"""Prompts as people type them on a working day, asked of forty notes: the right ones speak, and hardly any other.

Notes and prompts were written by somebody who had not seen the gate. A prompt is followed by a piece of the note that
answers it; one without is vague, small talk or about something else.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from remora.memory import Memory
from remora.settings import load
from remora.wiring import Remora, build

PROJECT = "harbor-0a1b2c3d"
# Of forty, 24 brought the right note when this was written, 38 had it among the first five, and none of the others
# brought anything; the model's numbers differ a little from one processor to another.
RIGHT, FOUND, BESIDE = 22, 36, 1


def lines(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    home = tmp_path_factory.mktemp("workday") / "home"
    built: Remora = build(load(home=home, environ={}, explicit={"embedder": "minilm"}))
    for text in lines("workday_notes.txt"):
        built.memory.add(text, project=PROJECT)
    yield built.memory
    built.close()


def shown(memory: Memory, prompt: str) -> list[str]:
    found = memory.explain(prompt, project=PROJECT)
    assert found.mode == "hybrid" or not found.hits
    return [hit.note.text for hit in found.hits]


def test_most_prompts_bring_the_note_that_answers_them(memory: Memory) -> None:
    asked = [line.split("\t") for line in lines("workday_prompts.txt") if "\t" in line]
    right = [prompt for prompt, piece in asked if any(piece in text for text in shown(memory, prompt))]
    assert len(right) >= RIGHT, sorted({prompt for prompt, _ in asked} - set(right))


def test_a_search_finds_nearly_all_of_them_among_the_first_five(memory: Memory) -> None:
    asked = [line.split("\t") for line in lines("workday_prompts.txt") if "\t" in line]
    found = [
        any(piece in hit.note.text for hit in memory.search(prompt, project=PROJECT, limit=5).hits)
        for prompt, piece in asked
    ]
    assert sum(found) >= FOUND


def test_vague_and_foreign_prompts_and_small_talk_bring_nothing(memory: Memory) -> None:
    others = [line for line in lines("workday_prompts.txt") if "\t" not in line]
    assert len(others) == 20
    spoke = {prompt: texts for prompt in others if (texts := shown(memory, prompt))}
    assert len(spoke) <= BESIDE, spoke
