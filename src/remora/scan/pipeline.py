"""The scan as a recipe: read, look for words, shapes and flags window by window, judge the worst window.

Called by `Catalogue.scan`. Pure, never raises, bounded whatever the text: what is too long to be read does not pass.
"""

from collections.abc import Iterator, Mapping, Sequence

from remora.scan.finding import CLEAN, Finding
from remora.scan.normalise import MAX_CHARS, Reading, read
from remora.scan.rule import Rule
from remora.scan.score import judge
from remora.scan.shapes import ShapeRules
from remora.scan.words import WordRules

MAX_TEXT = 8 * MAX_CHARS  # eight of the longest notes: more than any answer may hold; beyond, nothing is read at all
WINDOW = 1_000  # characters judged together: weak signs of a long page must not add up from end to end
OVERLAP = 300  # characters two windows share: longer than any sentence a rule describes


def examine(
    text: str, *, rules: Sequence[Rule], words: WordRules, shapes: ShapeRules, flags: Mapping[str, Sequence[int]]
) -> Finding:
    """Judge `text` by `rules`, whose compiled forms are `words`, `shapes` and `flags` (flag → places of rules)."""
    if len(text) > MAX_TEXT:
        return judge(rules, flags.get("oversize", ()))
    worst = CLEAN
    for part in _slices(text, MAX_CHARS, WINDOW):
        reading = read(part)
        everywhere = _everywhere(reading, words, shapes, flags)
        for window in _slices(reading.folded, WINDOW, OVERLAP):
            finding = judge(rules, [*everywhere, *words.find(window), *shapes.find(window)])
            if finding.score > worst.score:
                worst = finding
    return worst


def _everywhere(
    reading: Reading, words: WordRules, shapes: ShapeRules, flags: Mapping[str, Sequence[int]]
) -> list[int]:
    """What counts in every window: flags, what was decoded, and shapes that mind the case."""
    found = shapes.find_cased(reading.plain)
    for flag in reading.flags:
        found += flags.get(flag, ())
    for message in reading.decoded:
        found += words.find(message)
        found += shapes.find(message)
    return found


def _slices(text: str, size: int, overlap: int) -> Iterator[str]:
    """Pieces of at most `size` characters that cover `text`, each sharing `overlap` with the one before."""
    if len(text) <= size:
        yield text
        return
    for start in range(0, len(text) - overlap, size - overlap):
        yield text[start : start + size]
