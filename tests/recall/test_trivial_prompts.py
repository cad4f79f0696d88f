"""Forty prompts that are about nothing, against fifty ordinary notes: nearly none of them may bring a note.

Prompts and notes were written by somebody who had not seen the gate, its words or its numbers. Whoever changes the gate
leaves both files as they are: a list that follows the rule measures nothing.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from remora.embed import multilingual
from remora.memory import Memory
from remora.settings import load
from remora.wiring import Remora, build
from remora_hookspecs import Session, Turn

PROJECT = "harbor-0a1b2c3d"
MOST = 0.05  # of the prompts: two in forty, for a list by a stranger holds a prompt or two that is about something
RELATED = {
    "when does a password reset token expire?": "The password reset token expires after fifteen minutes.",
    "who do I ask about invoice rounding in billing?": "Anna owns the billing service; ask her before touching invoice "
    "rounding.",
    "which kafka topic do orders go to now?": "The Kafka topic orders.v2 replaced orders.v1 in March.",
}  # fmt: skip


def lines(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()


LACKING = pytest.mark.skipif(not multilingual.installed(), reason="the extra `multilingual` is not installed")


@pytest.fixture(params=["minilm", pytest.param("multilingual", marks=LACKING), "none"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    """The fifty notes, recalled by two models of unlike scale and by words."""
    built: Remora = build(load(home=tmp_path / "home", environ={}, explicit={"embedder": request.param}))
    for text in lines("ordinary_notes.txt"):
        built.memory.add(text, project=PROJECT)
    assert built.memory.vectors.waiting() == 0
    yield built.memory
    built.close()


@pytest.fixture
def shown(memory: Memory) -> Callable[[str], list[str]]:
    """The texts that a turn of a new session brings."""

    def ask(prompt: str) -> list[str]:
        session = Session(id=prompt, project=PROJECT)
        block = memory.recall_for(Turn(session=session, id="t1", text=prompt))
        return [entry.text for entry in block.entries] if block else []

    return ask


def test_the_lists_are_what_they_say() -> None:
    assert (len(lines("trivial_prompts.txt")), len(lines("ordinary_notes.txt"))) == (40, 50)


def test_hardly_any_trivial_prompt_brings_a_note(shown: Callable[[str], list[str]]) -> None:
    prompts = lines("trivial_prompts.txt")
    brought = {prompt: notes for prompt in prompts if (notes := shown(prompt))}
    assert len(brought) <= MOST * len(prompts), brought


def test_a_question_about_a_note_brings_it_from_the_same_store(shown: Callable[[str], list[str]]) -> None:
    assert {prompt: shown(prompt)[:1] for prompt in RELATED} == {prompt: [note] for prompt, note in RELATED.items()}
