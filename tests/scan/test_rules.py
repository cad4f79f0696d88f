"""Every rule of the catalogue holds what it promises: it fires on its attack, and its benign twin passes."""

import re
from collections import Counter

import pytest

from remora.scan import RULES, THRESHOLD, Rule, catalogue, scan

FAMILIES = {
    "instruction_override": "override",
    "role_impersonation": "role",
    "exfiltration": "exfiltration",
    "c2": "c2",
    "unicode_obfuscation": "unicode",
    "oversize": "oversize",
}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_fires_on_its_attack_which_is_blocked(rule: Rule) -> None:
    finding = scan(rule.attack)
    assert rule.id in finding.fired
    assert finding.action == "block"
    assert rule.reason in finding.reasons


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_benign_twin_of_a_rule_passes(rule: Rule) -> None:
    assert scan(rule.benign).action == "pass"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_is_named_by_its_class_and_says_why_it_fires(rule: Rule) -> None:
    assert re.fullmatch(rf"{FAMILIES[rule.kind]}\.[a-z0-9-]+", rule.id)
    assert 0 < rule.weight <= 1.0
    assert len(rule.reason.split()) >= 3
    assert rule.severity == (
        "high" if rule.weight >= THRESHOLD else "medium" if rule.weight * 2 >= THRESHOLD else "low"
    )


def test_ids_are_unique_and_needs_name_rules_that_exist() -> None:
    ids = Counter(rule.id for rule in RULES)
    assert max(ids.values()) == 1
    assert {name for rule in RULES for name in rule.needs} <= set(ids)


def test_every_word_class_is_used_by_a_rule() -> None:
    used = {name for rule in RULES for step in getattr(rule.match, "steps", ()) for name in step.split("|")}
    assert set(catalogue().lexicon) - used == set()
