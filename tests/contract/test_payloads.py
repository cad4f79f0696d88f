"""What travels over the hooks is frozen to the bottom, and can be made plain for JSON."""

import dataclasses
import inspect
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remora_hookspecs import Block, Entry, Session, ToolCall, ToolSpec, Turn, plain, types

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
PAYLOADS = [kind for _, kind in inspect.getmembers(types, dataclasses.is_dataclass)]


@pytest.mark.parametrize("kind", PAYLOADS)
def test_a_payload_is_frozen_and_takes_keywords_only(kind):
    assert kind.__dataclass_params__.frozen
    assert all(field.kw_only for field in dataclasses.fields(kind))


@given(st.dictionaries(st.text(), JSON, max_size=4))
def test_arguments_become_unchangeable_and_come_back_plain(arguments):
    call = ToolCall(session=Session(id="s"), id="c", tool="t", arguments=arguments)
    with pytest.raises(TypeError):
        call.arguments["x"] = 1
    assert plain(call.arguments) == arguments
    assert json.loads(json.dumps(plain(call.arguments))) == arguments


def test_a_caller_that_changes_its_own_mapping_changes_no_payload():
    schema = {"type": "object", "properties": {"a": {"enum": [1, 2]}}}
    spec = ToolSpec(name="t", description="d", parameters=schema)
    schema["properties"]["a"]["enum"].append(3)
    assert plain(spec.parameters) == {"type": "object", "properties": {"a": {"enum": [1, 2]}}}


def test_sequences_become_tuples():
    assert Block(entries=[Entry(text="x")]).entries == (Entry(text="x"),)
    assert Turn(session=Session(id="s"), id="t", text="x", messages=[["user", "hi"]]).messages == (("user", "hi"),)


@pytest.mark.parametrize("value", [object(), b"bytes", {1: "x"}, {"a": {"b": {3}}}, [object()]])
def test_what_json_cannot_hold_is_refused(value):
    with pytest.raises(TypeError, match="not a JSON value"):
        plain(value)
