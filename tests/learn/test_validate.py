"""What may be stored: any text a person can read, up to 16 kB; the rest is refused with the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.errors import Refused
from remora.learn.validate import MAX_BYTES, valid_importance, valid_text


@pytest.mark.parametrize(
    "text",
    [
        "在周二部署", "развёртывание по вторникам", "النشر يوم الثلاثاء", "🚀",
        "👨‍👩‍👧‍👦 lives here", "--no-verify is forbidden", "a \"quoted\" * NEAR OR",
        "می‌خواهم", "line one\n\tline two", "!!", "x" * MAX_BYTES, "é" * (MAX_BYTES // 2),
    ],
)  # fmt: skip
def test_readable_texts_are_kept_as_they_are(text: str) -> None:
    assert valid_text(text) == text


def test_white_space_around_and_foreign_line_ends_go() -> None:
    assert valid_text("  one\r\ntwo\rthree \n") == "one\ntwo\nthree"


@pytest.mark.parametrize("text", ["", "  \n\t ", "\u200b", "\u200b\u2060 \ufeff", "\u00a0", "\ufe0f"])
def test_what_shows_nothing_is_empty(text: str) -> None:
    with pytest.raises(Refused, match="empty"):
        valid_text(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a\x00b", r"character 2 .*U\+0000"),
        ("red \x1b[31m", r"U\+001B"),
        ("a\x85b", r"U\+0085"),
        ("a\ud800b", "character 2 is half of a surrogate pair"),
        ("caf\udce9", r"the text is not UTF-8 \(byte E9 at character 4\)"),
        ("x" * (MAX_BYTES + 1), "16385 bytes"),
        ("é" * (MAX_BYTES // 2 + 1), "16386 bytes"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_the_place_and_the_reason(text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as caught:
        valid_text(text)
    assert caught.value.message.startswith("Nothing was stored")
    assert caught.value.hint


@given(st.text(st.characters()))
def test_any_text_is_kept_or_refused(text: str) -> None:
    try:
        kept = valid_text(text)
    except Refused:
        return
    assert kept == valid_text(kept)
    assert len(kept.encode("utf-8")) <= MAX_BYTES


@pytest.mark.parametrize("importance", [0, 0.0, 0.5, 1, None])
def test_importance_is_from_0_to_1_or_unrated(importance: float | None) -> None:
    assert valid_importance(importance) == importance


@pytest.mark.parametrize("importance", [-0.1, 1.01, float("nan"), float("inf"), True])
def test_other_importances_are_refused(importance: float) -> None:
    with pytest.raises(Refused, match="from 0 to 1"):
        valid_importance(importance)
