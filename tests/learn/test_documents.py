"""A file that is one JSON document: which ones hold notes, and in which line each of them begins."""

import json

import pytest

from remora.learn.documents import notes

VALUES: list[object] = [{"text": "one"}, {"text": "two, [three]", "n": [1, 2]}, "four"]


@pytest.mark.parametrize("document", [VALUES, {"notes": VALUES}], ids=["list", "notes"])
def test_every_note_is_found_with_its_line(document: object) -> None:
    assert notes(json.dumps(document)) == [(1, value) for value in VALUES]
    text = "\n" + json.dumps(document, indent=2) + "\n"
    found = notes(text)
    assert found is not None
    assert [value for _, value in found] == VALUES
    for (line, _), begins in zip(found, ('"one"', '"two, [three]"', '"four"'), strict=True):
        lines = text.splitlines()
        assert begins in lines[line - 1] + lines[line]  # an object begins in the line before its first key


def test_a_single_note_spread_over_lines_is_a_list_of_one() -> None:
    assert notes(json.dumps({"text": "one"}, indent=2)) == [(1, {"text": "one"})]


def test_an_empty_list_holds_nothing() -> None:
    assert notes("[]") == notes('{"notes": []}') == []


@pytest.mark.parametrize("text", ["[link](https://x.example)", "[1, 2", "{broken", "3", '"text"', "[" * 100_000])
def test_other_texts_are_no_document(text: str) -> None:
    assert notes(text) is None
