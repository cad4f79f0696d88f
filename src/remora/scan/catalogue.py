"""All rules of one scan, compiled: the shipped ones, and those that plugins bring. Built once, then only read.

A catalogue knows its version, a fingerprint of everything that decides a judgement, so that a stored verdict is never
taken for another catalogue's.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from remora.scan.finding import Finding
from remora.scan.pipeline import examine
from remora.scan.rule import THRESHOLD, Flag, Rule, Shape, Words
from remora.scan.shapes import ShapeRules
from remora.scan.words import Lexicon, WordRules

ENGINE_VERSION = 2  # raised when normalising, decoding or scoring changes its mind about any text
VERSION_DIGITS = 12  # hex digits: 48 bits tell all releases and their extensions apart, and a person can read them


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Rules ready to run. `scan` judges a text; `version` changes with any rule, word class or engine."""

    rules: tuple[Rule, ...]
    lexicon: Mapping[str, str]
    version: str
    _words: WordRules
    _shapes: ShapeRules
    _flags: Mapping[str, tuple[int, ...]]

    @classmethod
    def build(cls, rules: Iterable[Rule], lexicon: Mapping[str, str]) -> "Catalogue":
        """Compile `rules` over the word classes of `lexicon`.

        Raises ValueError where two rules share an id, a pattern is not RE2's, or a word class does not exist.
        """
        listed = tuple(rules)
        seen: set[str] = set()
        for rule in listed:
            if rule.id in seen:
                raise ValueError(f"two rules are called {rule.id}")
            seen.add(rule.id)
        flags: dict[str, tuple[int, ...]] = {}
        words: list[tuple[int, Words]] = []
        shapes: list[tuple[int, Shape]] = []
        for place, rule in enumerate(listed):
            match rule.match:
                case Flag(name):
                    flags[name] = (*flags.get(name, ()), place)
                case Words():
                    words.append((place, rule.match))
                case Shape():
                    shapes.append((place, rule.match))
        return cls(
            rules=listed,
            lexicon=dict(lexicon),
            version=fingerprint(listed, lexicon),
            _words=WordRules.build(Lexicon.build(lexicon), words),
            _shapes=ShapeRules.build(shapes),
            _flags=flags,
        )

    def scan(self, text: str) -> Finding:
        """Judge `text`. Never raises; the time is linear in its length, and bounded."""
        return examine(text, rules=self.rules, words=self._words, shapes=self._shapes, flags=self._flags)

    def extended(self, rules: Iterable[Rule], lexicon: Mapping[str, str] | None = None) -> "Catalogue":
        """This catalogue with more rules and further words, for those who bring their own. The original is unchanged.

        Words of a class that exists are added to it. Raises ValueError as `build` does.
        """
        classes = dict(self.lexicon)
        for name, listed in (lexicon or {}).items():
            classes[name] = f"{classes.get(name, '')} {listed}"
        return Catalogue.build((*self.rules, *rules), classes)


def fingerprint(rules: tuple[Rule, ...], lexicon: Mapping[str, str]) -> str:
    data = [(rule.id, rule.kind, rule.weight, rule.group, rule.needs, rule.match) for rule in rules]
    said = repr((ENGINE_VERSION, THRESHOLD, data, dict(lexicon)))
    return hashlib.sha256(said.encode()).hexdigest()[:VERSION_DIGITS]
