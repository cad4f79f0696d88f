"""The probes: what goes must be found again, by its own meaning, in what stands for it."""

from types import SimpleNamespace

import numpy as np
import pytest
from learn.dream.making import note

from remora.learn.dream import check
from remora.learn.dream.plan import Step

WIDTH = 16
NOTES = [note(f"fact {row}", row=row) for row in range(1, 30)]


@pytest.fixture
def place():
    lines = np.random.default_rng(3).standard_normal((len(NOTES), WIDTH)).astype(np.float32)
    lines[1] = lines[0] + 0.1 * lines[1]
    lines /= np.linalg.norm(lines, axis=1, keepdims=True)
    at = {one.row: number for number, one in enumerate(NOTES)}
    return SimpleNamespace(lines=lines, at=at, vector=lambda one: lines[at[one.row]])


def test_a_text_that_lies_between_its_notes_is_found_by_each(place):
    middle = place.lines[0] + place.lines[1]
    step = Step("merged", tuple(NOTES[:2]), text="both", vector=middle / np.linalg.norm(middle))
    assert not check.loses(step, place, check.going([step], place))


def test_a_text_about_something_else_would_lose_them(place):
    step = Step("merged", tuple(NOTES[:2]), text="both", vector=-place.lines[0])
    assert check.loses(step, place, check.going([step], place))


def test_a_note_that_the_model_chose_for_another_is_put_to_the_test_too(place):
    assert not check.loses(Step("duplicate", (NOTES[0],), target=NOTES[1]), place, np.array([0]))
    far = int(np.argmin(place.lines @ place.lines[0]))
    assert check.loses(Step("duplicate", (NOTES[0],), target=NOTES[far]), place, np.array([0]))


def test_notes_that_go_as_well_are_not_in_the_way(place):
    step = Step("merged", (NOTES[0],), text="it", vector=-place.lines[0])
    everything = np.arange(len(NOTES))
    assert not check.loses(step, place, everything)


def test_where_there_are_no_vectors_words_must_do(place):
    assert not check.loses(Step("merged", tuple(NOTES[:2]), text="both"), place, np.array([0, 1]))


def test_each_note_takes_part_in_one_step():
    one, other, third, fourth = NOTES[:4]
    first = Step("replaced", (one,), target=other)
    kept = list(check.sound([
        first, Step("duplicate", (other,), target=third), Step("merged", (one, fourth), text="x"),
        Step("duplicate", (third,), target=fourth),
    ]))  # fmt: skip
    assert [(step.kind, step.sources) for step in kept] == [("replaced", (one,)), ("duplicate", (third,))]
