"""The bus gathers the rules that plugins bring for the scan; whatever a plugin does wrong costs its own rules."""

import pytest
from bus_parts import passing_bus, plugin

from remora_hookspecs import ScanRule

RULE = ScanRule(id="a", kind="c2", severity="high", reason="why", pattern="x", attack="x", benign="y")


def test_rules_come_with_the_name_of_their_plugin():
    bus = passing_bus()
    bus.register(plugin(scan_rules=lambda: [RULE]), "x:one")
    bus.register(plugin(scan_rules=lambda: None), "x:none")
    bus.register(plugin(scan_rules=lambda: (RULE, RULE)), "x:two")
    assert sorted(name for name, _ in bus.scan_rules()) == ["x:one", "x:two", "x:two"]
    assert {rule for _, rule in bus.scan_rules()} == {RULE}


@pytest.mark.parametrize(
    "answer",
    [
        lambda: RULE,
        lambda: ["x"],
        lambda: [RULE] * 201,
        lambda: [ScanRule(id="a", kind="c2", severity="high", reason="why", pattern=1, attack="x", benign="y")],
        lambda: [ScanRule(id="a", kind="c2", severity="high", reason="\ud800", pattern="x", attack="x", benign="y")],
        lambda: [ScanRule(id="a", kind="c2", severity="high", reason="w", attack="x", benign="y", gap="5")],
        lambda: 1 / 0,
        lambda: exit(3),
    ],
)
def test_an_answer_that_is_none_costs_that_plugins_rules_only(answer):
    bus = passing_bus()
    bus.register(plugin(scan_rules=answer), "x:bad")
    bus.register(plugin(scan_rules=lambda: [RULE]), "x:good")
    assert bus.scan_rules() == (("x:good", RULE),)


def test_a_plain_word_is_a_group_of_one():
    rule = ScanRule(id="a", kind="c2", severity="high", reason="why", words=("door", ["a", "b"]), attack="", benign="")
    assert rule.words == (("door",), ("a", "b"))


def test_a_closed_bus_brings_none():
    bus = passing_bus()
    bus.register(plugin(scan_rules=lambda: [RULE]), "x:one")
    bus.close()
    assert bus.scan_rules() == ()
