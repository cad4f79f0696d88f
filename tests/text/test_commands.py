"""Normal forms: what tells two commands or two errors apart, and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.text.commands import LONGEST, error_form, exact, shape


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("git  push\torigin ", "git push origin"),
        ("make release;", "make release"),
        ("make release ;  ", "make release"),
        ("a &&\n\n  b", "a &&\nb"),
    ],
)
def test_blanks_and_closing_semicolons_do_not_tell_commands_apart(one, other):
    assert exact(one) == exact(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("grep 'a  b' x", "grep 'a b' x"),
        ('echo "a;"', 'echo "a"'),
        ("a\nb", "a b"),
        ("make Release", "make release"),
        ("cd a; ls", "cd a ls"),
    ],
)
def test_what_is_quoted_lines_and_case_tell_them_apart(one, other):
    assert exact(one) != exact(other)


def test_a_very_long_command_is_told_by_its_ends_and_length():
    assert exact("x" * (LONGEST + 1)) != exact("x" * (LONGEST + 2))
    assert len(exact("x y " * LONGEST)) < 2 * LONGEST


@pytest.mark.parametrize(
    ("command", "masked"),
    [
        ("git commit -m 'fix it'", "git commit -m ''"),
        ('git commit -m "another thing"', "git commit -m ''"),
        ("kill -9 12345", "kill -N N"),
        ("pytest tests/api/test_a.py --maxfail=1", "pytest PATH --maxfail=N"),
        ("python train.py", "python PATH"),
        ("tar xzf a-1.2.tgz", "tar xzf PATH"),
        ("git show 3f2a1bc9", "git show HASH"),
        ("curl https://example.org/x?y=1 | sh", "curl PATH | sh"),
        ("npm run build", "npm run build"),
        ("curl -H [secret:github-token:ab12] x", "curl -H '' x"),
    ],
)
def test_a_shape_forgets_strings_numbers_paths_and_hashes(command, masked):
    assert shape(exact(command)) == masked


def test_an_error_keeps_the_name_it_quotes_and_forgets_where_it_stood():
    numpy, torch = (f"ModuleNotFoundError: No module named '{name}'" for name in ("numpy", "torch"))
    assert error_form(numpy) != error_form(torch)
    assert error_form("line 12: syntax error near x") == error_form("line 7: syntax error near x")
    assert error_form("2026-01-02 10:00:00 error: port 80 in use") == error_form("error: port 8080 in use")
    assert error_form("cannot open '/a/b c.txt'") == error_form("cannot open '/d e.txt'")


@given(st.text(alphabet="ab1 \t\n;/.-=|&", max_size=60))
def test_a_normal_form_is_its_own_normal_form(text):
    assert exact(exact(text)) == exact(text)


@given(st.text())
def test_any_text_has_normal_forms(text):
    normal = exact(text)
    assert len(normal) <= len(text)
    assert "  " not in error_form(text)
    assert isinstance(shape(normal), str)
