"""When two texts say the same, and when one already stands in another."""

import pytest

from remora.text import plain, stands_in


@pytest.mark.parametrize("text", ["The port is 80.", "the  PORT\nis 80", "Ｔｈｅ port is 80!", "  The port is 80 "])
def test_wording_does_not_hang_on(text: str) -> None:
    assert plain(text) == "the port is 80"


@pytest.mark.parametrize("text", ["use C", "use C#", "use C++", "x < 5", "x > 5", "not x", "port 80?"])
def test_every_other_sign_stays(text: str) -> None:
    assert plain(text) == text.casefold()


@pytest.mark.parametrize(
    ("part", "whole", "stands"),
    [
        ("port 8", "the port 8, mind", True),
        ("port 8", "the port 80", False),
        ("port 8", "report 8", False),
        ("port 8", "report 8 and port 8", True),
        ("端口是八", "记住端口是八十", True),
        ("*.py (all)", "see *.py (all) here", True),
        ("", "anything", False),
        ("port", "", False),
    ],
)
def test_a_text_stands_in_another_word_for_word(part: str, whole: str, stands: bool) -> None:
    assert stands_in(part, whole) is stands
