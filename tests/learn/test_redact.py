"""Secrets are masked, whole and by kind; what only looks like one is left alone."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learn.credentials import look_alikes, planted

from remora.learn.redact import redact

PLANTED = planted()
LOOK_ALIKES = look_alikes()


@pytest.mark.parametrize(("kind", "secret", "note"), PLANTED, ids=[f"{i}-{row[0]}" for i, row in enumerate(PLANTED)])
def test_a_planted_credential_is_masked_and_nothing_of_it_is_left(kind: str, secret: str, note: str) -> None:
    clean = redact(note)
    assert clean.count == 1
    assert "[secret:" in clean.text
    body = secret.partition("-----\n")[2] or secret.removeprefix("AccountKey=")
    assert not any(body[i : i + 8] in clean.text for i in range(0, len(body) - 7))


def test_the_planted_credentials_are_of_many_kinds() -> None:
    assert len({kind for kind, _, _ in PLANTED}) >= 25


def test_look_alikes_are_left_alone() -> None:
    touched = [note for note in LOOK_ALIKES if redact(note).text != note]
    assert len(LOOK_ALIKES) >= 200
    assert len(touched) <= 0.02 * len(LOOK_ALIKES), touched


def test_what_stands_around_a_secret_stays() -> None:
    secret = next(secret for kind, secret, _ in PLANTED if kind == "github-token")
    clean = redact(f"Deploys use {secret} since May.")
    assert clean.text.startswith("Deploys use [secret:github-token:")
    assert clean.text.endswith("] since May.")


def test_the_same_secret_has_the_same_placeholder_and_another_has_another() -> None:
    first, second = [secret for kind, secret, _ in PLANTED if kind == "stripe-key"][:2]
    names = redact(f"{first} then {second} then {first}").text.split(" then ")
    assert names[0] == names[2] != names[1]


def test_a_masked_text_is_not_masked_again() -> None:
    for _, _, note in PLANTED:
        clean = redact(note)
        assert redact(clean.text) == type(clean)(clean.text, 0)


def test_a_password_in_an_address_leaves_user_and_host() -> None:
    clean = redact("postgres://app:tr0ub4dor3xq@db.internal:5432/app")
    assert clean.text.startswith("postgres://app:[secret:password:")
    assert clean.text.endswith("]@db.internal:5432/app")


def test_a_key_block_goes_whole_even_without_its_end_or_with_escaped_lines() -> None:
    block = next(secret for kind, secret, _ in PLANTED if kind == "rsa-private-key")
    for written in (block.rpartition("\n")[0], block.replace("\n", "\\n")):
        clean = redact(f"key = {written}")
        assert "MII" not in clean.text
        assert clean.text.startswith("key = [secret:private-key:")


def test_a_thousand_hostile_characters_cost_no_more_than_their_length() -> None:
    # counted in steps of the matching engine it would be seconds; the test only has to end
    for hostile in (
        "password" * 2_000,
        "a-" * 8_000,
        "token is " * 1_800,
        "://" + "a:" * 8_000,
        "eyJ" * 5_000,
        "-----BEGIN" * 1_600,
    ):
        assert redact(hostile).text


@given(st.text(st.characters()))
def test_no_text_is_too_strange(text: str) -> None:
    assert redact(text).count >= 0


def test_a_note_without_a_hint_does_not_load_the_detector() -> None:
    program = (
        "import sys; from remora.learn.redact import redact\n"
        "assert redact('Deploys go through ops/deploy.sh on Tuesdays.').count == 0\n"
        "assert not any(name.split('.')[0] in ('detect_secrets', 'requests') for name in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
