"""Markdown becomes notes: bullets, paragraphs, their continuations; headings and rules only part them."""

from hypothesis import given
from hypothesis import strategies as st

from remora.learn.markdown import parts, pieces
from remora.learn.validate import MAX_BYTES


def notes(text: str) -> list[tuple[int, str]]:
    return list(pieces(text.splitlines()))


def test_each_bullet_is_a_note_with_the_number_of_its_line() -> None:
    text = "# Build\n\n- use pnpm\n* node 22\n+ no yarn\n1. test first\n2) then lint\n- [x] pin versions\n"
    assert notes(text) == [
        (3, "use pnpm"), (4, "node 22"), (5, "no yarn"), (6, "test first"), (7, "then lint"), (8, "pin versions"),
    ]  # fmt: skip


def test_a_bullet_keeps_its_continuation_and_its_nested_bullets() -> None:
    text = "- deploys go through\n  ops/deploy.sh\n  - never on Fridays\n- next"
    assert notes(text) == [(1, "deploys go through\nops/deploy.sh\n  - never on Fridays"), (4, "next")]


def test_a_paragraph_is_a_note() -> None:
    assert notes("We deploy\non Tuesdays.\n\nTests need postgres.\n---\nDone.") == [
        (1, "We deploy\non Tuesdays."), (4, "Tests need postgres."), (6, "Done."),
    ]  # fmt: skip


def test_a_code_block_stays_whole_with_what_it_belongs_to() -> None:
    text = "Run\n```\n# not a heading\n\n- not a bullet\n```\n- a bullet"
    assert notes(text) == [(1, "Run\n```\n# not a heading\n\n- not a bullet\n```"), (7, "a bullet")]


def test_a_dash_in_a_sentence_is_no_bullet() -> None:
    assert notes("--no-verify is forbidden\n-5 degrees") == [(1, "--no-verify is forbidden\n-5 degrees")]


def test_a_long_text_is_cut_at_its_headings_and_then_at_empty_lines() -> None:
    section = "word " * 1_800
    text = f"# One\n{section}\n# Two\n{section}\n\n{section}\n"
    cut = parts(text)
    assert [piece[:5] for piece in cut] == ["# One", "# Two", "word "]
    assert all(len(piece.encode()) <= MAX_BYTES for piece in cut)
    assert parts("short\n# still one") == ["short\n# still one"]
    assert parts("x" * (MAX_BYTES + 1)) == ["x" * (MAX_BYTES + 1)]


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Zl", "Zp"]), min_size=1)))
def test_no_word_of_a_text_is_lost(lines: list[str]) -> None:
    bullets = [f"- {line}" for line in lines if line.split()]
    found = " ".join(text for _, text in pieces(bullets))
    for line in lines:
        for word in line.split():
            assert word in found or word in ("[", "[x]", "[X]", "]") or set(word) <= set("-*+_•=§#.)0123456789[]xX`~")
