"""Two texts of like meaning say the same only where no number, no identifier and no negation tells them apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora.embed.calibrate import pairs
from remora.learn.sameness import same_values
from remora.text import NEGATIONS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deploys need approval", "For a deploy you need approval"),
        ("The api listens on port 8001", "Port 8001 is where the api listens"),
        ("Run ops/deploy.sh first", "First run ops/deploy.sh"),
        ("Never deploy on Fridays", "Do not deploy on Fridays"),
        ("It is not true that it never fails", "It is true that it fails"),
        ("Version 3.11 is needed.", "3.11 is the version we need"),
    ],
)
def test_other_wording_says_the_same(one: str, other: str) -> None:
    assert same_values(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Staging runs Postgres 14", "Staging runs Postgres 16"),
        ("The limit is 1,000 a day", "The limit is 10,000 a day"),
        ("Backups start at 02:30", "Backups start at 03:30"),
        ("Three nodes", "3 nodes and 1 spare"),
        ("Run ops/deploy.sh first", "Run ops/release.sh first"),
        ("HARBOR_DSN holds it", "HARBOR_URL holds it"),
        ("Call fetch_all", "Call fetchOne"),
        ("Deploys on Fridays are allowed", "Deploys on Fridays are not allowed"),
        ("The feature is enabled", "The feature is disabled"),
        ("Caching works with Redis", "Caching works without Redis"),
        ("端口可以打开", "端口不可以打开"),
    ],
)
def test_another_number_identifier_or_negation_does_not(one: str, other: str) -> None:
    assert not same_values(one, other)


@given(st.text(max_size=200))
def test_every_text_says_the_same_as_itself(text: str) -> None:
    assert same_values(text, text)


@given(st.text(max_size=200), st.text(max_size=200))
def test_order_does_not_matter(one: str, other: str) -> None:
    assert same_values(one, other) == same_values(other, one)


def test_of_the_shipped_pairs_it_tells_those_apart_that_differ_in_a_value() -> None:
    # What it cannot tell: another name, another weekday, two words that changed places.
    told = [pair for pair in pairs("changed_fact") if not same_values(*pair)]
    assert len(told) >= 8
    kept = [pair for pair in pairs("paraphrase") if same_values(*pair)]
    assert len(kept) >= 14


@pytest.mark.parametrize("word", sorted(NEGATIONS))
def test_every_listed_negation_turns_a_text_around(word: str) -> None:
    assert not same_values("это port", f"это {word} port")
