"""What a command is worth as advice: whether a hint may name it at all, whether it prepares, asks, and on what target.

Called by `attempts` once a command, and by `hints` for what the store holds. Pure. A hint that names a wrong cause with
confidence is worse than none, so what cannot be told here counts against the command.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from remora.learn.lessons.advice_rules import (
    ASKING,
    DESTROYING,
    EDITORS,
    ENTERING,
    GIT_FORCED,
    GIVING_UP,
    INLINE,
    INTERPRETERS,
    NESTED,
    PREPARING,
    PRINTING,
    RECIPES,
    RUNNERS,
    SELECTING,
    SENDING,
)
from remora.learn.lessons.programs import LOOKS, SETTING
from remora_hookspecs.shell import Command

_FORCED = re.compile(r"--(?:force\b.*|abort|hard|no-verify|purge|volumes|prune)")
_LOSING = re.compile(
    r"(?:[\w-]+[.:])?(?:drop|destroy|purge|prune|uninstall|terminate|truncate|force-unlock|rollback|reset|fresh)"
    r"(?:[-_:.](?!\w{1,4}$)[\w-]+)?"
)
_SQL = re.compile(r"\b(?:drop\s+(?:table|database|schema|index|view|user|role)|truncate\s+table|delete\s+from)\b", re.I)
_JOINTS = re.compile(r"[|;&\n]+")
_INTO_FILE = re.compile(r"(?<![0-9&>-])1?>>?\s{0,8}(?!/dev/null)[^\s>&]")
_IMPORTED = re.compile(
    r"\bfrom\s+([\w.]+)\s+import\b|\b(?:import|from|require|use|using|library)\b[\s('\"]*([\w@][\w./:-]*)"
)
_IS_THERE = re.compile(
    r"""\S{0,200}python[\d.]*\s{1,8}-c\s{1,8}(['"])import [\w., ]{1,200}(?:;\s?import [\w., ]{1,200}){0,8}"""
    r"""(?:;\s?(?:print\([^'"]{0,80}\))?)?\1"""
)
_IN_PLACE = re.compile(r"-[a-zA-Z]{0,4}i[\w.~]*|--in-place.*")
_FILE = re.compile(r"[\w./-]*\.[A-Za-z]\w{0,4}|[\w.-]*/[\w./-]*\.\w+")
_EXAMPLE = re.compile(r"example|sample|template|\.dist\b|default", re.I)
_WORD = re.compile(r"""(['"])([\w./:@+=-]+)\1""")
_TEXTS = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL)
_VERSION = re.compile(r"(?<=.)[=<>~!\[].*|(?<=[a-z])@(?:[\d^~]|latest|next).*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Targets:
    """`things` it is pointed at, by name or a selecting option; `values` of its other options, as far as told apart."""

    things: frozenset[str]
    values: frozenset[str]


def harmful(command: str, parts: Sequence[Command]) -> bool:
    """Whether no hint may name the command: an edit, a loss, a giving up, a commit."""
    if _SQL.search(command) is not None or _prints_into_file(command):
        return True
    return any(_harms(program, words) for part in parts for program, words in _runs(part))


def prepares(names: Sequence[str], parts: Sequence[Command]) -> bool:
    """Whether all it does is to make the ground ready for another command."""
    steps = [
        any(_in(PREPARING, *run) for run in _runs(part) if not _hands_on(*run))
        or _copies_example(part)
        or part.program in ENTERING
        for name, part in zip(names, parts, strict=True)
        if not (name in LOOKS or (part.program in SETTING and part.program not in ENTERING))
    ]
    return bool(steps) and all(steps) and (any(part.program not in SETTING for part in parts) or len(parts) == 1)


def asks(command: str, names: Sequence[str], parts: Sequence[Command]) -> bool:
    """Whether it does nothing but ask how things stand."""
    if _IS_THERE.fullmatch(command.strip()):
        return True
    return all(name in LOOKS or part.program in SETTING or _asks(part) for name, part in zip(names, parts, strict=True))


def inline(command: str, parts: Sequence[Command]) -> frozenset[str]:
    """The texts of the program that stands in the command itself; empty where none does."""
    if not any(
        _plain(part.program) in INTERPRETERS and (INLINE & set(part.words) or "<<" in command) for part in parts
    ):
        return frozenset()
    _, document, body = command.partition("<<")
    return frozenset((*_TEXTS.findall(command), *([document + body] if document else ())))


def same_program(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether one program in a command is the other, or another try at it: it loads all that the other did.

    A here-document is a script like any other: it is the same or another one.
    """
    loads = _loaded(mine)
    return mine == theirs or (bool(loads) and loads <= _loaded(theirs) and not any(text[:2] == "<<" for text in theirs))


def _loaded(texts: frozenset[str]) -> set[str]:
    return {name for text in texts for found in _IMPORTED.findall(text) for name in found if name}


def targets(names: Sequence[str], parts: Sequence[Command]) -> Targets:
    """What the command is pointed at."""
    things: set[str] = set()
    values: set[str] = set()
    for name, part in zip(names, parts, strict=True):
        if name in LOOKS or part.program in SETTING:
            continue
        known, option = set(() if part.program in RECIPES else name.split()), ""
        nested = name in NESTED or part.program in NESTED
        for word in part.words:
            if word.startswith("-"):
                option, _, value = word.partition("=")
                if option in SELECTING and value:
                    things.add(value)
                continue
            kind = things if not option or option in SELECTING else values
            option = ""
            if word in known:
                known.discard(word)
            elif nested:
                nested = False
            elif any(letter.isalpha() for letter in word):
                kind.add(_VERSION.sub("", word))
    return Targets(frozenset(things), frozenset(values - things))


def unquoted(command: str) -> str:
    """The command with the quotes gone from words that need none: a quoted name is a name all the same."""
    return _WORD.sub(r"\2", command)


def _runs(part: Command) -> Iterator[tuple[str, Sequence[str]]]:
    """The program with its words, and what it may run in its turn."""
    program = _plain(part.program)
    yield program, part.words
    if program in RUNNERS:
        for at, word in enumerate(part.words):
            yield word.rsplit("/", 1)[-1], part.words[at + 1 :]


def _harms(program: str, words: Sequence[str]) -> bool:
    given = set(words)
    if program in EDITORS or program.split(".")[0] in DESTROYING or GIVING_UP.get(program, frozenset()) & given:
        return not (program == "kill" and "-0" in given)
    if program in ("sed", "perl", "ruby") and any(_IN_PLACE.fullmatch(word) for word in words):
        return True
    if program == "git" and any(
        verb in given and (given & forced or (verb == "checkout" and any(_FILE.fullmatch(word) for word in words))
                           or (verb == "push" and any(word.startswith("+") for word in words)))
        for verb, forced in GIT_FORCED.items()
    ):  # fmt: skip
        return True
    return any(_FORCED.fullmatch(word) or _LOSING.fullmatch(word) for word in words)


def _prints_into_file(command: str) -> bool:
    plain = _TEXTS.sub("''", command).replace("&>", ">")
    steps = (step.lstrip(" ({").removeprefix("sudo ") for step in _JOINTS.split(plain))
    return any(step.partition(" ")[0] in PRINTING and _INTO_FILE.search(step) is not None for step in steps)


def _hands_on(program: str, words: Sequence[str]) -> bool:
    """Whether the program only runs what is named behind `run`: that one's words are not its own."""
    first = [word for word in words if not word.startswith("-")][:2]
    return program in RUNNERS and bool({"run", "exec"} & set(first))


def _copies_example(part: Command) -> bool:
    return part.program == "cp" and any(_EXAMPLE.search(word) for word in part.words[:-1])


def _asks(part: Command) -> bool:
    if part.program in ("curl", "wget", "http"):
        return not SENDING & set(part.words)
    if part.program == "xargs":
        return any(word in LOOKS for word in part.words)
    if part.program == "git" and "config" in part.words:
        return len([word for word in part.words if not word.startswith("-")]) == 2  # a key without a value
    return any(_in(ASKING, *run) for run in _runs(part))


def _in(table: Mapping[str, frozenset[str]], program: str, words: Sequence[str]) -> bool:
    wanted = table.get(program)
    return wanted is not None and (not wanted or bool(wanted & set(words)))


def _plain(program: str) -> str:
    return re.sub(r"(?<=[a-z])[\d.]+$", "", program)
