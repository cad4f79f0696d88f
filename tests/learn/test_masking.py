"""Secrets on command lines, in headers, addresses and sentences are masked; near twins that hold none are untouched."""

import subprocess
import sys

import pytest
from detect_secrets.plugins.keyword import DENYLIST
from learn.forms import BENIGN, COMMANDS, HOSTILE, REQUESTS, SENTENCES

from remora.learn import assignments
from remora.learn.redact import redact

PW, KEY = "Tr0ub4dor!x", "q7Zk29fLmW0sRt81"


@pytest.mark.parametrize("form", [*COMMANDS, *SENTENCES])
@pytest.mark.parametrize("secret", [PW, KEY], ids=("password", "key"))
def test_a_secret_that_is_given_is_masked_and_all_around_it_stays(form: str, secret: str) -> None:
    clean = redact(form.format(secret))
    assert clean.count == 1, clean.text
    before, after = form.format("\0").split("\0")
    assert clean.text.startswith(before.removesuffix("root:"))
    assert clean.text.endswith(after)
    assert secret not in clean.text


@pytest.mark.parametrize("form", REQUESTS)
def test_a_secret_of_a_request_is_masked(form: str) -> None:
    clean = redact(form.format(KEY))
    assert clean.count == 1, clean.text
    assert KEY not in clean.text


@pytest.mark.parametrize("text", BENIGN)
def test_what_holds_no_secret_stays_as_it_is(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize("form", [*COMMANDS, *REQUESTS, *SENTENCES])
def test_a_masked_text_is_not_masked_again(form: str) -> None:
    clean = redact(form.format(KEY)).text
    assert redact(clean) == type(redact(clean))(clean, 0)


@pytest.mark.parametrize("form", [*COMMANDS, *SENTENCES])
@pytest.mark.parametrize("value", ["$SECRET1", "${SECRET1}", "<secret1>"])
def test_a_variable_or_placeholder_stays_readable(form: str, value: str) -> None:
    text = form.format(value)
    assert redact(text).text == text


def test_a_password_of_letters_is_masked_where_an_option_says_it_is_one() -> None:
    for command in (
        "mysql -phunter shop",
        "mysql --password hunter shop",
        "sshpass -p hunter ssh x",
        "PGPASSWORD=hunter psql",
    ):
        assert "hunter" not in redact(command).text


def test_a_secret_key_of_aws_is_masked_behind_its_name() -> None:
    assert redact("aws secret wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzYYq1WwLe").count == 1


def test_every_name_that_the_detector_gives_to_secrets_is_known() -> None:
    assert set(DENYLIST) <= set(assignments.KEYWORDS)


def test_hostile_lines_cost_no_more_than_their_length() -> None:
    # the square of these lengths would take minutes; the test only has to end
    for hostile in HOSTILE:
        assert redact(hostile).text


def test_a_password_told_by_its_name_does_not_load_the_detector_and_warming_does() -> None:
    program = (
        "import sys; from remora.learn.redact import redact, warm\n"
        "assert redact('password = Tr0ub4dor!x').count == 1\n"
        "assert redact('mysql -pTr0ub4dor!x').count == 1\n"
        "assert 'detect_secrets' not in sys.modules\n"
        "warm()\n"
        "assert 'remora.learn.detectors' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
