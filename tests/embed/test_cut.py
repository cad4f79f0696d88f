"""A long query is cut to its head and tail, counted in tokens; a short one is left alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.embed.cut import LIMIT, head_and_tail

TRACE = "\n".join(f'  File "/srv/orders/{n}.py", line {n}, in handle_{n}\n    return step_{n}(x)' for n in range(400))


def tokens(text: str, tokenizer: Any) -> int:
    encoding = tokenizer.encode(text)
    return sum(len(part.ids) for part in (encoding, *encoding.overflowing))


@pytest.mark.parametrize("text", ["which port?", "how do we release to production", "word " * 100, "日本語" * 30])
def test_what_fits_is_as_it_was(text: str, tokenizer: Any) -> None:
    assert tokens(text, tokenizer) <= LIMIT
    assert head_and_tail(text, tokenizer) == text.strip()


@pytest.mark.parametrize("size", [130, 400, 1_000, 100_000])
def test_question_and_end_of_a_pasted_trace_are_kept(size: int, tokenizer: Any) -> None:
    text = f"Why does the nightly import fail?\n{(TRACE * 20)[: size * 4]}\nKeyError: 'currency'"
    cut = head_and_tail(text, tokenizer)
    assert cut.startswith("Why does the nightly import fail?\n")
    assert cut.endswith("\nKeyError: 'currency'")
    assert LIMIT - 8 <= tokens(cut, tokenizer) <= LIMIT + 2  # a word that is cut in two may be cut into tokens anew


def test_text_without_spaces_is_cut_as_well(tokenizer: Any) -> None:
    cut = head_and_tail("始" + "漢" * 5_000 + "終", tokenizer)
    assert (cut[0], cut[-1]) == ("始", "終")
    assert tokens(cut, tokenizer) <= LIMIT


@given(text=st.text(max_size=3_000))
def test_any_text_gives_a_text_of_bounded_length(text: str, tokenizer: Any) -> None:
    assert tokens(head_and_tail(text, tokenizer), tokenizer) <= LIMIT + 4


def test_half_of_a_surrogate_pair_is_no_reason_to_fail(tokenizer: Any) -> None:
    assert head_and_tail("which \ud83d port?", tokenizer) == "which ? port?"
