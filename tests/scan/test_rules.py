"""Every rule of the catalogue holds what it promises: it fires on its attack, and its benign twin passes."""

import pytest

from remora.scan import RULES, Rule, scan


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_fires_on_its_attack_which_is_blocked(rule: Rule) -> None:
    finding = scan(rule.attack)
    assert rule.id in finding.fired
    assert finding.action == "block"
    assert rule.reason in finding.reasons


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_benign_twin_of_a_rule_passes(rule: Rule) -> None:
    assert scan(rule.benign).action == "pass"
