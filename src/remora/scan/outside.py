"""Rules that plugins bring, taken into the catalogue: checked one by one, each by its own attack and twin.

Called when a process is wired. A rule that breaks its promise is left out and told; the product's own rules, words and
threshold are never changed by one.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast, get_args

from remora.scan.catalogue import Catalogue
from remora.scan.finding import Kind
from remora.scan.rule import THRESHOLD, Rule, Shape, Words
from remora_hookspecs import ScanRule

WEIGHTS: Mapping[str, float] = {"high": THRESHOLD, "medium": THRESHOLD / 2, "low": THRESHOLD / 4}
KINDS = tuple(kind for kind in get_args(Kind) if kind != "oversize")  # that one is no class of attack
MAX_PATTERN = 4_000  # characters: twice the longest of ours; the automaton is built before the first turn
MAX_WORDS = 500  # of one rule, for the same reason
MAX_GAP = 50  # words; beyond, two words of a page have nothing to do with each other
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")


@dataclass(frozen=True, slots=True)
class _Brought:
    """A rule as the catalogue has it, with the words that it alone uses."""

    rule: Rule
    words: Mapping[str, str]


class _Unfit(ValueError):
    """Why a rule is left out."""


def extended(ours: Catalogue, offered: Iterable[tuple[str, ScanRule]]) -> tuple[Catalogue, tuple[str, ...]]:
    """`ours` with the rules that plugins offer, as (plugin, rule), and a complaint for each that is left out."""
    fit: list[_Brought] = []
    complaints: list[str] = []
    known: set[str] = set()
    for plugin, rule in offered:
        name = f"{plugin}/{rule.id}"
        try:
            if name in known:
                raise _Unfit("another rule of the plugin is called so")
            fit.append(_alone(_brought(name, rule)))
            known.add(name)
        except ValueError as unfit:
            complaints.append(f"scan rule {name} is not used: {unfit}")
    if not fit:
        return ours, tuple(complaints)
    together = _together(ours, fit)
    for each in tuple(fit):
        if not together.scan(each.rule.attack).blocked:
            complaints.append(f"scan rule {each.rule.id} is not used: its attack passes")
        elif together.scan(each.rule.benign).blocked:
            complaints.append(f"scan rule {each.rule.id} is not used: its benign twin is blocked")
        else:
            continue
        fit.remove(each)
    return _together(ours, fit), tuple(complaints)


def _brought(name: str, said: ScanRule) -> _Brought:
    """The rule in the catalogue's own words. Raises _Unfit where a field is not what it must be."""
    if not _ID.fullmatch(said.id):
        raise _Unfit("an id is at most 60 lower-case letters, digits and dashes")
    if said.kind not in KINDS:
        raise _Unfit(f"its kind is none of {', '.join(KINDS)}")
    if said.severity not in WEIGHTS:
        raise _Unfit(f"its severity is none of {', '.join(WEIGHTS)}")
    if not (said.reason.strip() and said.attack.strip() and said.benign.strip()):
        raise _Unfit("reason, attack and benign must all say something")
    if bool(said.pattern) == bool(said.words):
        raise _Unfit("it needs a pattern or words, one of the two")
    match, words = _pattern(said) if said.pattern else _words(name, said)
    rule = Rule(
        id=name, kind=cast(Kind, said.kind), weight=WEIGHTS[said.severity], reason=said.reason.strip(),
        match=match, attack=said.attack, benign=said.benign,
    )  # fmt: skip
    return _Brought(rule, words)


def _pattern(said: ScanRule) -> tuple[Shape, Mapping[str, str]]:
    if len(said.pattern) > MAX_PATTERN:
        raise _Unfit(f"its pattern is longer than {MAX_PATTERN} characters")
    return Shape(said.pattern), {}


def _words(name: str, said: ScanRule) -> tuple[Words, Mapping[str, str]]:
    if not 1 <= said.gap <= MAX_GAP:
        raise _Unfit(f"its gap is not from 1 to {MAX_GAP}")
    if sum(map(len, said.words)) > MAX_WORDS:
        raise _Unfit(f"it has more than {MAX_WORDS} words")
    classes: dict[str, str] = {}
    for place, group in enumerate(said.words):
        items = ["_".join(word.casefold().split()) for word in group]
        if not items or not all(re.search(r"[^\W_]", item) for item in items):
            raise _Unfit("a group of its words holds none")
        classes[f"{name.replace('|', '-')}#{place}"] = " ".join(items)
    return Words(tuple(classes), gap=said.gap), classes


def _alone(brought: _Brought) -> _Brought:
    """The rule again, if by itself it fires on its attack, and not on everything."""
    alone = Catalogue.build([brought.rule], brought.words)
    if not alone.scan(brought.rule.attack).fired:
        raise _Unfit("it does not fire on its own attack")
    if alone.scan("").fired:
        raise _Unfit("it fires on anything")
    return brought


def _together(ours: Catalogue, fit: Iterable[_Brought]) -> Catalogue:
    listed = tuple(fit)
    if not listed:
        return ours
    words = {name: words for each in listed for name, words in each.words.items()}
    return ours.extended([each.rule for each in listed], words)
