"""Takes a shell command line apart, as far as telling its programs needs. `classifier` calls it.

No parser: it never fails, and what it cannot tell (a here-document's language, a sub-shell's end) it leaves out.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

LONGEST = 4_000  # characters, here-documents aside: of a longer line the end counts, where the last program stands

_HEREDOC = re.compile(r"<<-?\s{0,4}['\"\\]?(\w{1,40})")
_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n]*")
_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|`[^`]*`", re.DOTALL)
# A shell that is given its command as one word; what stands in the word is what runs.
_WRAPPED = re.compile(
    r"(?P<before>(?:^|[;&|(\n]|\b(?:sudo|env|time|nohup|timeout\s{1,4}[\d.]{1,8}[smhd]?))\s{0,8})"
    r"(?:/\S{0,40}/)?(?:ba|z|da|k)?sh(?:\s{1,8}-[a-z]{1,6}){0,3}\s{1,8}-[a-z]{0,4}c\s{1,8}"
    r"(?:'(?P<plain>[^']*)'|\"(?P<double>(?:\\.|[^\"\\])*)\")"
)
_REDIRECT = re.compile(r"\d{0,2}&?>>?&?\s*\S*|<<?<?\s*\S+")
_OPERATOR = re.compile(r"(\|\||&&|\|&?|;|&|\n)")
_JOINTS = {"\n": ";", "&": ";", "|&": "|"}
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
# Words that stand before the program they run.
_BEFORE = frozenset(
    {"sudo", "time", "nohup", "nice", "env", "exec", "command", "builtin"}
    | {"then", "do", "else", "elif", "if", "while", "until", "!"}
)
_CLOSING = frozenset({"fi", "done", "esac"})
_DURATION = re.compile(r"\d+(?:\.\d+)?[smhd]?")


@dataclass(frozen=True, slots=True)
class Command:
    """One simple command: the base name of its program, its arguments (quoted ones as `''`), what joins it to the
    one before ("" for the first)."""

    program: str
    words: tuple[str, ...]
    after: str


@lru_cache(maxsize=64)  # one call is classified by several plugins
def commands(line: str) -> tuple[Command, ...]:
    """The simple commands of `line`, in order."""
    line = _without_documents(line).replace("\\\n", " ")[-LONGEST:]
    line = _WRAPPED.sub(_inside, line)
    line = _COMMENT.sub("", _QUOTED.sub("''", line))
    line = _REDIRECT.sub(" ", line)
    found: list[Command] = []
    joint = ""
    for position, part in enumerate(_OPERATOR.split(line)):
        if position % 2:
            joint = _JOINTS.get(part, part)
            continue
        words = [word for word in part.strip().strip("(){} \t").split() if word]
        command = _command(words, joint if found else "")
        if command is not None:
            found.append(command)
    return tuple(found)


def _inside(match: re.Match[str]) -> str:
    return f"{match['before']}{match['plain'] or match['double'] or ''} "


def _without_documents(line: str) -> str:
    """`line` without the bodies of its here-documents, which are no commands."""
    if "<<" not in line:
        return line
    kept: list[str] = []
    end: str | None = None
    for row in line.split("\n"):
        if end is None:
            kept.append(row)
            opened = _HEREDOC.search(row)
            end = opened[1] if opened else None
        elif row.strip() == end:
            end = None
    return "\n".join(kept)


def _command(words: list[str], after: str) -> Command | None:
    while words:
        word = words[0]
        if word == "command" and len(words) > 1 and words[1] in ("-v", "-V"):
            break
        if _ASSIGNMENT.match(word) or word in _BEFORE:
            words = words[1:]
        elif word == "timeout":
            words = _behind_timeout(words[1:])
        else:
            break
    if not words or words[0] in _CLOSING:
        return None
    return Command(program=words[0].rsplit("/", 1)[-1], words=tuple(words[1:]), after=after)


def _behind_timeout(words: list[str]) -> list[str]:
    """What `timeout [OPTION]… DURATION COMMAND` runs; an option's value may look like a duration."""
    while words and words[0].startswith("-"):
        words = words[2:] if words[0] in ("-k", "-s") else words[1:]
    return words[1:] if words and _DURATION.fullmatch(words[0]) else words
