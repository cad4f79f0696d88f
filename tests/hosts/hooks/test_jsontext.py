"""Changes of a JSON text: nothing else changes, all of it can be taken back, and what is not safe is refused."""

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from remora.errors import UsageError
from remora.hosts.hooks.jsontext import parsed, with_items, without_items
from remora.hosts.splices import applied, reversed_

MINE: dict[str, Any] = {"A": {"hooks": [{"ours": 1}]}, "B": {"hooks": [{"ours": 2}]}}


def is_mine(hook: Any) -> bool:
    return hook in [{"ours": 1}, {"ours": 2}]


def added(text: str) -> str:
    return applied(text, with_items(text, "f", "hooks", MINE))


def removed(text: str) -> str:
    return applied(text, without_items(text, "f", "hooks", is_mine, "hooks"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"a": 1}', '{"a": 1, "hooks": {"A": [{"hooks": [{"ours": 1}]}], "B": [{"hooks": [{"ours": 2}]}]}}'),
        (
            '{"hooks": {"A": [1], "C": []}}',
            '{"hooks": {"A": [1, {"hooks": [{"ours": 1}]}], "C": [], "B": [{"hooks": [{"ours": 2}]}]}}',
        ),
    ],
)
def test_a_line_stays_a_line(before: str, after: str) -> None:
    assert added(before) == after


def test_the_texts_own_layout_is_kept() -> None:
    before = '{\r\n\t"a": "ä",\r\n\t"hooks": {\r\n\t\t"A": [\r\n\t\t\t{"k":1}\r\n\t\t]\r\n\t}\r\n}\r\n'
    after = added(before)
    assert '\t\t"A": [\r\n\t\t\t{"k":1},\r\n\t\t\t{\r\n\t\t\t\t"hooks": [\r\n\t\t\t\t\t{' in after
    assert "\n" not in after.replace("\r\n", "")
    assert removed(after) == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{"hooks": {"A": null, "C": null}}',
            '{"hooks": {"A": [{"hooks": [{"ours": 1}]}], "C": null, "B": [{"hooks": [{"ours": 2}]}]}}',
        ),
        ('{"hooks":null}', '{"hooks":{"A": [{"hooks": [{"ours": 1}]}], "B": [{"hooks": [{"ours": 2}]}]}}'),
    ],
)
def test_null_is_as_good_as_nothing_and_comes_back(before: str, after: str) -> None:
    splices = with_items(before, "f", "hooks", MINE)
    assert applied(before, splices) == after
    assert applied(after, reversed_(splices)) == before


def test_null_is_filled_in_the_texts_own_layout() -> None:
    before = '{\r\n\t"hooks": {\r\n\t\t"A": null\r\n\t}\r\n}\r\n'
    after = added(before)
    assert '\r\n\t\t"A": [\r\n\t\t\t{\r\n\t\t\t\t"hooks": [' in after
    assert "\n" not in after.replace("\r\n", "")


def test_a_byte_order_mark_stays_in_front() -> None:
    before = '\ufeff{"a": 1}'
    assert added(before) == "\ufeff" + added('{"a": 1}')
    assert removed(added(before)) == before


@pytest.mark.parametrize("layout", [None, 2])
def test_of_an_item_with_members_of_others_ours_alone_go(layout: int | None) -> None:
    theirs: list[Any] = [{"theirs": 1}, {"theirs": 2}]
    mixed = {"matcher": "x", "hooks": [{"ours": 1}, theirs[0], {"ours": 1}, theirs[1], {"ours": 2}]}
    said = {"hooks": {"A": [{"hooks": [{"ours": 1}]}, mixed, 7], "B": [MINE["B"]], "C": [MINE["B"], {"hooks": []}]}}
    text = json.dumps(said, indent=layout)
    left = {"hooks": {"A": [{"matcher": "x", "hooks": theirs}, 7], "C": [{"hooks": []}]}}
    assert removed(text) == json.dumps(left, indent=layout)


leaf = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
value = st.recursive(
    leaf, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner), max_leaves=6
)
hooks = st.dictionaries(st.sampled_from(["A", "B", "C"]), st.none() | st.lists(value, max_size=3), max_size=3)
document = st.tuples(st.dictionaries(st.text(max_size=5), value, max_size=3), st.none() | hooks).map(
    lambda pair: pair[0] if pair[1] is None else {**pair[0], "hooks": pair[1]}
)


@given(
    document, st.sampled_from([None, 0, 1, 2, 4, "\t"]), st.booleans(), st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
)  # fmt: skip
def test_nothing_else_changes_and_all_comes_back(
    said: dict[str, Any], indent: Any, ascii_: bool, end: str, mark: str
) -> None:
    assume(isinstance(said.get("hooks", {}), dict))
    assume(all(one is None or isinstance(one, list) for one in said.get("hooks", {}).values()))
    text = mark + json.dumps(said, indent=indent, ensure_ascii=ascii_).replace("\n", end) + end
    splices = with_items(text, "f", "hooks", MINE)
    after = applied(text, splices)
    assert applied(after, reversed_(splices)) == text
    for key, item in MINE.items():
        assert json.loads(after.removeprefix(mark))["hooks"][key][-1] == item
    left = {key: items for key, items in said.get("hooks", {}).items() if items}
    found = json.loads(removed(after).removeprefix(mark))
    assert {key: items for key, items in found.get("hooks", {}).items() if items} == left
    assert {key: one for key, one in found.items() if key != "hooks"} == {k: v for k, v in said.items() if k != "hooks"}


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{", '{"a": 1,}', "// mine\n{}", '{"a": 1, "a": 2}', '{"hooks": []}', '{"hooks": {"A": {}}}',
        '{"hooks": {"A": [1], "A": [2]}}', "[" * 100_000,
    ],
)  # fmt: skip
def test_what_cannot_be_changed_safely_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="Nothing was changed: f cannot be edited"):
        with_items(text, "f", "hooks", MINE)


def test_a_text_without_hooks_has_none_to_take_out() -> None:
    assert without_items('{"hooks": 1}', "f", "hooks", is_mine, "hooks") == ()
    assert parsed('{"a": {"b": 1}}', "f") == {"a": {"b": 1}}


def test_where_a_text_stops_being_json_is_told() -> None:
    with pytest.raises(UsageError) as caught:
        parsed('{\n  // mine\n  "model": "x"\n}\n', "settings.json")
    assert "it is not JSON (line 2, column 3: a comment or a comma, perhaps)" in caught.value.message
