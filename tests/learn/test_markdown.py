"""Markdown becomes notes: bullets with what hangs on them, paragraphs, each under its headings; rules part them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.learn.markdown import parts, pieces
from remora.learn.validate import MAX_BYTES


def notes(text: str) -> list[tuple[int, str]]:
    return list(pieces(text.splitlines()))


def texts(text: str) -> list[str]:
    return [note for _, note in notes(text)]


def test_each_bullet_is_a_note_with_the_number_of_its_line() -> None:
    text = "\n\n- use pnpm\n* node 22\n+ no yarn\n1. test first\n2) then lint\n- [x] pin versions\n"
    assert notes(text) == [
        (3, "use pnpm"), (4, "node 22"), (5, "no yarn"), (6, "test first"), (7, "then lint"), (8, "pin versions"),
    ]  # fmt: skip


def test_a_bullet_keeps_its_continuation_and_its_nested_bullets() -> None:
    text = "- deploys go through\n  ops/deploy.sh\n  - never on Fridays\n- next"
    assert notes(text) == [(1, "deploys go through\nops/deploy.sh\n  - never on Fridays"), (4, "next")]


@pytest.mark.parametrize("step", ["  ", "    ", "\t", "   ", " "])
def test_nested_bullets_keep_their_structure_however_the_file_indents(step: str) -> None:
    lines = ["- ports", f"{step}- staging", f"{step * 2}- 6543", f"{step * 2}- 6544", f"{step}1. live", "- next"]
    assert texts("\n".join(lines)) == ["ports\n  - staging\n    - 6543\n    - 6544\n  1. live", "next"]


def test_bullets_that_all_stand_further_in_are_no_ones_children() -> None:
    assert texts("  - one\n  - two\n    - of two\n") == ["one", "two\n  - of two"]


def test_a_loose_list_keeps_what_stands_under_its_bullets() -> None:
    text = "- ports\n\n  - staging 6543\n\n    behind the proxy\n\n  all of them internal\n\nA paragraph.\n\n- next"
    assert texts(text) == [
        "ports\n  - staging 6543\n    behind the proxy\nall of them internal", "A paragraph.", "next",
    ]  # fmt: skip


def test_the_words_of_a_nested_bullet_may_go_on_in_the_next_line() -> None:
    text = "- ports\n  - staging is\n    6543\n  - live\nis 80"
    assert texts(text) == ["ports\n  - staging is\n    6543\n  - live\n    is 80"]


@pytest.mark.parametrize("text", ["-\n- one\n-   \n* \n- two\n", "- one\n- [ ]\n1.\n- two", "- one\n  -\n- two"])
def test_empty_bullets_vanish(text: str) -> None:
    assert texts(text) == ["one", "two"]


def test_what_hangs_on_an_empty_bullet_stays_together() -> None:
    assert texts("-\n  - one\n  - two\n") == ["- one\n- two"]


def test_a_paragraph_is_a_note() -> None:
    assert notes("We deploy\non Tuesdays.\n\nTests need postgres.\n---\nDone.") == [
        (1, "We deploy\non Tuesdays."), (4, "Tests need postgres."), (6, "Done."),
    ]  # fmt: skip


def test_headings_give_context_to_what_stands_below_them() -> None:
    text = "## Staging\n- port is 6543\n- host is blue\n\nNobody has root.\n## Live ##\n- port is 80\n"
    assert texts(text) == [
        "Staging: port is 6543", "Staging: host is blue", "Staging: Nobody has root.", "Live: port is 80",
    ]  # fmt: skip


def test_headings_stand_in_each_other() -> None:
    text = "# Staging\n## **Database**\n- port is 6543\n### Users:\n- app\n## Web\n- port is 80\n# Live\n- none"
    assert texts(text) == [
        "Staging: Database: port is 6543", "Staging: Database: Users: app", "Staging: Web: port is 80", "Live: none",
    ]  # fmt: skip


def test_a_title_over_the_whole_is_no_context_and_a_lone_heading_is() -> None:
    assert texts("# CLAUDE.md\n\n- be brief\n\n## Commands\n- use pnpm\n") == ["be brief", "Commands: use pnpm"]
    assert texts("# Staging\n- port is 6543\n") == ["Staging: port is 6543"]
    assert texts("Staging\n=======\n- port is 6543\n") == ["Staging: port is 6543"]


def test_a_heading_that_the_note_repeats_is_not_said_twice() -> None:
    assert texts("# Staging\n- staging listens on 6543\n- port is 6543") == [
        "staging listens on 6543", "Staging: port is 6543",
    ]  # fmt: skip


def test_front_matter_is_no_note() -> None:
    matter = "---\ntitle: Notes\ntags:\n  - one\n- two\n# remark\n\nlast: x\n---\n"
    assert notes(f"{matter}- use pnpm\n") == [(10, "use pnpm")]
    assert texts("---\nA sentence between two rules.\n---\nDone.") == ["A sentence between two rules.", "Done."]
    assert texts("---\ntitle: never closed\n") == ["title: never closed"]


def test_a_code_block_stays_whole_with_what_it_belongs_to() -> None:
    text = "Run\n```\n# not a heading\n\n- not a bullet\n```\n- a bullet"
    assert notes(text) == [(1, "Run\n```\n# not a heading\n\n- not a bullet\n```"), (7, "a bullet")]


def test_a_code_block_in_a_bullet_keeps_its_own_indentation() -> None:
    text = "- run\n\n  ```sh\n  if x; then\n    y\n\n  fi\n  ```\n- next"
    assert texts(text) == ["run\n```sh\nif x; then\n  y\n\nfi\n```", "next"]
    assert texts("# Setup\n```\nmake\n```") == ["Setup:\n```\nmake\n```"]


def test_a_dash_in_a_sentence_is_no_bullet() -> None:
    assert notes("--no-verify is forbidden\n-5 degrees") == [(1, "--no-verify is forbidden\n-5 degrees")]
    assert texts("It came in version\n2.\n") == ["It came in version\n2."]


def test_a_long_text_is_cut_at_its_headings_and_then_at_empty_lines() -> None:
    section = "word " * 1_800
    text = f"# One\n{section}\n# Two\n{section}\n\n{section}\n"
    cut = parts(text)
    assert [piece[:5] for piece in cut] == ["# One", "# Two", "word "]
    assert all(len(piece.encode()) <= MAX_BYTES for piece in cut)
    assert parts("short\n# still one") == ["short\n# still one"]
    assert parts("x" * (MAX_BYTES + 1)) == ["x" * (MAX_BYTES + 1)]


LINE = st.text(st.characters(exclude_categories=["Cc", "Zl", "Zp"]), min_size=1)
MARKS = "-*+_•=§#.)0123456789[]xX`~:"


@given(st.lists(st.tuples(st.sampled_from(["- ", "  - ", "      * ", "", "  ", "# ", "\t"]), LINE)))
def test_no_word_of_a_text_is_lost(lines: list[tuple[str, str]]) -> None:
    written = [mark + line for mark, line in lines if line.split()]
    found = " ".join(text for _, text in pieces(written))
    for mark, line in lines:
        for word in line.split():
            assert mark == "# " or word in found or set(word) <= set(MARKS)
