"""Which later command answered a failed one: the strict rule makes a fix, the weaker one what was tried next. Pure.

Every way is a reason why the later command has to do with the failure; near, alike or next alone is none. A command
that only looks, that writes a file anew, or that shrugs its own failure off answers nothing.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal

from remora.learn.lessons.advice import same_program
from remora.learn.lessons.attempts import Attempt, Parsed
from remora.learn.lessons.programs import CHECKING, READING_TOOLS
from remora.text.commands import exact

Kind = Literal["fix", "tried_next", "alone"]

# How the rule was kept from being fitted: its ways were decided on the corrections in the tests of The Fuck (MIT; 286
# commands with their outputs, 106 rules) and on a third of a set of labelled failures, then measured once on the rest.
# The distances and likenesses below are older: they come from a first rule whose author had read all of those labels.
NEAR = 3  # attempts: further off an agent has mostly turned to something else
FAR = 6  # attempts in which proof (the failed command itself passes) or a mere try still counts
ROWS = 24  # calls of all tools that are looked back on: six attempts with three looks around between each
ALIKE = 0.35  # of the text: the same program on the same thing, with a flag or an argument changed
ALIKE_FAR = 0.6  # at the third attempt, where the next idea may be another one
RESEMBLES = 0.2  # enough to have been tried next
COMPARED_CHARS = 300  # of either command: the differences of a long one stand at its beginning
RANDOM_LIKENESS = 0.15  # what two unlike commands reach by letters alone

STEM = 3  # letters: of shorter words any two are alike
LONG_STEM = 6  # from here on two slips leave a word recognisable
_UNKNOWN = re.compile(
    r"unknown|unrecogni[sz]ed|not found|no such|invalid|illegal|unsupported|undefined|missing|did you mean"
    r"|not a\b.{0,30}command|no rule to make|does(?:n't| not) exist"
    r"|(?:can't|cannot|could ?n[o']t) (?:open|access|find|locate|read|stat)",
    re.IGNORECASE,
)


def answer(failure: Attempt, rows: Sequence[Attempt]) -> tuple[Kind, Attempt] | None:
    """What the last of `rows`, all later calls of the session, is to the failure; None where it is nothing.

    The pair names the call that answered, which may be an earlier one than the last: what passed between a failure and
    the same command's success, if it was the only change, was the fix.
    """
    later = rows[-1]
    if not later.passed or later.tool != failure.tool or not later.answers(failure):
        return None
    mine = [row for row in rows if row.tool == failure.tool and row.outcome != "not_run" and row.answers(failure)]
    if any(row.passed and row.key == failure.key for row in mine[:-1]):
        return None  # settled before
    attempts = [row for row in mine if not row.parsed.looks]
    distance = len(attempts)
    if later.key == failure.key:
        change = only_change(failure, rows[:-1])
        return ("fix", change) if change is not None and distance <= FAR else None
    if later.parsed.looks and not (len(mine) <= NEAR and (replaces(failure, later) or repairs(failure, later))):
        return None
    if _never(later.parsed) or another_script(failure.parsed, later.parsed):
        return None
    if strict(failure, later, distance):
        return "fix", later
    return ("tried_next", later) if distance <= FAR and loose(failure, later) else None


def fixed(failure: Attempt, rows: Sequence[Attempt]) -> bool:
    """Whether one of the later calls was its fix."""
    answers = (answer(failure, rows[: place + 1]) for place in range(len(rows)))
    return any(found is not None and found[0] == "fix" for found in answers)


def strict(failure: Attempt, later: Attempt, distance: int) -> bool:
    """Whether the later command, so many attempts behind the failure, is a fix for certain."""
    if distance <= FAR and contains(later.command, failure.command):
        return True
    if distance > NEAR:
        return False
    if proposed(failure, later) or brings_what_is_missing(failure, later):
        return True
    if failure.clues.program:
        return replaces(failure, later)
    if not same_work(failure.parsed, later.parsed) or another_target(failure.parsed, later.parsed, failure.error):
        return repairs(failure, later)
    return likeness(failure.command, later.command) >= (ALIKE if distance < NEAR else ALIKE_FAR)


def loose(failure: Attempt, later: Attempt) -> bool:
    """Whether the later command at least looks like another try at the same thing."""
    if proposed(failure, later) or brings_what_is_missing(failure, later):
        return True
    if another_target(failure.parsed, later.parsed, failure.error):
        return False
    alike = likeness(failure.command, later.command)
    return (bool(failure.parsed.works & later.parsed.works) and alike >= RESEMBLES) or alike >= ALIKE_FAR


def same_work(mine: Parsed, theirs: Parsed) -> bool:
    """The same program on something it failed on: the same script where the failure ran one, a package where it
    installed some, else any word that it was given."""
    for had, has in ((mine.scripts, theirs.scripts), (mine.installs, theirs.installs), (mine.things, theirs.things)):
        if had and not had & has:
            return False
    return bool(mine.works & theirs.works)


def another_script(mine: Parsed, theirs: Parsed) -> bool:
    """Whether the later command brings a program of its own along: what it does is not the failed command's work."""
    return bool(theirs.inline) and not same_program(mine.inline, theirs.inline)


def another_target(command: Parsed, later: Parsed, error: str) -> bool:
    """Whether the later command works on something else: it passed because it was asked something else."""
    mine, theirs = command.targets, later.targets
    gone = {word for word in mine.things - theirs.things if not _same_file(word, theirs.things, error)}
    come = {word for word in theirs.things - mine.things if not _same_file(word, mine.things, error)}
    if command.works & CHECKING and (gone or come):
        return True
    if gone and come:
        return True
    swapped = (mine.values | gone) - theirs.values and (theirs.values | come) - mine.values
    return bool(swapped) and not mine.things & theirs.things and bool(mine.values or theirs.values)


def repairs(failure: Attempt, later: Attempt) -> bool:
    """Whether the later command is the failed one with a word put right that the error does not know: mistyped, or the
    same name in another place."""
    before, after = failure.command.split(), later.command.split()
    if len(before) != len(after) or len(before) < 2 or before[0] != after[0]:
        return False
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    if len(changed) != 1:
        return False
    old, new = changed[0]
    if new in failure.clues.words:
        return True
    if old not in failure.error or _UNKNOWN.search(failure.error) is None:
        return False
    return mistyped(old, new) or _named(old) == _named(new)


def mistyped(old: str, new: str) -> bool:
    """Whether one word is the other with a slip of the keys in it; `a` for `b` and `1` for `2` are two words."""
    mine, theirs = re.split(r"([^A-Za-z0-9]+)", old), re.split(r"([^A-Za-z0-9]+)", new)
    if len(mine) != len(theirs):
        return False
    changed = [pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]]
    if len(changed) != 1 or min(len(word) for word in changed[0]) < STEM:
        return False
    one, other = changed[0]
    if re.sub(r"\d", "", one) == re.sub(r"\d", "", other):
        return False
    return _slips(one, other) <= (1 if min(len(one), len(other)) < LONG_STEM else 2)


def contains(line: str, command: str) -> bool:
    """Whether the line runs the failed command as it was, with something set right before it."""
    whole, part = exact(line), exact(command)
    at = whole.find(part) if len(part) < len(whole) else -1
    return at > 0 and re.search(r"[\s;&|(]$", whole[:at]) is not None and not whole[at + len(part) :].strip(" )&;")


def proposed(failure: Attempt, later: Attempt) -> bool:
    """Whether the failure's own output proposed this command, or the word that is new in it."""
    tokens = later.parsed.tokens
    for line in failure.clues.commands:
        words = [word for word in line.removeprefix("sudo ").split() if not re.match(r"[<\[{]|\.\.\.", word)]
        begin = " ".join(words[:2])
        if len(words) > 1 and begin in later.command and begin not in failure.command:
            return True
        whole = set(words)
        if len(words) > 2 and whole <= set(later.command.split()) and not whole <= set(failure.command.split()):
            return True
    if not failure.parsed.works & later.parsed.works and not failure.clues.program:
        return False
    return any(word in tokens - failure.parsed.tokens for word in failure.clues.words)


def brings_what_is_missing(failure: Attempt, later: Attempt) -> bool:
    """Whether the later command installs the module or program that the failure lacked."""
    missing = failure.clues.module or failure.clues.program
    name = re.split(r"[./]", missing.lstrip("@"))[0].lower().replace("_", "-")
    if len(name) < 2:
        return False
    return any(name == brought or (len(name) > 2 and name in brought) for brought in later.parsed.installs)


def replaces(failure: Attempt, later: Attempt) -> bool:
    """Whether another program does the missing one's work: on the same things, without it."""
    gone = failure.clues.program
    if not gone or gone in later.parsed.all or _never(later.parsed):
        return False
    things = failure.parsed.tokens - {gone}
    shared = things & later.parsed.tokens
    return len(shared) >= max(1, len(things) / 2) and likeness(failure.command, later.command) >= 0.3


def only_change(failure: Attempt, rows: Sequence[Attempt]) -> Attempt | None:
    """The one call between a failure and the same command's success that can have changed anything."""
    changes = [
        row for row in rows
        if row.outcome != "not_run" and row.key != failure.key
        and not (row.command and row.parsed.looks and not row.parsed.sets)
        and not (not row.command and _reads(row.tool))
    ]  # fmt: skip
    if len(changes) != 1 or not changes[0].passed or changes[0].tool != failure.tool:
        return None
    change = changes[0].parsed
    return changes[0] if change.prepares and not _never(change) else None


@lru_cache(maxsize=512)  # a failure is held against the same calls again with each one that follows
def likeness(one: str, other: str) -> float:
    """0 to 1: how much of their words, or of their letters in order, two commands share."""
    mine, theirs = frozenset(_words(one)), frozenset(_words(other))
    words = len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0
    letters = SequenceMatcher(None, one[:COMPARED_CHARS], other[:COMPARED_CHARS], autojunk=False).ratio()
    return max(words, letters - RANDOM_LIKENESS)


def _never(parsed: Parsed) -> bool:
    return parsed.shrugs or parsed.writes or parsed.harmful


def _same_file(word: str, others: frozenset[str], error: str) -> bool:
    """Whether the word names one of the others by another path or address, where that may have been what was wrong."""
    name = _named(word)
    return any(
        name == _named(other)
        and (f"/{word}".endswith(f"/{other}") or f"/{other}".endswith(f"/{word}") or ":" in word + other
             or _UNKNOWN.search(error) is not None)
        for other in others
    )  # fmt: skip


def _named(word: str) -> str:
    return word.rstrip("/").rsplit("/", 1)[-1].removesuffix(".git")


def _slips(one: str, other: str) -> int:
    """How many letters were left out, put in, changed, or swapped with the next."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, theirs in enumerate(other, 1):
            least = min(rows[-1][j] + 1, row[-1] + 1, rows[-1][j - 1] + (letter != theirs))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == theirs:
                least = min(least, rows[-2][j - 2] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]


def _words(text: str) -> list[str]:
    return re.findall(r"[\w./-]{2,}", text)


def _reads(tool: str) -> bool:
    """Whether a host's tool of this name only reads: told by the words in it."""
    words = re.findall(r"[A-Z]?[a-z]+", tool)
    return (bool(words) and words[0].lower() in READING_TOOLS) or tool.lower() in READING_TOOLS
