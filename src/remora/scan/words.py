"""Word classes near each other: the second stage of the scan, and the one that carries most of it.

A text becomes a sparse list of (position, classes); each rule walks it once and keeps, for every step, the last place
where the steps up to it were met. Linear in words times steps, with no state left between texts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from remora.scan.rule import Words

LINE_BREAK = 3  # words that a line break counts as: a rule may reach over one, seldom over an empty line
NEGATION_REACH = 2  # words: "do not ever ignore", "never ignore"

# An option of a command (`--all`) is one token and in no class; it says nothing to a reader.
_TOKEN = re.compile(r"[^\W_]++(?:'[^\W_]++)?|\n|(?<!\S)--[a-z][^\s=]*")
_ASCII_TOKEN = re.compile(r"[a-z0-9]++(?:'[a-z0-9]++)?|\n|(?<!\S)--[a-z][^\s=]*")  # the same, faster; lower case

NOT = "not"
TURNED_BY_NOT = (("keep", "drop"),)  # "do not follow" is a way to say "ignore"
SILENCED_BY_NOT = ("drop", "bend", "reveal")  # "never ignore", "do not reveal"


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words and phrases with the classes they belong to, ready to look up."""

    bits: Mapping[str, int]
    words: Mapping[str, int]
    """Word → its classes; none for one that only begins a phrase, and for a line break."""
    phrases: Mapping[str, Mapping[str, tuple[tuple[tuple[str, ...], int], ...]]]
    """First word → second word → the phrases that begin with the two, as (further words, classes)."""

    @classmethod
    def build(cls, classes: Mapping[str, str]) -> "Lexicon":
        """From class → words parted by blanks, the words of a phrase joined by `_`."""
        bits = {name: 1 << place for place, name in enumerate(classes)}
        words: dict[str, int] = {"\n": 0}
        phrases: dict[str, dict[str, dict[tuple[str, ...], int]]] = {}
        for name, listed in classes.items():
            for item in listed.split():
                first, *rest = _TOKEN.findall(item.replace("_", " "))
                if rest:
                    words.setdefault(first, 0)
                    second, *further = rest
                    known = phrases.setdefault(first, {}).setdefault(second, {})
                    known[tuple(further)] = known.get(tuple(further), 0) | bits[name]
                else:
                    words[first] = words.get(first, 0) | bits[name]
        ordered = {
            first: {second: tuple(found.items()) for second, found in seconds.items()}
            for first, seconds in phrases.items()
        }
        return cls(bits, words, ordered)

    def mask(self, step: str) -> int:
        """The bits of a step of a rule. Raises ValueError for a class that does not exist."""
        mask = 0
        for name in step.split("|"):
            if name not in self.bits:
                raise ValueError(f"no word class is called {name}")
            mask |= self.bits[name]
        return mask


@dataclass(frozen=True, slots=True)
class WordRules:
    """Word rules of a catalogue, ready to run: `find` tells which of them a text meets, by their place."""

    lexicon: Lexicon
    rules: tuple[tuple[int, tuple[int, ...], tuple[int, ...], bool], ...]

    @classmethod
    def build(cls, lexicon: Lexicon, rules: Sequence[tuple[int, Words]]) -> "WordRules":
        """Raises ValueError for a class that does not exist, or gaps that are not one less than the steps."""
        ready = ((place, tuple(map(lexicon.mask, words.steps)), _gaps(words), words.ordered) for place, words in rules)
        return cls(lexicon, tuple(ready))

    def find(self, folded: str) -> list[int]:
        """The places of the rules that `folded` meets."""
        hits = self._classes(folded)
        if not hits:
            return []
        present = 0
        for _, mask in hits:
            present |= mask
        found = []
        for place, steps, gaps, ordered in self.rules:
            for step in steps:
                if not present & step:
                    break
            else:
                if _in_order(hits, steps, gaps) if ordered else _together(hits, steps, gaps[0]):
                    found.append(place)
        return found

    def _classes(self, folded: str) -> list[tuple[int, int]]:
        """(position in words, classes) of every word that has any."""
        tokens = (_ASCII_TOKEN if folded.isascii() else _TOKEN).findall(folded)
        words, phrases = self.lexicon.words, self.lexicon.phrases
        hits: list[tuple[int, int]] = []
        breaks = 0
        for index, token in [place for place in enumerate(tokens) if place[1] in words]:  # few words of most texts
            if token == "\n":
                breaks += 1
                continue
            mask = words[token]
            if token in phrases and index + 1 < len(tokens):
                for further, classes in phrases[token].get(tokens[index + 1], ()):
                    if tuple(tokens[index + 2 : index + 2 + len(further)]) == further:
                        mask |= classes
            if mask:
                hits.append((index + 1 + breaks * (LINE_BREAK - 1), mask))
        return self._negated(hits)

    def _negated(self, hits: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Classes as they stand after "not": what is forbidden is not asked for, "do not follow" means "ignore"."""
        bits = self.lexicon.bits
        negation = bits.get(NOT, 0)
        last = -NEGATION_REACH - 1
        turned: list[tuple[int, int]] = []
        for position, mask in hits:
            if position - last <= NEGATION_REACH and position != last:
                silenced = 0
                for name in SILENCED_BY_NOT:
                    silenced |= bits.get(name, 0)
                kept = mask & ~silenced
                for name, other in TURNED_BY_NOT:
                    if mask & bits.get(name, 0):
                        kept |= bits[other]
                mask = kept
            if mask & negation:
                last = position
            turned.append((position, mask))
        return turned


def _gaps(words: Words) -> tuple[int, ...]:
    """The gap before each step but the first; a rule of one step has one that does not matter."""
    between = max(len(words.steps) - 1, 1)
    gaps = words.gap if isinstance(words.gap, tuple) else (words.gap,) * between
    if len(gaps) != between:
        raise ValueError(f"{len(gaps)} gaps between {len(words.steps)} steps")
    return gaps


def _in_order(hits: list[tuple[int, int]], steps: tuple[int, ...], gaps: tuple[int, ...]) -> bool:
    """Whether the steps follow one another, each within its gap of the one before."""
    final = len(steps) - 1
    reached = [-1_000_000] * len(steps)  # further back than any gap
    for position, mask in hits:
        for step in range(final, -1, -1):
            if mask & steps[step] and (not step or position - reached[step - 1] <= gaps[step - 1]):
                reached[step] = position
                if step == final:
                    return True
    return False


def _together(hits: list[tuple[int, int]], steps: tuple[int, ...], gap: int) -> bool:
    """Whether all steps are met within `gap` words, in any order."""
    last = [-1_000_000] * len(steps)
    for position, mask in hits:
        met = False
        for step, wanted in enumerate(steps):
            if mask & wanted:
                last[step] = position
                met = True
        if met and position - min(last) <= gap:
            return True
    return False
