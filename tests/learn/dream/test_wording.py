"""What two texts say of each other: the same, in place of, against. Strict, for nobody checks it after."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from remora.learn.dream import wording


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The staging database listens on port 6543.", "staging database listens on port 6543"),
        ("Our CI caches the wheels in ~/.cache/pip", "CI caches wheels in ~/.cache/pip"),
        ("We deploy on Tuesdays", "deploy on Tuesday."),
    ],
)
def test_looks_alone_make_no_other_statement(one, other):
    assert wording.statement(one) == wording.statement(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Copy from staging to production", "Copy from production to staging"),
        ("tabs over spaces", "spaces over tabs"),
        ("keep x < 5", "keep x > 5"),
        ("run with --force", "run with force"),
        ("the offset is -5", "the offset is 5"),
        ("set US as region", "set us as region"),
        ("deploys are allowed on Friday", "deploys are not allowed on Friday"),
        ("Postgres 14 in staging", "Postgres 16 in staging"),
        ("the API team owns billing", "the web team owns billing"),
        ("call getUser first", "call getuser first"),
    ],
)
def test_whatever_a_statement_hangs_on_makes_another(one, other):
    assert wording.statement(one) != wording.statement(other)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("uses pnpm since March", "uses npm"),
        ("This project uses pnpm since March 2026", "This project uses npm"),
        ("The project now runs Postgres 16", "The project runs Postgres 14"),
        ("We no longer use npm", "We use npm"),
    ],
)
def test_a_text_that_tells_of_a_change_replaces_what_it_changes(newer, older):
    assert wording.replaces(newer, older)
    assert not wording.replaces(older, newer)


@pytest.mark.parametrize(
    ("newer", "older"),
    [
        ("uses pnpm", "uses npm"),
        ("The project uses ruff since March", "The project uses mypy"),
        ("Region 4 is closed since March", "Region 3 is closed"),
        ("uses npm since March", "uses npm"),
        ("uses pnpm since March", "uses npm since May"),
        ("pnpm since March", "npm"),
    ],
)
def test_it_replaces_nothing_else(newer, older):
    assert not wording.replaces(newer, older)


@pytest.mark.parametrize(
    ("one", "other", "clash"),
    [
        ("uses npm", "uses pnpm since March", True),
        ("deploys on Friday are fine", "no deploys on Friday", True),
        ("port 6543", "port 6544", True),
        ("see src/app.py", "see src/main.py", True),
        ("staging listens on 6543", "staging listens on 6543 and 6544", False),
        ("tests need Postgres", "a running Postgres is needed by the tests", False),
    ],
)
def test_what_clashes_must_not_become_one_sentence(one, other, clash):
    assert wording.conflict(wording.said(one), wording.said(other)) is clash
    assert wording.conflict(wording.said(other), wording.said(one)) is clash


@settings(deadline=None)
@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_read(one, other):
    assert wording.statement(one) == wording.statement(one)
    assert not (wording.replaces(one, other) and wording.replaces(other, one))
    assert not wording.conflict(wording.said(one), wording.said(one))
