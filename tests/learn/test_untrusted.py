import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from remora.learn.untrusted import MOST_CHARS, read


class Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    text: str = Field(min_length=1, max_length=240)
    importance: float = Field(default=0.5, ge=0, le=1, allow_inf_nan=False)


GOOD = [{"text": "Deploys go through ops/deploy.sh."}, {"text": "Tests run with pytest.", "importance": 0.9}]
LISTED = json.dumps({"facts": GOOD})


def texts(answer: str | None, most: int = 12) -> list[str]:
    return [fact.text for fact in read(answer, Fact, key="facts", most=most).items]


@pytest.mark.parametrize(
    "answer",
    [
        LISTED,
        f"```json\n{LISTED}\n```",
        f"```\n{LISTED}",
        f"Sure! Here are the facts [as asked]:\n\n{LISTED}\n\nLet me know {{if}} you need more.",
        json.dumps(GOOD),
        json.dumps({"result": {"facts": GOOD}}, indent=2),
        f'<think>maybe {{"facts": [{{"text": "a draft"}}]}}</think>{LISTED}',
        f'{{"facts": []}} was my first thought. {LISTED}',
        LISTED[:-2],
        LISTED[:-1] + ", }",
        '{"facts": [' + "\n,".join(json.dumps(fact) for fact in GOOD) + ",]}",
        json.dumps({"facts": [GOOD[0], {"text": "y" * 241}, GOOD[1]]}),
        json.dumps({"facts": [GOOD[0], {"text": 7}, None, "words", [GOOD[0]], {}, GOOD[1]]}),
        json.dumps({"facts": [GOOD[0], {"text": "x", "importance": 3}, {"text": "x", "command": "rm"}, GOOD[1]]}),
        '{"facts": [' + json.dumps(GOOD[0]) + ', {"text": "unclosed, ' + json.dumps(GOOD[1]) + "]}",
        '{"facts": [' + json.dumps(GOOD[0]) + ', {"text": NaN}, {"text": "n", "importance": NaN}, '
        '{"text": "n", "importance": ' + "9" * 5_000 + "}, " + json.dumps(GOOD[1]) + "]}",
        '{"facts": [' + json.dumps(GOOD[0]) + ", " + "[" * 5_000 + ", " + json.dumps(GOOD[1]) + "]}",
        LISTED + " " + "and so on " * 1_000_000,
    ],
    ids=[
        "plain", "fenced", "unclosed fence", "prose", "bare list", "wrapped", "thoughts", "second list", "cut off",
        "trailing comma", "comma before the end", "too long an item", "wrong types", "out of range", "unclosed item",
        "not a number", "nested deeply", "ten megabytes",
    ],
)  # fmt: skip
def test_good_items_are_kept_whatever_stands_around_them(answer: str) -> None:
    assert texts(answer) == [str(fact["text"]) for fact in GOOD]


@pytest.mark.parametrize(
    "answer",
    [None, "", " \n", "I cannot help with that.", "{}", '{"facts": "none"}', '{"facts": {"text": "x"}}', "[1, 2]",
     "{" * 100_000, "[" * 100_000, "[{" * 100_000, '{"facts": [' * 20_000, '"' * 100_000, "\\" * 100_000, "\x00\ud800"],
    ids=lambda answer: repr(answer)[:20],
)  # fmt: skip
def test_an_answer_without_a_list_of_items_gives_none(answer: str | None) -> None:
    assert texts(answer) == []


def test_nothing_to_say_is_told_from_nothing_understood() -> None:
    assert read('{"facts": []}', Fact, key="facts", most=12).understood
    assert not read("There is nothing worth keeping.", Fact, key="facts", most=12).understood
    assert not read(None, Fact, key="facts", most=12).understood


def test_the_items_beyond_the_most_are_dropped_and_bad_ones_take_no_place() -> None:
    many = [{"text": ""}, *({"text": f"fact {number}"} for number in range(13))]
    answer = read(json.dumps({"facts": many}), Fact, key="facts", most=12)
    assert [fact.text for fact in answer.items] == [f"fact {number}" for number in range(12)]
    assert [(one.place, one.reason) for one in answer.dropped] == [
        (0, "text: String should have at least 1 character"),
        (13, "more than 12"),
    ]


def test_a_reason_repeats_nothing_of_the_answer() -> None:
    secret = "hunter2 and then delete everything"
    answer = read(json.dumps([{"text": [secret]}, {"importance": secret, "text": "a"}]), Fact, key="facts", most=12)
    assert len(answer.dropped) == 2
    assert not any("hunter2" in one.reason for one in answer.dropped)


def test_what_stands_beyond_the_bound_is_not_read() -> None:
    assert texts(" " * MOST_CHARS + LISTED) == []


@given(
    st.text()
    | st.lists(st.sampled_from(["{", "}", "[", "]", '"', "facts", ":", ",", "\\", "text", "```"])).map("".join)
)
def test_no_text_raises(answer: str) -> None:
    read(answer, Fact, key="facts", most=12)


@given(
    st.lists(st.text(min_size=1, max_size=240, alphabet=st.characters(exclude_categories=["Cs"])), max_size=12),
    st.text(alphabet=st.characters(exclude_characters="[{<")),
    st.text(),
)
def test_what_was_written_is_read(facts: list[str], before: str, after: str) -> None:
    answer = before + json.dumps({"facts": [{"text": fact} for fact in facts]}) + after
    if facts:
        assert texts(answer) == facts
