"""Does the conversation say what the model says it says? Pure; the first thing that is asked of each fact.

A fact names a line and quotes it. It is refused if the quote does not stand there, if the line holds less than half of
its content words, or lacks a number that it names.
"""

from collections.abc import Sequence

from remora.learn.capture.lines import Line
from remora.learn.capture.prompt import QUOTE_CHARS, Fact
from remora.learn.sameness import numbers
from remora.text import content_words, plain, terms

SHARED = 0.5  # of the fact's content words: a sentence that is clear on its own names what the line calls "it"

_QUOTES = str.maketrans(dict.fromkeys("‘’‚", "'") | dict.fromkeys("“”„«»", '"'))  # models set the quotes they like


def line_of(fact: Fact, lines: Sequence[Line]) -> Line | None:
    """The line that the fact names, None where there is none."""
    return lines[fact.n - 1] if 1 <= fact.n <= len(lines) else None


def against(fact: Fact, line: Line) -> str:
    """Why the line does not support the fact; empty where it does."""
    quote = _plain(fact.quote)
    if len(quote) < QUOTE_CHARS or quote not in _plain(line.text):
        return "its quote does not stand in the line it names"
    words = content_words(fact.text) or tuple(terms(fact.text))
    held = set(terms(line.text))
    if sum(word in held for word in words) < SHARED * len(words):
        return "the line it names speaks of something else"
    if not numbers(fact.text) <= numbers(line.text):
        return "it names a number that the line does not"
    return ""


def _plain(text: str) -> str:
    return plain(text.translate(_QUOTES))
