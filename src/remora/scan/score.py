"""From rules that fired to a judgement: a sum of weights against one threshold. Last stage of the scan; pure."""

from collections.abc import Iterable, Sequence

from remora.scan.finding import CLEAN, Finding
from remora.scan.rule import THRESHOLD, Rule


def judge(rules: Sequence[Rule], places: Iterable[int]) -> Finding:
    """The finding for the rules at `places`.

    Each counts once; of those that share a group, the heaviest; one that needs others, only beside one of them.
    """
    met = {rules[place].id: rules[place] for place in places}
    if not met:
        return CLEAN
    counting = (rule for rule in met.values() if not rule.needs or any(name in met for name in rule.needs))
    fired = sorted(counting, key=lambda rule: (-rule.weight, rule.id))
    if not fired:
        return CLEAN
    groups: set[str] = set()
    by_kind: dict[str, float] = {}
    for rule in fired:
        if rule.group and rule.group in groups:
            continue
        groups.add(rule.group)
        by_kind[rule.kind] = by_kind.get(rule.kind, 0.0) + rule.weight
    score = round(sum(by_kind.values()), 3)  # sums of decimal weights must not miss the threshold by a bit
    kind = max(by_kind, key=lambda name: by_kind[name])
    return Finding(
        action="block" if score >= THRESHOLD else "pass",
        kind=kind,
        rule=next(rule.id for rule in fired if rule.kind == kind),
        score=score,
        reasons=tuple(rule.reason for rule in fired),
        fired=tuple(rule.id for rule in fired),
    )
